import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";

/** A message waiting for delivery. */
interface ResetMessage {
  readonly id: string;
  /** The content, encrypted. */
  readonly sealed: string;
  /** The number of failed attempts. */
  readonly attempts: number;
  /** The time of the next attempt. During an attempt: the time after which the attempt has certainly ended. */
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

const resetMessages = table<ResetMessage>("reset_messages", {
  id: "id",
  sealed: "sealed",
  attempts: "attempts",
  dueAt: "due_at",
  expiresAt: "expires_at",
});

export const createResetMessageRows = resetMessages.repository((rows) => ({
  /** Due messages, the most overdue first. */
  listDue: (now: Date, limit: number) => rows.list(sql`due_at <= ${now} ORDER BY due_at LIMIT ${limit}`),

  /** The time when the next message is due, if there is one. */
  findNextDue: async () => (await rows.find(sql`true ORDER BY due_at LIMIT 1`))?.dueAt,

  /**
   * Claims a message for an attempt, in one statement, so that only one process gets it.
   *
   * @param until when another process may claim it, if it still exists
   * @returns undefined if another process has claimed it
   */
  claim: (id: string, now: Date, until: Date) =>
    rows.update(sql`id = ${id} AND due_at <= ${now}`, { dueAt: until }),
}));
