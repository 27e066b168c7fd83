import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queries, Row } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { allOf, sql } from "../database/sql.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { UserList } from "../domain/user.ts";
import { DIRECTIONS, readTotal, unpeeked } from "./read-page.ts";

/** The most matches that are counted and can be paged through. Counting more takes longer than reading the page. */
export const MOST_COUNTED = 500;
/** Up to this many entries are sorted. More are read in the order of the list. */
const FEW = 2_000;
/** How many entries one statement reads. On SQLite nothing else runs meanwhile. */
const MOST_PER_STEP = 2_000;
/** The size of the first step of a walk, for each wanted match. */
const ENTRIES_PER_MATCH = 16;
/** No more entries than this are ever sorted. */
const MOST_COLLECTED = 20_000;
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

/** For many entries: walks the users of each prefix in the order of the list, a step of each in turn. */
async function walk(search: Search): Promise<Page<string>> {
  const { page, perPage } = search.request;
  const offset = (page - 1) * perPage;
  if (offset >= MOST_COUNTED) return { items: [], total: MOST_COUNTED };
  const end = Math.min(offset + perPage, MOST_COUNTED);
  const walks = search.starts.map((start) => startWalk(search, start, { offset, end }));
  let looked = 0;
  for (let size = end * ENTRIES_PER_MATCH; ; size *= 4) {
    size = Math.min(size, MOST_PER_STEP);
    for (const step of walks) {
      const found = await step(size);
      if (found !== undefined) return found;
      // On SQLite an awaited statement does not yield to the event loop, so other requests would wait.
      await nextTurn();
    }
    looked += size;
    if (await isCollectable(search, looked)) return collect(search);
  }
}

/** Whether sorting all entries takes no longer than the walk so far. */
async function isCollectable({ queries, rarest }: Search, looked: number): Promise<boolean> {
  const most = Math.min(looked, MOST_COLLECTED);
  return most > FEW && (await countWords(queries, rarest, most + 1)) <= most;
}

/** @returns a function that reads the next users of a prefix, and returns the page once it is complete */
function startWalk(
  { queries, list, starts }: Search,
  start: string,
  { offset, end }: { readonly offset: number; readonly end: number },
): (size: number) => Promise<Page<string> | undefined> {
  const others = starts
    .filter((other) => other !== start)
    .map((other) => hasWord(other, sql`user_words.user_id`));
  const conditions = allOf([IN_LIST[list.status], startsWith(start), ...others]);
  const isForward = list.order === "asc";
  const inOrder = sql`ORDER BY user_id ${DIRECTIONS[list.order]}`;
  const matches: string[] = [];
  let from: string | undefined;

  return async function step(size) {
    const started = from === undefined ? sql`` : sql`AND user_id ${isForward ? sql`>=` : sql`<=`} ${from}`;
    const entries = sql`user_words WHERE ${isListedUnder(start)} ${started}`;
    const next = await queries.first(
      sql`SELECT user_id AS id FROM ${entries} ${inOrder} LIMIT 1 OFFSET ${unpeeked(size)}`,
      readId,
    );
    const ended = next === undefined ? sql`` : sql`AND user_id ${isForward ? sql`<` : sql`>`} ${next}`;
    const found = sql`SELECT DISTINCT user_id AS id FROM ${entries} ${ended} AND ${conditions} ${inOrder}
      LIMIT ${unpeeked(end - matches.length)}`;
    matches.push(...(await queries.all(found, readId)));
    if (matches.length === end) return { items: matches.slice(offset), total: MOST_COUNTED };
    from = next;
    return next === undefined ? { items: matches.slice(offset), total: matches.length } : undefined;
  };
}

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
