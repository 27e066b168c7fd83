// Loaded before the command: notes each file that it opens or reads, a line each, in the file named by OPENED.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const append = fs.appendFileSync;
for (const name of ["openSync", "readFileSync"]) {
  const original = fs[name];
  fs[name] = (path, ...input) => {
    append(process.env.OPENED, `${path}\n`);
    return original(path, ...input);
  };
}
syncBuiltinESMExports();
