import type { Queries } from "../database/queries.ts";
import { sql } from "../database/sql.ts";
import { column, table, time } from "../database/table.ts";

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

const resetMessages = table<ResetMessage>("reset_messages", {
  id: column("id"),
  sealed: column("sealed"),
  attempts: column("attempts"),
  dueAt: time("due_at"),
  expiresAt: time("expires_at"),
});

export function createResetMessageRows(queries: Queries) {
  return {
    async insert(message: ResetMessage): Promise<void> {
      await queries.run(resetMessages.insert(message));
    },

    /** Ids of those that are due, the most overdue first. */
    listDue: (now: Date, limit: number) =>
      queries.all(
        sql`SELECT id FROM reset_messages WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit}`,
        (row) => row["id"] as string,
      ),

    /** When the next message is due, if there is one. */
    findNextDue: () =>
      queries.first(
        sql`SELECT due_at FROM reset_messages ORDER BY due_at LIMIT 1`,
        (row) => new Date(row["due_at"] as string | Date),
      ),

    /**
     * Takes a message for an attempt, in one statement, so that of several processes one gets it.
     *
     * @param until when others may take it, if it is still there
     * @returns undefined where another process has taken it
     */
    claim: (id: string, now: Date, until: Date) =>
      queries.first(
        sql`UPDATE reset_messages SET due_at = ${until} WHERE id = ${id} AND due_at <= ${now}
          RETURNING ${resetMessages.columns}`,
        resetMessages.read,
      ),

    async reseal(id: string, sealed: string): Promise<void> {
      await queries.run(sql`UPDATE reset_messages SET sealed = ${sealed} WHERE id = ${id}`);
    },

    async postpone(id: string, attempts: number, dueAt: Date): Promise<void> {
      await queries.run(
        sql`UPDATE reset_messages SET attempts = ${attempts}, due_at = ${dueAt} WHERE id = ${id}`,
      );
    },

    async delete(id: string): Promise<void> {
      await queries.run(sql`DELETE FROM reset_messages WHERE id = ${id}`);
    },
  };
}
