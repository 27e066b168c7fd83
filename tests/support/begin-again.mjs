// Loaded before the command: right after it has made a new file, another process begins the same one.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

function beginAgain(path, flags) {
  if (flags !== "wx") return;
  fs.rmSync(path);
  fs.writeFileSync(path, "");
}

const { openSync } = fs;
fs.openSync = (path, flags, ...others) => {
  const descriptor = openSync(path, flags, ...others);
  beginAgain(path, flags);
  return descriptor;
};
const { open } = fs.promises;
fs.promises.open = async (path, flags, ...others) => {
  const file = await open(path, flags, ...others);
  beginAgain(path, flags);
  return file;
};
syncBuiltinESMExports();
