import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queries, Row } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { allOf, sql } from "../database/sql.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { UserList } from "../domain/user.ts";
import { DIRECTIONS, readTotal, unpeeked } from "./read-page.ts";

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
  const matches = sql`SELECT DISTINCT user_id AS id FROM user_words
    WHERE ${allOf([beginsWith(rarest), IN_LIST[list.status], ...others.map(isHad)])}`;
  const offset = unpeeked((request.page - 1) * request.perPage);
  const rows = await queries.all<{ id: string | null; total: number | string }>(
    sql`WITH matches AS MATERIALIZED (${matches}),
      counted AS (SELECT count(*) AS total FROM matches),
      page AS (SELECT id FROM matches ORDER BY id ${DIRECTIONS[list.order]}
        LIMIT ${unpeeked(request.perPage)} OFFSET ${offset})
      SELECT page.id, counted.total FROM counted LEFT JOIN page ON true`,
  );
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
  const conditions = allOf([IN_LIST[list.status], startsWith(start), ...others.map(isHad)]);
  const isForward = list.order === "asc";
  const inOrder = sql`ORDER BY user_id ${DIRECTIONS[list.order]}`;
  const items: string[] = [];
  let from: string | undefined;
  let found = 0;

  return async function step(size) {
    const started = from === undefined ? sql`` : sql`AND user_id ${isForward ? sql`>=` : sql`<=`} ${from}`;
    const entries = sql`user_words WHERE ${isListedUnder(start)} ${started}`;
    const end = await queries.first(
      sql`SELECT user_id AS id FROM ${entries} ${inOrder} LIMIT 1 OFFSET ${unpeeked(size)}`,
      readId,
    );
    const ended = end === undefined ? sql`` : sql`AND user_id ${isForward ? sql`<` : sql`>`} ${end}`;
    const matches = sql`SELECT DISTINCT user_id AS id FROM ${entries} ${ended} AND ${conditions} ${inOrder}`;
    const range = sql`LIMIT ${unpeeked(count - items.length)} OFFSET ${unpeeked(Math.max(offset - found, 0))}`;
    items.push(...(await queries.all(sql`${matches} ${range}`, readId)));
    if (items.length === count) return { items, total: MOST_COUNTED };
    found += await readTotal(queries, sql`(SELECT count(*) FROM (${matches}) AS matches)`);
    from = end;
    return end === undefined ? { items, total: found } : undefined;
  };
}

/** Whether an entry is in the part of an index that holds all words with this beginning, and maybe others. */
function isListedUnder(start: string): Sql {
  const characters = [...start];
  return characters.length < LONGEST_INDEXED
    ? sql`substr(word, 1, 1) = ${start}`
    : sql`substr(word, 1, 2) = ${characters.slice(0, LONGEST_INDEXED).join("")}`;
}

function startsWith(start: string): Sql {
  const { length } = [...start];
  return length <= LONGEST_INDEXED ? sql`true` : sql`substr(word, 1, CAST(${length} AS integer)) = ${start}`;
}

const isHad = (start: string): Sql => hasWord(start, sql`user_words.user_id`);

const readId = (row: Row): string => row["id"] as string;

const beginsWith = (start: string): Sql => sql`(word >= ${start} AND word < ${start + LAST_CHARACTER})`;

/** In a CASE, since PostgreSQL would make a join of each EXISTS, and takes long to plan many joins. */
const hasWord = (start: string, userId: Sql): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM user_words AS own WHERE own.user_id = ${userId}
    AND own.word >= ${start} AND own.word < ${start + LAST_CHARACTER}) THEN true ELSE false END`;

/** Spelt as in the partial indexes: with a bound value the engine could not know that an index fits. */
export const IN_LIST = { active: sql`is_active = true`, inactive: sql`is_active = false`, all: sql`true` };
