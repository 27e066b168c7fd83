import { execFile } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DatabaseError } from "./database.ts";
import type { BackupSummary } from "./sqlite-backup.ts";

/**
 * Runs `backUpSqlite` in a separate process.
 *
 * @param signal aborts the backup
 * @throws {DatabaseError} if no backup was made
 */
export async function runBackup(path: string, file: string, signal: AbortSignal): Promise<BackupSummary> {
  // In development the script is not compiled.
  const script = fileURLToPath(new URL(`./backup-worker${extname(import.meta.filename)}`, import.meta.url));
  const options = { env: {}, signal, killSignal: "SIGKILL" } as const;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, path, file], options);
    return JSON.parse(stdout);
  } catch (error) {
    throw new DatabaseError(Object(error).stderr || "no backup was made: its process ended", {
      cause: error,
    });
  }
}
