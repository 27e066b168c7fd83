import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queries, Row } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { allOf, sql } from "../database/sql.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { UserList } from "../domain/user.ts";
import { DIRECTIONS, readTotal, unpeeked } from "./read-page.ts";

/** The most matches that are counted and can be paged through. Counting more takes longer than reading the page. */
export const MOST_COUNTED = 500;
/** Up to this many entries are sorted straight away. More are read in the order of the list. */
const FEW = 2_000;
/** Up to this many are sorted if the first ones in the order of the list have too few matches. */
const MOST_SORTED = 5_000;
/** The first entries of each word are looked up for the other words. Most searches need no more. */
const LOOKED_UP = 1_000;
/** How many entries of a word one statement reads. On SQLite nothing else runs meanwhile. */
const MOST_PER_STEP = 5_000;
/** The number of characters in the longest index of word prefixes. */
const LONGEST_INDEXED = 2;
/** After a prefix, it sorts after every word with the prefix. */
const LAST_CHARACTER = "\u{10ffff}";

/**
 * Reads a page of the ids of users who have, for each of the prefixes, a word that begins with it.
 *
 * @param starts at least one prefix, all folded, none a prefix of another
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
  return count > FEW ? walk(search) : collect(search);
}

interface Search {
  readonly queries: Queries;
  readonly list: UserList;
  readonly request: PageRequest;
  readonly starts: readonly string[];
  /** The prefix of the fewest words. */
  readonly rarest: string;
  readonly others: readonly string[];
}

/** Finds the prefix of the fewest words and their number, counted only up to `FEW + 1`. */
async function findRarest(
  queries: Queries,
  starts: readonly string[],
): Promise<{ rarest: string; count: number }> {
  let found = { rarest: "", count: FEW + 2 };
  for (const start of starts) {
    const count = await countWords(queries, start, Math.min(found.count, FEW + 1));
    if (count < found.count) found = { rarest: start, count };
  }
  return found;
}

async function countWords(queries: Queries, start: string, most: number): Promise<number> {
  const some = sql`SELECT word FROM user_words WHERE ${beginsWith(start)} LIMIT ${unpeeked(most)}`;
  return readTotal(queries, sql`(SELECT count(*) FROM (${some}) AS counted)`);
}

/**
 * For few entries: sorts them, and compares the other words in this order until enough matches are counted. Both engines
 * scan a materialized table in its order.
 */
async function collect({ queries, list, request, rarest, others }: Search): Promise<Page<string>> {
  const direction = DIRECTIONS[list.order];
  const entries = sql`SELECT DISTINCT user_id FROM user_words
    WHERE ${allOf([beginsWith(rarest), IN_LIST[list.status]])} ORDER BY user_id ${direction}`;
  const conditions = [sql`true`, ...others.map((other) => hasWord(other, sql`entries.user_id`))];
  const matches = sql`SELECT user_id FROM entries WHERE ${allOf(conditions)} LIMIT ${unpeeked(MOST_COUNTED)}`;
  const offset = unpeeked((request.page - 1) * request.perPage);
  const rows = await queries.all<{ id: string | null; total: number | string }>(
    sql`WITH entries AS MATERIALIZED (${entries}),
      matches AS MATERIALIZED (${matches}),
      counted AS (SELECT count(*) AS total FROM matches),
      page AS (SELECT user_id AS id FROM matches ORDER BY id ${direction}
        LIMIT ${unpeeked(request.perPage)} OFFSET ${offset})
      SELECT page.id, counted.total FROM counted LEFT JOIN page ON true`,
  );
  return { items: rows.flatMap(({ id }) => id ?? []), total: Number(rows[0]?.total) };
}

/**
 * For many entries: looks up the users of each word in turn, in the order of the list, for the other words. If few of
 * them match, reads the entries of all words once instead.
 */
async function walk(search: Search): Promise<Page<string>> {
  const { queries, starts, rarest, request } = search;
  const offset = (request.page - 1) * request.perPage;
  const pageOf = (ids: readonly string[]) => ({
    items: ids.slice(offset, offset + request.perPage),
    total: ids.length,
  });
  for (const start of starts) {
    const found = await lookUp(search, start);
    if (found !== undefined) return pageOf(found);
    await nextTurn();
  }
  const isSortable = (await countWords(queries, rarest, MOST_SORTED + 1)) <= MOST_SORTED;
  return isSortable ? collect(search) : pageOf(await intersect(search));
}

/** Looks up the first users of a word for the others. @returns the matches, if these are all that are counted */
function lookUp(search: Search, start: string): Promise<readonly string[] | undefined> {
  const others = search.starts.filter((other) => other !== start);
  const matching = allOf([
    isEntry(search, start),
    ...others.map((other) => hasWord(other, sql`user_words.user_id`)),
  ]);
  const select = (slice: Sql) =>
    sql`SELECT DISTINCT user_id AS id FROM user_words WHERE ${allOf([slice, matching])}`;
  return readSlices(search, [start], select)(LOOKED_UP);
}

/** Reads the entries of the two sparsest words, slice by slice, and looks up the users of both for the other words. */
async function intersect(search: Search): Promise<readonly string[]> {
  const [first, second, ...others] = await sortByDensity(search);
  const step = readSlices(search, second === undefined ? [first] : [first, second], (slice) => {
    const entries = (start: string) =>
      sql`SELECT DISTINCT user_id AS id FROM user_words WHERE ${allOf([slice, isEntry(search, start)])}`;
    const both = second === undefined ? entries(first) : sql`${entries(first)} INTERSECT ${entries(second)}`;
    const conditions = [sql`true`, ...others.map((other) => hasWord(other, sql`both_words.id`))];
    return sql`SELECT id FROM (${both}) AS both_words WHERE ${allOf(conditions)}`;
  });
  for (;;) {
    const found = await step(MOST_PER_STEP);
    if (found !== undefined) return found;
    // On SQLite an awaited statement does not yield to the event loop, so other requests would wait.
    await nextTurn();
  }
}

/** The prefixes, those with the fewest users at the beginning of the list first. */
async function sortByDensity(search: Search): Promise<[string, ...string[]]> {
  const reached = new Map<string, string>();
  const isForward = search.list.order === "asc";
  for (const start of search.starts) {
    const id = await findUserAt(search, start, sql`true`, LOOKED_UP);
    reached.set(start, id ?? (isForward ? LAST_CHARACTER : ""));
  }
  const ascending = search.starts.toSorted((one, other) =>
    (reached.get(one) as string) < (reached.get(other) as string) ? -1 : 1,
  );
  return (isForward ? ascending.toReversed() : ascending) as [string, ...string[]];
}

/**
 * Reads the list slice by slice. A slice ends where one of the words has `size` entries in it.
 *
 * @param select a statement for the different ids of the matches in a slice
 * @returns a function that reads the next slice, and returns all matches once they are complete
 */
function readSlices(
  search: Search,
  starts: readonly string[],
  select: (slice: Sql) => Sql,
): (size: number) => Promise<readonly string[] | undefined> {
  const { queries, list } = search;
  const isForward = list.order === "asc";
  const matches: string[] = [];
  let started = sql`true`;

  async function findEnd(size: number): Promise<string | undefined> {
    const ends: string[] = [];
    for (const start of starts) {
      const end = await findUserAt(search, start, started, size);
      if (end !== undefined) ends.push(end);
    }
    ends.sort();
    return isForward ? ends[0] : ends.at(-1);
  }

  return async (size) => {
    const end = await findEnd(size);
    const ended = end === undefined ? sql`true` : sql`user_id ${isForward ? sql`<` : sql`>`} ${end}`;
    const found = sql`${select(allOf([started, ended]))} ORDER BY id ${DIRECTIONS[list.order]}
      LIMIT ${unpeeked(MOST_COUNTED - matches.length)}`;
    matches.push(...(await queries.all(found, readId)));
    if (end !== undefined) started = sql`user_id ${isForward ? sql`>=` : sql`<=`} ${end}`;
    return end === undefined || matches.length === MOST_COUNTED ? matches : undefined;
  };
}

/** The user of the entry at this offset in the index that lists the prefix, in the order of the list. */
function findUserAt(
  { queries, list }: Search,
  start: string,
  started: Sql,
  offset: number,
): Promise<string | undefined> {
  const entries = sql`user_words WHERE ${allOf([isListedUnder(start), started])}`;
  return queries.first(
    sql`SELECT user_id AS id FROM ${entries} ORDER BY user_id ${DIRECTIONS[list.order]}
      LIMIT 1 OFFSET ${unpeeked(offset)}`,
    readId,
  );
}

/** Whether an entry of this status begins with the prefix. An index has the entries in the order of the list. */
const isEntry = ({ list }: Search, start: string): Sql =>
  allOf([isListedUnder(start), startsWith(start), IN_LIST[list.status]]);

/** Whether an entry is in the range of an index that holds all words with this prefix, and possibly others. */
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

const readId = (row: Row): string => row["id"] as string;

const beginsWith = (start: string): Sql => sql`(word >= ${start} AND word < ${start + LAST_CHARACTER})`;

/** In a CASE, because PostgreSQL would turn each EXISTS into a join, and planning many joins takes long. */
const hasWord = (start: string, userId: Sql): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM user_words AS own WHERE own.user_id = ${userId}
    AND own.word >= ${start} AND own.word < ${start + LAST_CHARACTER}) THEN true ELSE false END`;

/** Written as in the partial indexes: with a parameter the engine could not tell that an index fits. */
export const IN_LIST = { active: sql`is_active = true`, inactive: sql`is_active = false`, all: sql`true` };
