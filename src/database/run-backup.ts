import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { DatabaseError } from "./database.ts";
import type { BackupSummary } from "./sqlite-backup.ts";

/** The message of the backup process. */
export type BackupReply = { readonly summary: BackupSummary } | { readonly failure: string };

/**
 * Runs `backUpSqlite` in a separate process.
 *
 * @param signal aborts the backup
 * @throws {DatabaseError} if no backup was made
 */
export async function runBackup(path: string, file: string, signal: AbortSignal): Promise<BackupSummary> {
  // In development the script is not compiled.
  const script = new URL(`./backup-worker${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(script, [path, file], {
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    signal,
    killSignal: "SIGKILL",
  });
  const replies: BackupReply[] = [];
  child.once("message", (message: BackupReply) => replies.push(message));
  // The message has arrived once the channel is closed, which may be after the process ends.
  await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  const [reply = { failure: "no backup was made: its process ended" }] = replies;
  if ("failure" in reply) throw new DatabaseError(reply.failure);
  return reply.summary;
}
