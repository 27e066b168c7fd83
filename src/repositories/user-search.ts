import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExpressionBuilder, Kysely, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Schema, UserRow } from "../database/schema.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { UserList } from "../domain/user.ts";
import { unpeeked } from "./select-page.ts";

/** Of a beginning that more words have, the matches are looked for in the order of the list, and counted no further. */
export const MOST_COUNTED = 5_000;
/** How many users are looked at in one statement, which nothing else can run beside. */
const USERS_PER_STEP = 1_000;
/** Where the first of the list do not match, as many as this are put in order after all. */
const MOST_COLLECTED = 100_000;
const STEPS_BEFORE_COLLECTING = 10;
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
  const matches = queries
    .selectFrom("user_words")
    .select("user_id as id")
    .distinct()
    .where(beginsWith(rarest))
    .where(WORDS_OF[list.status])
    .where((words) => words.and(others.map((other) => hasWord(other, sql.ref("user_words.user_id")))));
  const { total } = await queries
    .selectFrom(matches.as("matches"))
    .select(({ fn }) => fn.countAll().as("total"))
    .executeTakeFirstOrThrow();
  const page = matches
    .orderBy("id", list.order)
    .limit(unpeeked(request.perPage))
    .offset(unpeeked((request.page - 1) * request.perPage));
  return { items: (await page.execute()).map(({ id }) => id), total: Number(total) };
}

/** Many users have such words: mostly, some are among the first of the list. */
async function walk(search: Search): Promise<Page<string>> {
  const { page, perPage } = search.request;
  const offset = (page - 1) * perPage;
  if (offset >= MOST_COUNTED) return { items: [], total: MOST_COUNTED };
  const found: string[] = [];
  let after: string | undefined;
  let steps = 0;
  do {
    const wanted = offset + perPage - found.length;
    const step = await takeStep(search, after, wanted);
    found.push(...step.ids);
    if (found.length >= offset + perPage) return { items: found.slice(offset), total: MOST_COUNTED };
    after = step.last;
    // On SQLite a statement never waits, and neither would anybody else get a turn.
    await nextTurn();
    steps += 1;
    if (steps === STEPS_BEFORE_COLLECTING && after !== undefined && (await isCollectable(search))) {
      const { items, total } = await collect(search);
      return { items, total: Math.min(total, MOST_COUNTED) };
    }
  } while (after !== undefined);
  return { items: found.slice(offset), total: found.length };
}

const isCollectable = async ({ queries, rarest }: Search): Promise<boolean> =>
  (await countWords(queries, rarest, MOST_COLLECTED + 1)) <= MOST_COLLECTED;

/** Looks at the next users of the list. @returns those who match, and the last one looked at unless the list is over */
async function takeStep(
  { queries, list, starts }: Search,
  after: string | undefined,
  wanted: number,
): Promise<{ ids: string[]; last: string | undefined }> {
  const comparison = list.order === "asc" ? ">" : "<";
  const all = queries.selectFrom("users").select("id").where(USERS_OF[list.status]).orderBy("id", list.order);
  const next = after === undefined ? all : all.where("id", comparison, after);
  const matches = await queries
    .selectFrom(next.limit(unpeeked(USERS_PER_STEP)).as("step"))
    .select("id")
    .where(({ and }) => and(starts.map((start) => hasWord(start, sql.ref("step.id")))))
    .orderBy("id", list.order)
    .limit(unpeeked(wanted))
    .execute();
  const last = await next
    .limit(ONE)
    .offset(unpeeked(USERS_PER_STEP - 1))
    .executeTakeFirst();
  return { ids: matches.map(({ id }) => id), last: last?.id };
}

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
