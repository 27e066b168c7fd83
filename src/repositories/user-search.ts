import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExpressionBuilder, Kysely, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Schema, UserRow } from "../database/schema.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { UserList } from "../domain/user.ts";
import { unpeeked } from "./select-page.ts";

/** Of a beginning that more words have, the matches are read in the order of the list, and counted no further. */
export const MOST_COUNTED = 1_000;
/** How many entries are looked at in one statement, which nothing else can run beside. */
const MOST_PER_STEP = 2_000;
/** The first step of a walk, for each match that is wanted. */
const ENTRIES_PER_MATCH = 16;
/** Where the first of the list do not match, this many are put in order after all: that takes less than more steps. */
const FEW = 2_000;
/** No more are ever put in order. */
const MOST_COLLECTED = 20_000;
/** How many characters of a word the longest index of beginnings has. */
const LONGEST_INDEXED = 2;
/** Behind every word with the same beginning. */
const LAST_CHARACTER = "\u{10ffff}";

/**
 * Reads a page of the users who have a word for each of the beginnings.
 *
 * @param starts at least one; folded, and none the beginning of another
 */
export async function searchUsers(
  queries: Kysely<Schema>,
  starts: readonly string[],
  list: UserList,
  request: PageRequest,
): Promise<Page<UserRow>> {
  const { rarest, count } = await findRarest(queries, starts);
  const others = starts.filter((start) => start !== rarest);
  const search = { queries, list, request, starts, rarest, others };
  const { items: ids, total } = count > MOST_COUNTED ? await walk(search) : await collect(search);
  return { items: await readRows(queries, ids, list), total };
}

interface Search {
  readonly queries: Kysely<Schema>;
  readonly list: UserList;
  readonly request: PageRequest;
  readonly starts: readonly string[];
  /** The beginning that the fewest words have. */
  readonly rarest: string;
  readonly others: readonly string[];
}

/** Which beginning the fewest words have, and how many, counted as far as matters. */
async function findRarest(
  queries: Kysely<Schema>,
  starts: readonly string[],
): Promise<{ rarest: string; count: number }> {
  let found = { rarest: "", count: MOST_COUNTED + 2 };
  for (const start of starts) {
    const count = await countWords(queries, start, Math.min(found.count, MOST_COUNTED + 1));
    if (count < found.count) found = { rarest: start, count };
  }
  return found;
}

async function countWords(queries: Kysely<Schema>, start: string, most: number): Promise<number> {
  const some = queries.selectFrom("user_words").select("word").where(beginsWith(start)).limit(unpeeked(most));
  const { count } = await queries
    .selectFrom(some.as("counted"))
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Few users have such a word: all of them are put in order. */
async function collect({ queries, list, request, rarest, others }: Search): Promise<Page<string>> {
  const users = queries
    .selectFrom("user_words")
    .select("user_id as id")
    .distinct()
    .where(beginsWith(rarest))
    .where(WORDS_OF[list.status])
    .where((words) => words.and(others.map(isHad)));
  const rows = await queries
    .with(
      (cte) => cte("matches").materialized(),
      () => users,
    )
    .with("counted", (matches) => matches.selectFrom("matches").select(({ fn }) => fn.countAll().as("total")))
    .with("page", (matches) =>
      matches
        .selectFrom("matches")
        .select("id")
        .orderBy("id", list.order)
        .limit(unpeeked(request.perPage))
        .offset(unpeeked((request.page - 1) * request.perPage)),
    )
    .selectFrom("counted")
    .leftJoin("page", (join) => join.onTrue())
    .select(["page.id", "counted.total"])
    .execute();
  return { items: rows.flatMap(({ id }) => id ?? []), total: Number(rows[0]?.total) };
}

/** Many users have each of the words: for each word those who have it are looked at in the order of the list, in turn. */
async function walk(search: Search): Promise<Page<string>> {
  const { page, perPage } = search.request;
  const offset = (page - 1) * perPage;
  if (offset >= MOST_COUNTED) return { items: [], total: MOST_COUNTED };
  const wanted = { offset, count: Math.min(perPage, MOST_COUNTED - offset) };
  const walks = search.starts.map((start) => startWalk(search, start, wanted));
  let looked = 0;
  for (let size = (offset + perPage) * ENTRIES_PER_MATCH; ; size *= 4) {
    size = Math.min(size, MOST_PER_STEP);
    for (const step of walks) {
      const end = await step(size);
      if (end !== undefined) return end;
      // On SQLite a statement never waits, and neither would anybody else get a turn.
      await nextTurn();
    }
    looked += size;
    if (!(await isCollectable(search, looked))) continue;
    const { items, total } = await collect(search);
    return { items: items.slice(0, wanted.count), total: Math.min(total, MOST_COUNTED) };
  }
}

/** Whether putting all of them in order takes no longer than the walk has taken. */
async function isCollectable({ queries, rarest }: Search, looked: number): Promise<boolean> {
  const most = Math.min(Math.max(looked, FEW), MOST_COLLECTED);
  return (await countWords(queries, rarest, most + 1)) <= most;
}

/** @returns a step that looks at more of the users who have a word with a beginning, and gives the page once it is known */
function startWalk(
  { queries, list, starts }: Search,
  start: string,
  { offset, count }: { readonly offset: number; readonly count: number },
): (size: number) => Promise<Page<string> | undefined> {
  const others = starts.filter((other) => other !== start);
  const order = sql.raw(list.order);
  const items: string[] = [];
  let from: string | undefined;
  let found = 0;

  return async function step(size) {
    const entries = sql`user_words WHERE ${isListedUnder(start)} ${startingAt(list, from)}`;
    const next = await sql<{ id: string }>`
      SELECT user_id AS id FROM ${entries} ORDER BY user_id ${order} LIMIT ${ONE} OFFSET ${unpeeked(size)}
    `.execute(queries);
    const end = next.rows[0]?.id;
    const matches = sql`SELECT DISTINCT user_id AS id FROM ${entries} ${endingBefore(list, end)}
      AND ${WORDS_OF[list.status]} AND ${startsWith(start)} AND ${sql.join([sql`true`, ...others.map(isHad)], sql` AND `)}
      ORDER BY user_id ${order}`;
    const page = await sql<{ id: string }>`${matches}
      LIMIT ${unpeeked(count - items.length)} OFFSET ${unpeeked(Math.max(offset - found, 0))}
    `.execute(queries);
    items.push(...page.rows.map(({ id }) => id));
    if (items.length === count) return { items, total: MOST_COUNTED };
    const counted = await sql<{
      total: number;
    }>`SELECT count(*) AS total FROM (${matches}) AS matches`.execute(queries);
    found += Number(counted.rows[0]?.total);
    from = end;
    return end === undefined ? { items, total: found } : undefined;
  };
}

const startingAt = ({ order }: UserList, id: string | undefined) =>
  id === undefined ? sql`` : order === "asc" ? sql`AND user_id >= ${id}` : sql`AND user_id <= ${id}`;

const endingBefore = ({ order }: UserList, id: string | undefined) =>
  id === undefined ? sql`` : order === "asc" ? sql`AND user_id < ${id}` : sql`AND user_id > ${id}`;

const isHad = (start: string) => hasWord(start, sql.ref("user_words.user_id"));

/** Whether an entry is in the part of an index that holds all words with this beginning, and maybe others. */
const isListedUnder = (start: string) => {
  const characters = [...start];
  return characters.length < LONGEST_INDEXED
    ? sql`substr(word, 1, 1) = ${start}`
    : sql`substr(word, 1, 2) = ${characters.slice(0, LONGEST_INDEXED).join("")}`;
};

const startsWith = (start: string) =>
  [...start].length <= LONGEST_INDEXED ? sql`true` : sql`substr(word, 1, ${[...start].length}) = ${start}`;

async function readRows(
  queries: Kysely<Schema>,
  ids: readonly string[],
  { order }: UserList,
): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return queries.selectFrom("users").selectAll().where("id", "in", ids).orderBy("id", order).execute();
}

const ONE = sql<number>`1`;

const beginsWith =
  (start: string) =>
  ({ and, eb }: ExpressionBuilder<Schema, "user_words">) =>
    and([eb("word", ">=", start), eb("word", "<", start + LAST_CHARACTER)]);

/** In a CASE, since PostgreSQL would make a join of each EXISTS, and takes long to plan many joins. */
const hasWord = (start: string, userId: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`CASE WHEN EXISTS (SELECT 1 FROM user_words AS own WHERE own.user_id = ${userId}
    AND own.word >= ${start} AND own.word < ${start + LAST_CHARACTER}) THEN true ELSE false END`;

/** Spelt as in the partial indexes: with a bound value the engine could not know that an index fits. */
export const USERS_OF = {
  active: sql<boolean>`is_active = true`,
  inactive: sql<boolean>`is_active = false`,
  all: sql<boolean>`true`,
} as const;

const WORDS_OF = {
  active: sql<boolean>`user_words.is_active = true`,
  inactive: sql<boolean>`user_words.is_active = false`,
  all: sql<boolean>`true`,
} as const;
