// Loaded before the command: saves the file SAVE_PATH, as an editor does, when the command has written the first new file
// that it is about to put in the place of another; with SAVE_WHEN, the first since that file exists. SAVE_CHANGE is a pair,
// as JSON: a text in the file, and what the editor writes instead.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { SAVE_PATH, SAVE_WHEN, SAVE_CHANGE } = process.env;
const [from, to] = JSON.parse(SAVE_CHANGE);
const sync = fs.fsyncSync;
let isSaved = false;
fs.fsyncSync = (fd) => {
  sync(fd);
  if (isSaved || (SAVE_WHEN && !fs.existsSync(SAVE_WHEN))) return;
  isSaved = true;
  fs.writeFileSync(SAVE_PATH, fs.readFileSync(SAVE_PATH, "utf8").replace(from, to));
};
syncBuiltinESMExports();
