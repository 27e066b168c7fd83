import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { PostRow, Schema } from "../database/schema.ts";
import { keptCount } from "./kept-count.ts";
import type { ListById, Order } from "./select-page.ts";

/** Spelt as in the partial indexes: with a bound value the engine could not know that an index fits. */
const published = sql<boolean>`status = 'published'`;
const unpublished = sql<boolean>`status <> 'published'`;

const publishedTotal = keptCount("published posts");

/** The published posts, newest first. */
export function listPublished(queries: Kysely<Schema>): ListById<PostRow> {
  const posts = queries.selectFrom("posts").where(published);
  return {
    order: "desc",
    total: publishedTotal,
    ids: (order) => posts.select("id").orderBy("id", order),
    rows: (comparison, firstId, limit) =>
      posts.selectAll().where("id", comparison, firstId).orderBy("id", "desc").limit(limit),
  };
}

/**
 * The published posts and the reader's own, newest first: two lists, each in the order of its index, which the engine
 * merges. An OR would make it read every post, and so would PostgreSQL if the two were not put in order one by one.
 * What one person has not published is little enough to be counted.
 */
export function listVisible(queries: Kysely<Schema>, readerId: string): ListById<PostRow> {
  const everyones = queries.selectFrom("posts").where(published);
  const own = queries.selectFrom("posts").where(unpublished).where("user_id", "=", readerId);
  const inOrder = (posts: typeof own, order: Order) =>
    queries.selectFrom(posts.select("id").orderBy("id", order).as("ordered")).select("id");

  return {
    order: "desc",
    total: sql<number>`(${publishedTotal} + (${own.select(({ fn }) => fn.countAll().as("total"))}))`,
    ids: (order) => inOrder(everyones, order).unionAll(inOrder(own, order)).orderBy("id", order),
    rows(comparison, firstId, limit) {
      const newest = (posts: typeof own) =>
        queries
          .selectFrom(
            posts
              .selectAll()
              .where("id", comparison, firstId)
              .orderBy("id", "desc")
              .limit(limit)
              .as("newest"),
          )
          .selectAll();
      return newest(everyones).unionAll(newest(own)).orderBy("id", "desc").limit(limit);
    },
  };
}
