// Loaded before the command: notes each file that it opens or reads, a line each, in the file named by OPENED.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const append = fs.appendFileSync;
// Reading a file opens it, which is one access.
let depth = 0;
for (const name of ["openSync", "readFileSync"]) {
  const original = fs[name];
  fs[name] = (path, ...input) => {
    if (depth === 0) append(process.env.OPENED, `${path}\n`);
    depth += 1;
    try {
      return original(path, ...input);
    } finally {
      depth -= 1;
    }
  };
}
syncBuiltinESMExports();
