import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { PostRow, Schema } from "../database/schema.ts";
import { keptCount } from "./kept-count.ts";
import type { ListById } from "./select-page.ts";

/** Spelt as in the partial indexes: with a bound value the engine could not know that an index fits. */
const published = sql<boolean>`status = 'published'`;
const unpublished = sql<boolean>`status <> 'published'`;

/** The published posts, newest first. */
export function listPublished(queries: Kysely<Schema>): ListById<"posts", PostRow> {
  const posts = queries.selectFrom("posts").where(published);
  return {
    order: "desc",
    total: keptCount("published posts"),
    ids: posts.select("id"),
    rows: (comparison, firstId) => posts.selectAll().where("id", comparison, firstId),
  };
}

/**
 * The published posts and the reader's own, newest first: two lists, each in the order of its index, which the engine
 * merges. An OR would make it read every post. What one person has not published is little enough to be counted.
 */
export function listVisible(queries: Kysely<Schema>, readerId: string): ListById<"posts", PostRow> {
  const { order, total, ids, rows } = listPublished(queries);
  const hidden = queries.selectFrom("posts").where(unpublished).where("user_id", "=", readerId);
  return {
    order,
    total: sql<number>`(${total} + (${hidden.select(({ fn }) => fn.countAll().as("total"))}))`,
    ids: ids.unionAll(hidden.select("id")),
    rows: (comparison, firstId) =>
      rows(comparison, firstId).unionAll(hidden.selectAll().where("id", comparison, firstId)),
  };
}
