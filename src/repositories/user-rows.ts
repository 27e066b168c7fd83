import type { Queries } from "../database/queries.ts";
import { readInBatches } from "../database/read-in-batches.ts";
import { list as join, ROW_LOCK, sql } from "../database/sql.ts";
import { table } from "../database/table.ts";
import { writeUserWords } from "../database/user-words.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { ChangesOf, User, UserList } from "../domain/user.ts";
import { DIRECTIONS, keptCount, readPage } from "./read-page.ts";
import { refuseIf } from "./refuse-if.ts";
import { IN_LIST, searchUsers } from "./user-search.ts";

export type UserChanges = ChangesOf<
  "email" | "name" | "passwordHash" | "accessRevokedAt" | "role" | "isActive"
>;

export const users = table<User>("users", {
  id: "id",
  email: "email",
  name: "name",
  passwordHash: "password_hash",
  role: "role",
  isActive: "is_active",
  // The column is named so because at first only a new password revoked access.
  accessRevokedAt: "password_changed_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
});

/** The number of users in each list. */
const TOTALS = {
  all: keptCount(sql`'users'`),
  active: keptCount(sql`'active users'`),
  inactive: sql`(${keptCount(sql`'users'`)} - ${keptCount(sql`'active users'`)})`,
};

export const createUserRows = users.repository((rows, queries) => ({
  /** Also stores the user's words, so it needs a transaction. @throws {DomainError} `email-registered` */
  async insert(user: User): Promise<void> {
    await refuseIf({ "users.email": "email-registered" }, rows.insert(user));
    await writeUserWords(queries, [user]);
  },

  /**
   * Stores the users whose id and email are free. Like `insert` it needs a transaction.
   *
   * @param candidates with different ids
   * @returns the ids of the stored users
   */
  async insertNew(candidates: readonly User[]): Promise<ReadonlySet<string>> {
    const stored = await queries.all<{ id: string }>(
      sql`${users.insert(...candidates)} ON CONFLICT DO NOTHING RETURNING id`,
    );
    const ids = new Set(stored.map(({ id }) => id));
    await writeUserWords(
      queries,
      candidates.filter(({ id }) => ids.has(id)),
    );
    return ids;
  },

  /**
   * A new email, name or state also changes the user's words, so it needs a transaction.
   *
   * @returns the changed user, or undefined if there is none
   * @throws {DomainError} `email-in-use`
   */
  async update(id: string, changes: UserChanges, updatedAt: Date): Promise<User | undefined> {
    const update = rows.update({ id }, { ...changes, updatedAt });
    const user = await refuseIf({ "users.email": "email-in-use" }, update);
    if (user !== undefined && changesWords(changes)) await writeUserWords(queries, [user]);
    return user;
  },

  /** Locks all users until the transaction ends. */
  lockAll: () =>
    queries.run(sql`SELECT count(*) FROM (SELECT id FROM users ORDER BY id ${ROW_LOCK}) AS locked`),

  /** Refuses the JWTs of all users that were issued before this time. @returns the number of users */
  revokeAll: (accessRevokedAt: Date) =>
    queries.run(sql`UPDATE users SET password_changed_at = ${accessRevokedAt}`),

  ...createUserLists(queries, rows),

  /** Locks admins until the transaction ends. @returns whether another user is an active admin */
  async lockOtherAdmin(id: string): Promise<boolean> {
    // Transactions that demote the first two admins wait for each other here, so one of the admins is left.
    const admins = await queries.all<{ id: string }>(
      sql`SELECT id FROM users WHERE role = 'admin' AND is_active = true ORDER BY id LIMIT 2 ${ROW_LOCK}`,
    );
    return admins.some((admin) => admin.id !== id);
  },
}));

/** Reading several users. */
function createUserLists(queries: Queries, rows: ReturnType<typeof users.on>) {
  return {
    /** Everyone, oldest first, in batches. */
    listAll: () => readInBatches(rows, "id"),

    listPage: ({ status, order }: UserList, request: PageRequest): Promise<Page<User>> =>
      readPage(queries, { table: users, order, parts: [IN_LIST[status]], total: TOTALS[status] }, request),

    /**
     * The users who have, for each of the prefixes, a word that begins with it.
     *
     * @param starts at least one prefix, all folded, none a prefix of another
     */
    async search(
      starts: readonly string[],
      list: UserList,
      { page, perPage }: PageRequest,
    ): Promise<Page<User>> {
      const matches = await searchUsers({ queries, list, starts });
      const ids = matches.slice((page - 1) * perPage, page * perPage);
      const total = matches.length;
      if (ids.length === 0) return { items: [], total };
      const found = sql`id IN (${join(ids)}) ORDER BY id ${DIRECTIONS[list.order]}`;
      return { items: await rows.list(found), total };
    },
  };
}

const changesWords = ({ email, name, isActive }: UserChanges): boolean =>
  [email, name, isActive].some((change) => change !== undefined);
