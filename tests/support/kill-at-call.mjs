// Loaded before the command: kills the process right before its n-th call that changes the file system. What a call
// leaves as it is, such as an open for reading, needs no kill of its own: the files are as before the next change.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const calls = [
  "openSync",
  "writeFileSync",
  "chmodSync",
  "fchmodSync",
  "linkSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "mkdirSync",
];
let left = Number(process.env.KILL_AT_CALL);

const isReading = (name, [, flags]) => name === "openSync" && String(flags ?? "r").startsWith("r");

for (const name of calls) {
  const original = fs[name];
  fs[name] = (...input) => {
    if (!isReading(name, input)) left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
    return original(...input);
  };
}
syncBuiltinESMExports();
