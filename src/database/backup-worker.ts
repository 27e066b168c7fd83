import { lowerPriority } from "../lower-priority.ts";
import { backUpSqlite } from "./sqlite-backup.ts";

// The script of a process that makes one backup. The copy blocks its process, so it can't run in the server.

const [, , path = "", file = ""] = process.argv;
lowerPriority();
try {
  process.stdout.write(JSON.stringify(backUpSqlite(path, file)));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}
