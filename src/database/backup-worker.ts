import { lowerPriority } from "../lower-priority.ts";
import type { BackupReply } from "./run-backup.ts";
import { backUpSqlite } from "./sqlite-backup.ts";

// The script of a process that makes one backup. The copy blocks its process, so it can't run in the server.

const [, , path = "", file = ""] = process.argv;
lowerPriority();
process.send?.(backUp(), () => process.disconnect?.());

function backUp(): BackupReply {
  try {
    return { summary: backUpSqlite(path, file) };
  } catch (error) {
    return { failure: (error as Error).message };
  }
}
