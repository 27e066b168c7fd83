// Loaded before the command: saves SAVE_TEXT as the file SAVE_PATH, as an editor does, when the command has written the
// first new file that it is about to put in the place of another.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { SAVE_PATH, SAVE_TEXT } = process.env;
const sync = fs.fsyncSync;
let isSaved = false;
fs.fsyncSync = (fd) => {
  sync(fd);
  if (isSaved) return;
  isSaved = true;
  fs.writeFileSync(SAVE_PATH, SAVE_TEXT);
};
syncBuiltinESMExports();
