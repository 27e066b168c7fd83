import { spawn } from "node:child_process";
import { once } from "node:events";

const HOLD_LOCK = `
  const Sqlite = require("better-sqlite3");
  new Sqlite(process.argv[1]).exec("BEGIN EXCLUSIVE");
  console.log("locked");
  process.stdin.resume();`;

/** Locks an SQLite file from another process. @returns a function that unlocks it */
export async function holdLock(databasePath: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ["-e", HOLD_LOCK, databasePath], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
}
