// Loaded before the command: kills the process right before its n-th call that changes the file system.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const calls = [
  "openSync",
  "writeFileSync",
  "fchmodSync",
  "fsyncSync",
  "renameSync",
  "unlinkSync",
  "mkdirSync",
  "closeSync",
];
let left = Number(process.env.KILL_AT_CALL);

for (const name of calls) {
  const original = fs[name];
  fs[name] = (...input) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
    return original(...input);
  };
}
syncBuiltinESMExports();
