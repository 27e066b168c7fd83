import type { Kysely } from "kysely";
import { sql } from "kysely";
import { UniqueViolation } from "../database/database.ts";
import type { NewUserRow, Schema, UserRow } from "../database/schema.ts";
import { writeUserWords } from "../database/user-words.ts";
import { DomainError } from "../domain/errors.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { User, UserList } from "../domain/user.ts";
import { compileListOnce, compileOnce } from "./compile-once.ts";
import { keptCount } from "./kept-count.ts";
import { readPage } from "./read-page.ts";
import type { End, ListById } from "./select-page.ts";
import { selectPage } from "./select-page.ts";
import { toDate, toOptionalDate } from "./to-date.ts";
import { searchUsers, USERS_OF } from "./user-search.ts";

type ChangeableField = "email" | "name" | "passwordHash" | "accessRevokedAt" | "role" | "isActive";

/** What may change in an account; what is left out or undefined stays. */
export type UserChanges = { readonly [Field in ChangeableField]?: User[Field] | undefined };

export interface UserRows {
  findById(id: string): Promise<User | undefined>;
  /** Reads a user whom nobody else changes before the transaction ends. */
  lockById(id: string): Promise<User | undefined>;
  /** @param email as stored: trimmed and lower-cased */
  findByEmail(email: string): Promise<User | undefined>;
  /** Also stores the user's words: part of a transaction. @throws {DomainError} `email-registered` */
  insert(user: User): Promise<void>;
  /**
   * Stores those whose id and email are free; part of a transaction, as `insert` is.
   *
   * @param users with different ids
   * @returns the ids of those that were stored
   */
  insertNew(users: readonly User[]): Promise<ReadonlySet<string>>;
  /**
   * A new email, name or state also changes the user's words, and so needs a transaction.
   *
   * @returns the user as it is afterwards, or undefined where there is none
   * @throws {DomainError} `email-in-use`
   */
  update(id: string, changes: UserChanges, updatedAt: Date): Promise<User | undefined>;
  /** @returns whether there was one */
  delete(id: string): Promise<boolean>;
  /** Oldest first, from behind `afterId`; without it from the start. */
  listAfter(afterId: string | undefined, limit: number): Promise<User[]>;
  listPage(list: UserList, request: PageRequest): Promise<Page<User>>;
  /**
   * Those who have a word for each of the beginnings.
   *
   * @param starts at least one; folded, and none the beginning of another
   */
  search(starts: readonly string[], list: UserList, request: PageRequest): Promise<Page<User>>;
  /** Locks admins until the transaction ends. @returns whether somebody else than this user is an active admin */
  lockOtherAdmin(id: string): Promise<boolean>;
}

export function createUserRows(queries: Kysely<Schema>): UserRows {
  const select = () => queries.selectFrom("users").selectAll();
  const selectById = compileOnce(queries, (id: string) => select().where("id", "=", id));

  return {
    async findById(id) {
      const row = await selectById(id);
      return row && toUser(row);
    },

    async lockById(id) {
      const row = await select().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
      return row && toUser(row);
    },

    async findByEmail(email) {
      const row = await select().where("email", "=", email).executeTakeFirst();
      return row && toUser(row);
    },

    async insert(user) {
      const row = toRow(user);
      await namingTakenEmail("email-registered", queries.insertInto("users").values(row).execute());
      await writeUserWords(queries, [row]);
    },

    insertNew: (users) => insertNew(queries, users),

    async update(id, changes, updatedAt) {
      const query = queries
        .updateTable("users")
        .set(toChangedColumns(changes, updatedAt))
        .where("id", "=", id);
      const row = await namingTakenEmail("email-in-use", query.returningAll().executeTakeFirst());
      if (row !== undefined && changesWords(changes)) await writeUserWords(queries, [row]);
      return row && toUser(row);
    },

    async delete(id) {
      const { numDeletedRows } = await queries
        .deleteFrom("users")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async listAfter(afterId, limit) {
      const query = select().orderBy("id").limit(limit);
      const rows = await (afterId === undefined ? query : query.where("id", ">", afterId)).execute();
      return rows.map(toUser);
    },

    listPage: createPageReaders(queries),

    async search(starts, list, request) {
      const { items, total } = await searchUsers(queries, starts, list, request);
      return { items: items.map(toUser), total };
    },

    lockOtherAdmin: (id) => lockOtherAdmin(queries, id),
  };
}

async function lockOtherAdmin(queries: Kysely<Schema>, id: string): Promise<boolean> {
  // A transaction that demotes one of the first two admins waits here for the other, so one of them is left.
  const admins = await queries
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`role = 'admin' AND is_active = true`)
    .orderBy("id")
    .limit(sql<number>`2`)
    .forNoKeyUpdate()
    .execute();
  return admins.some((admin) => admin.id !== id);
}

async function insertNew(queries: Kysely<Schema>, users: readonly User[]): Promise<ReadonlySet<string>> {
  const rows = users.map(toRow);
  const stored = await queries
    .insertInto("users")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  const ids = new Set(stored.map(({ id }) => id));
  await writeUserWords(
    queries,
    rows.filter(({ id }) => ids.has(id)),
  );
  return ids;
}

/** How many users are in each list. */
const TOTALS = {
  all: keptCount("users"),
  active: keptCount("active users"),
  inactive: sql<number>`(${keptCount("users")} - ${keptCount("active users")})`,
} as const;

/** A reader for each list, whose queries are compiled at their first use. */
function createPageReaders(queries: Kysely<Schema>): UserRows["listPage"] {
  const readers = new Map<string, (request: PageRequest) => Promise<Page<User>>>();

  return ({ status, order }, request) => {
    const name = `${status} ${order}`;
    const read = readers.get(name) ?? createPageReader(queries, () => selectList(queries, { status, order }));
    readers.set(name, read);
    return read(request);
  };
}

function selectList(queries: Kysely<Schema>, { status, order }: UserList): ListById<UserRow> {
  const users = queries.selectFrom("users");
  const listed = status === "all" ? users : users.where(USERS_OF[status]);
  return {
    order,
    total: TOTALS[status],
    ids: (direction) => listed.select("id").orderBy("id", direction),
    rows: (comparison, firstId, limit) =>
      listed.selectAll().where("id", comparison, firstId).orderBy("id", order).limit(limit),
  };
}

/** Every query of a page is compiled once: lists of users are what people page through. */
function createPageReader(
  queries: Kysely<Schema>,
  list: () => ListById<UserRow>,
): (request: PageRequest) => Promise<Page<User>> {
  const count = compileOnce(queries, () => queries.selectNoFrom(sql<number>`${list().total}`.as("total")));
  const selectFrom = (end: End) =>
    compileListOnce(queries, (offset: number, limit: number) => selectPage(list(), end, offset, limit));
  const select = { front: selectFrom("front"), back: selectFrom("back") };

  return async (request) => {
    const total = Number((await count())?.total);
    return readPage(request, total, (end, ...range) => select[end](...range), toUser);
  };
}

const changesWords = ({ email, name, isActive }: UserChanges): boolean =>
  [email, name, isActive].some((change) => change !== undefined);

async function namingTakenEmail<Result>(
  code: "email-registered" | "email-in-use",
  write: Promise<Result>,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof UniqueViolation && error.column === "users.email") {
      throw new DomainError(code, { cause: error });
    }
    throw error;
  }
}

/** The domain's user behind a row of the table. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    role: row.role,
    isActive: Boolean(row.is_active),
    accessRevokedAt: toOptionalDate(row.password_changed_at),
    createdAt: toDate(row.created_at),
    updatedAt: toDate(row.updated_at),
  };
}

function toRow(user: User): NewUserRow {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    password_hash: user.passwordHash,
    role: user.role,
    is_active: user.isActive,
    password_changed_at: user.accessRevokedAt,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

/** Kysely leaves out a column whose value is undefined, so only what is named here and given is written. */
function toChangedColumns(changes: UserChanges, updatedAt: Date) {
  return {
    email: changes.email,
    name: changes.name,
    password_hash: changes.passwordHash,
    password_changed_at: changes.accessRevokedAt,
    role: changes.role,
    is_active: changes.isActive,
    updated_at: updatedAt,
  };
}
