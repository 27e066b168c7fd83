import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { DatabaseError } from "./database.ts";
import type { BackupSummary } from "./sqlite-backup.ts";

/** What the process that makes a backup says of it. */
export type BackupReply = { readonly summary: BackupSummary } | { readonly failure: string };

/**
 * Makes a backup in a process of its own, as `backUpSqlite` does.
 *
 * @param signal gives up the backup
 * @throws {DatabaseError} where none was made
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
  // What it has said is there when the channel has closed, which may be later than its end.
  await Promise.all([once(child, "exit"), once(child, "disconnect")]);
  const [reply = { failure: "no backup was made: its process ended" }] = replies;
  if ("failure" in reply) throw new DatabaseError(reply.failure);
  return reply.summary;
}
