import type { Kysely } from "kysely";
import type { ResetMessageRow, Schema } from "../database/schema.ts";
import { toDate } from "./to-date.ts";

/** A message that waits for its delivery. */
export interface ResetMessage {
  readonly id: string;
  /** The content, encrypted. */
  readonly sealed: string;
  /** Failed ones. */
  readonly attempts: number;
  /** When to try next; while an attempt is under way, when it has been given up for certain. */
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

export interface ResetMessageRows {
  insert(message: ResetMessage): Promise<void>;
  /** Ids of those that are due, the most overdue first. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** When the next message is due, if there is one. */
  findNextDue(): Promise<Date | undefined>;
  /**
   * Takes a message for an attempt, in one statement, so that of several processes one gets it.
   *
   * @param until when others may take it, if it is still there
   * @returns undefined where another process has taken it
   */
  claim(id: string, now: Date, until: Date): Promise<ResetMessage | undefined>;
  reseal(id: string, sealed: string): Promise<void>;
  postpone(id: string, attempts: number, dueAt: Date): Promise<void>;
  delete(id: string): Promise<void>;
}

export function createResetMessageRows(queries: Kysely<Schema>): ResetMessageRows {
  return {
    async insert({ id, sealed, attempts, dueAt, expiresAt }) {
      const row = { id, sealed, attempts, due_at: dueAt, expires_at: expiresAt };
      await queries.insertInto("reset_messages").values(row).execute();
    },

    async listDue(now, limit) {
      const rows = await queries
        .selectFrom("reset_messages")
        .select("id")
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async findNextDue() {
      const row = await queries
        .selectFrom("reset_messages")
        .select("due_at")
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row && toDate(row.due_at);
    },

    async claim(id, now, until) {
      const row = await queries
        .updateTable("reset_messages")
        .set({ due_at: until })
        .where("id", "=", id)
        .where("due_at", "<=", now)
        .returningAll()
        .executeTakeFirst();
      return row && toMessage(row);
    },

    async reseal(id, sealed) {
      await queries.updateTable("reset_messages").set({ sealed }).where("id", "=", id).execute();
    },

    async postpone(id, attempts, dueAt) {
      const change = { attempts, due_at: dueAt };
      await queries.updateTable("reset_messages").set(change).where("id", "=", id).execute();
    },

    async delete(id) {
      await queries.deleteFrom("reset_messages").where("id", "=", id).execute();
    },
  };
}

const toMessage = (row: ResetMessageRow): ResetMessage => ({
  id: row.id,
  sealed: row.sealed,
  attempts: row.attempts,
  dueAt: toDate(row.due_at),
  expiresAt: toDate(row.expires_at),
});
