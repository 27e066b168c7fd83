// Loaded before the command: each time it is about to replace a file whose name ends with PROBE_BEFORE, notes in the
// file PROBE_NOTES whether another process could lock the file PROBE_LOCK then.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import locks from "fs-native-extensions";

const { PROBE_BEFORE, PROBE_LOCK, PROBE_NOTES } = process.env;
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  if (to.endsWith(PROBE_BEFORE)) {
    const file = fs.openSync(PROBE_LOCK, "r+");
    fs.appendFileSync(PROBE_NOTES, locks.tryLock(file, 2 ** 40, 1) ? "free\n" : "held\n");
    fs.closeSync(file);
  }
  rename(from, to);
};
syncBuiltinESMExports();
