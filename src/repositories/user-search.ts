import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queries, Row } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { allOf, sql } from "../database/sql.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { UserList } from "../domain/user.ts";
import { DIRECTIONS, readTotal, unpeeked } from "./read-page.ts";

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
 * Reads a page of the ids of users who have a word for each of the beginnings.
 *
 * @param starts at least one; folded, and none the beginning of another
 */
export async function searchUsers(
  queries: Queries,
  starts: readonly string[],
  list: UserList,
  request: PageRequest,
): Promise<Page<string>> {
  const { rarest, count } = await findRarest(queries, starts);
  const others = starts.filter((start) => start !== rarest);
  const search = { queries, list, request, starts, rarest, others };
  return count > MOST_COUNTED ? walk(search) : collect(search);
}

interface Search {
  readonly queries: Queries;
  readonly list: UserList;
  readonly request: PageRequest;
  readonly starts: readonly string[];
  /** The beginning that the fewest words have. */
  readonly rarest: string;
  readonly others: readonly string[];
}

/** Which beginning the fewest words have, and how many, counted as far as matters. */
async function findRarest(
  queries: Queries,
  starts: readonly string[],
): Promise<{ rarest: string; count: number }> {
  let found = { rarest: "", count: MOST_COUNTED + 2 };
  for (const start of starts) {
    const count = await countWords(queries, start, Math.min(found.count, MOST_COUNTED + 1));
    if (count < found.count) found = { rarest: start, count };
  }
  return found;
}

async function countWords(queries: Queries, start: string, most: number): Promise<number> {
  const some = sql`SELECT word FROM user_words WHERE ${beginsWith(start)} LIMIT ${unpeeked(most)}`;
  return readTotal(queries, sql`(SELECT count(*) FROM (${some}) AS counted)`);
}

/** Few users have such a word: all of them are put in order. */
async function collect({ queries, list, request, rarest, others }: Search): Promise<Page<string>> {
  const conditions = others.map((other) => hasWord(other, sql`user_words.user_id`));
  const matches = sql`SELECT DISTINCT user_id AS id FROM user_words
    WHERE ${allOf([beginsWith(rarest), IN_LIST[list.status], ...conditions])}`;
  const total = await readTotal(queries, sql`(SELECT count(*) FROM (${matches}) AS matches)`);
  const offset = unpeeked((request.page - 1) * request.perPage);
  const items = await queries.all(
    sql`${matches} ORDER BY id ${DIRECTIONS[list.order]} LIMIT ${unpeeked(request.perPage)} OFFSET ${offset}`,
    readId,
  );
  return { items, total };
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
  const comparison = list.order === "asc" ? sql`>` : sql`<`;
  const behind = after === undefined ? sql`` : sql`AND id ${comparison} ${after}`;
  const next = sql`SELECT id FROM users WHERE ${IN_LIST[list.status]} ${behind} ORDER BY id ${DIRECTIONS[list.order]}`;
  const conditions = starts.map((start) => hasWord(start, sql`step.id`));
  const ids = await queries.all(
    sql`SELECT id FROM (${next} LIMIT ${unpeeked(USERS_PER_STEP)}) AS step WHERE ${allOf(conditions)}
      ORDER BY id ${DIRECTIONS[list.order]} LIMIT ${unpeeked(wanted)}`,
    readId,
  );
  const last = await queries.first(sql`${next} LIMIT 1 OFFSET ${unpeeked(USERS_PER_STEP - 1)}`, readId);
  return { ids, last };
}

const readId = (row: Row): string => row["id"] as string;

const beginsWith = (start: string): Sql => sql`(word >= ${start} AND word < ${start + LAST_CHARACTER})`;

/** In a CASE, since PostgreSQL would make a join of each EXISTS, and takes long to plan many joins. */
const hasWord = (start: string, userId: Sql): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM user_words AS own WHERE own.user_id = ${userId}
    AND own.word >= ${start} AND own.word < ${start + LAST_CHARACTER}) THEN true ELSE false END`;

/** Spelt as in the partial indexes: with a bound value the engine could not know that an index fits. */
export const IN_LIST = { active: sql`is_active = true`, inactive: sql`is_active = false`, all: sql`true` };
