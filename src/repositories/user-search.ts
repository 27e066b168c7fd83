import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { allOf, sql, unpeeked } from "../database/sql.ts";
import type { UserList } from "../domain/user.ts";
import { DIRECTIONS } from "./read-page.ts";

/** The most matches that are counted and can be paged through. Counting more takes longer than reading the page. */
export const MOST_COUNTED = 500;
/** The size of the first slice. Most searches for common words end in it. */
const FIRST_SLICE = 600;
/** The size of later slices. On SQLite nothing else runs while one is read. */
const SLICE = 5_000;
/** If a prefix has at most this many entries, they are sorted. */
const MOST_SORTED = 5_000;
/** The number of entries of the sparsest prefix that are looked up for the others. */
const LOOKED_UP = 1_000;
/** After a prefix, it sorts after every word with the prefix. */
const LAST_CHARACTER = "\u{10ffff}";

interface Search {
  readonly queries: Queries;
  readonly list: UserList;
  /** The prefixes: at least one, all folded, none a prefix of another. */
  readonly starts: readonly string[];
}

/** A part of the list, in which the two sparsest prefixes have at most a certain number of entries each. */
interface Slice {
  /** The sparsest first. */
  readonly starts: readonly string[];
  /** The first user, or null at the beginning of the list. */
  readonly from: string | null;
  /** The first user behind the slice, or null at the end of the list. */
  readonly to: string | null;
}

/**
 * Finds the users who have, for each of the prefixes, a word that begins with it.
 *
 * @returns their ids, in the order of the list, up to `MOST_COUNTED`
 */
export async function searchUsers(search: Search): Promise<readonly string[]> {
  const first = await findSlice(search, FIRST_SLICE, null);
  const matches = await merge(search, first);
  if (isAll(matches, first.to)) return matches;
  // Each takes longer than the one before and may give up, except for the last.
  const sparsestFirst = { ...search, starts: first.starts };
  return (await sortFew(sparsestFirst)) ?? (await lookUpFirst(sparsestFirst)) ?? (await mergeAll(search));
}

/** If one of the prefixes has few entries, sorts their users and looks them up for the others. */
async function sortFew(search: Search): Promise<readonly string[] | undefined> {
  for (const start of search.starts) {
    const more = sql`SELECT 1 AS one FROM user_words WHERE ${beginsWith(start)} LIMIT 1 OFFSET ${unpeeked(MOST_SORTED)}`;
    if ((await search.queries.first(more)) !== undefined) continue;
    const others = search.starts.filter((other) => other !== start);
    return lookUp(search, usersWhere(search, beginsWith(start)), others);
  }
  return undefined;
}

/** Looks up the first users of the sparsest prefix for the others: these may be much denser. */
async function lookUpFirst(search: Search): Promise<readonly string[] | undefined> {
  const [sparsest = "", ...others] = search.starts;
  const slice = await findSlice({ ...search, starts: [sparsest] }, LOOKED_UP, null);
  const matches = await lookUp(search, usersIn(search, sparsest, slice), others);
  return isAll(matches, slice.to) ? matches : undefined;
}

async function mergeAll(search: Search): Promise<readonly string[]> {
  const matches: string[] = [];
  let from: string | null = null;
  for (;;) {
    // On SQLite an awaited statement does not yield to the event loop, so other requests would wait.
    await nextTurn();
    const slice: Slice = await findSlice(search, SLICE, from);
    matches.push(...(await merge(search, slice)));
    if (isAll(matches, slice.to)) return matches.slice(0, MOST_COUNTED);
    from = slice.to;
  }
}

const isAll = (matches: readonly string[], to: string | null): boolean =>
  to === null || matches.length >= MOST_COUNTED;

/** Merges the entries of the two sparsest prefixes, which an index has in the order of the list. */
function merge(search: Search, slice: Slice): Promise<readonly string[]> {
  const [first = "", second, ...others] = slice.starts;
  const users = usersIn(search, first, slice);
  const both = second === undefined ? users : sql`${users} INTERSECT ${usersIn(search, second, slice)}`;
  return lookUp(search, both, others);
}

/** Reads the ids of those users who have a word for each of the prefixes. */
async function lookUp({ queries, list }: Search, users: Sql, starts: readonly string[]): Promise<string[]> {
  const matches = sql`SELECT user_id FROM (${users} ORDER BY user_id ${DIRECTIONS[list.order]}) AS sorted
    WHERE ${allOf([sql`true`, ...starts.map(hasWord)])} LIMIT ${unpeeked(MOST_COUNTED)}`;
  // As one text, because a row for each id takes longer than finding it.
  const row = await queries.first<{ ids: string | null }>(
    sql`SELECT string_agg(CAST(user_id AS text), ',') AS ids FROM (${matches}) AS matches`,
  );
  return row?.ids?.split(",") ?? [];
}

async function findSlice(search: Search, size: number, from: string | null): Promise<Slice> {
  const { list, starts, queries } = search;
  const ends = starts.map(
    (start) => sql`SELECT CAST(${start} AS text) AS start, (
      SELECT user_id FROM user_words WHERE ${isListedUnder(start)} AND ${isBetween(search, from, null)}
      ORDER BY user_id ${DIRECTIONS[list.order]} LIMIT 1 OFFSET ${unpeeked(size)}) AS id`,
  );
  const farthestFirst = DIRECTIONS[list.order === "asc" ? "desc" : "asc"];
  const sorted = await queries.all<{ start: string; id: string | null }>(
    sql`SELECT start, id FROM (${ends.reduce((found, end) => sql`${found} UNION ALL ${end}`)}) AS ends
      ORDER BY id ${farthestFirst} NULLS FIRST`,
  );
  const merged = sorted.slice(0, 2);
  return { starts: sorted.map(({ start }) => start), from, to: merged.at(-1)?.id ?? null };
}

const usersIn = (search: Search, start: string, { from, to }: Slice): Sql =>
  usersWhere(search, allOf([isEntry(start), isBetween(search, from, to)]));

const usersWhere = ({ list }: Search, condition: Sql): Sql =>
  sql`SELECT DISTINCT user_id FROM user_words WHERE ${condition} AND ${IN_LIST[list.status]}`;

/** Whether an entry's user is in the slice from this user on, and before the other. */
function isBetween({ list }: Search, from: string | null, to: string | null): Sql {
  const isForward = list.order === "asc";
  const begun = from === null ? sql`true` : sql`user_id ${isForward ? sql`>=` : sql`<=`} ${from}`;
  return to === null ? begun : sql`${begun} AND user_id ${isForward ? sql`<` : sql`>`} ${to}`;
}

/** Whether an entry begins with the prefix, written for the index that has the entries in the order of the list. */
function isEntry(start: string): Sql {
  const { length } = [...start];
  if (length <= 2) return isListedUnder(start);
  return sql`${isListedUnder(start)} AND substr(word, 1, CAST(${length} AS integer)) = ${start}`;
}

/**
 * Whether an entry is in the range of an index that holds all words with this prefix, and possibly others. SQLite plans
 * at each run if an indexed expression is compared with a bare parameter, so the prefix is cut in the statement.
 */
const isListedUnder = (start: string): Sql =>
  [...start].length === 1
    ? sql`substr(word, 1, 1) = substr(${start}, 1, 1)`
    : sql`substr(word, 1, 2) = substr(${start}, 1, 2)`;

const beginsWith = (start: string): Sql => sql`word >= ${start} AND word < ${start + LAST_CHARACTER}`;

/** Not EXISTS, because PostgreSQL would turn it into a join, or read all words with the prefix first. */
const hasWord = (start: string): Sql =>
  sql`(SELECT 1 FROM user_words WHERE user_words.user_id = sorted.user_id AND ${beginsWith(start)} LIMIT 1) IS NOT NULL`;

/** Written as in the partial indexes: with a parameter the engine could not tell that an index fits. */
export const IN_LIST = { active: sql`is_active = true`, inactive: sql`is_active = false`, all: sql`true` };
