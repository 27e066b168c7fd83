import type { Kysely } from "kysely";
import { sql } from "kysely";
import { ForeignKeyViolation, UniqueViolation } from "../database/database.ts";
import type { NewPostRow, PostRow, Schema } from "../database/schema.ts";
import { DomainError } from "../domain/errors.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { Post, PostStatus } from "../domain/post.ts";
import { readPage } from "./read-page.ts";
import type { End } from "./select-page.ts";
import { selectPage } from "./select-page.ts";
import { toDate, toOptionalDate } from "./to-date.ts";
import { listPublished, listVisible } from "./visible-posts.ts";

/** What may change in a post; what is left out or undefined stays. */
export interface PostChanges {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly slug?: string | undefined;
  readonly status?: PostStatus | undefined;
  readonly publishedAt?: Date | undefined;
}

export interface PostRows {
  findById(id: string): Promise<Post | undefined>;
  /** Reads a post that nobody else changes before the transaction ends. */
  lockById(id: string): Promise<Post | undefined>;
  /**
   * @returns whether it was stored, which it is not where its slug is taken
   * @throws {DomainError} `caller-not-found` where its owner is gone
   */
  insert(post: Post): Promise<boolean>;
  /**
   * @returns the post as it is afterwards, or undefined where there is none
   * @throws {DomainError} `slug-in-use`
   */
  update(id: string, changes: PostChanges, updatedAt: Date): Promise<Post | undefined>;
  /** @returns whether there was one */
  delete(id: string): Promise<boolean>;
  /** The published ones and the reader's own, newest first. */
  listVisiblePage(readerId: string | undefined, request: PageRequest): Promise<Page<Post>>;
}

export function createPostRows(queries: Kysely<Schema>): PostRows {
  const select = () => queries.selectFrom("posts").selectAll();

  return {
    async findById(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toPost(row);
    },

    async lockById(id) {
      const row = await select().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
      return row && toPost(row);
    },

    async insert(post) {
      const query = queries
        .insertInto("posts")
        .values(toRow(post))
        .onConflict((conflict) => conflict.column("slug").doNothing());
      try {
        const { numInsertedOrUpdatedRows } = await query.executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      } catch (error) {
        if (error instanceof ForeignKeyViolation) throw new DomainError("caller-not-found", { cause: error });
        throw error;
      }
    },

    async update(id, changes, updatedAt) {
      const query = queries
        .updateTable("posts")
        .set(toChangedColumns(changes, updatedAt))
        .where("id", "=", id)
        .returningAll();
      try {
        const row = await query.executeTakeFirst();
        return row && toPost(row);
      } catch (error) {
        if (error instanceof UniqueViolation) throw new DomainError("slug-in-use", { cause: error });
        throw error;
      }
    },

    async delete(id) {
      const { numDeletedRows } = await queries
        .deleteFrom("posts")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async listVisiblePage(readerId, request) {
      const list = readerId === undefined ? listPublished(queries) : listVisible(queries, readerId);
      const { total } = await queries
        .selectNoFrom(sql<number>`${list.total}`.as("total"))
        .executeTakeFirstOrThrow();
      const select = (...page: [End, number, number]) => selectPage(list, ...page).execute();
      return readPage(request, Number(total), select, toPost);
    },
  };
}

function toPost(row: PostRow): Post {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    slug: row.slug,
    status: row.status,
    userId: row.user_id,
    publishedAt: toOptionalDate(row.published_at),
    createdAt: toDate(row.created_at),
    updatedAt: toDate(row.updated_at),
  };
}

function toRow(post: Post): NewPostRow {
  return {
    id: post.id,
    title: post.title,
    content: post.content,
    slug: post.slug,
    status: post.status,
    user_id: post.userId,
    published_at: post.publishedAt,
    created_at: post.createdAt,
    updated_at: post.updatedAt,
  };
}

/** Kysely leaves out a column whose value is undefined, so only what is named here and given is written. */
function toChangedColumns(changes: PostChanges, updatedAt: Date) {
  return {
    title: changes.title,
    content: changes.content,
    slug: changes.slug,
    status: changes.status,
    published_at: changes.publishedAt,
    updated_at: updatedAt,
  };
}
