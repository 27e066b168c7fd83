// Loaded before the command: the disk fails at the n-th call for the folder FAIL_IN or a file in it. As in the kernel, a
// file is closed even if that reports an error. Prints a line if the command ends before that call.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { FAIL_IN, FAIL_AT_CALL } = process.env;
const calls = [
  ...["openSync", "writeFileSync", "fchmodSync", "fsyncSync", "fstatSync", "closeSync"],
  ...["statSync", "renameSync", "unlinkSync"],
];
const opened = new Set();
let left = Number(FAIL_AT_CALL);

for (const name of calls) {
  const original = fs[name];
  fs[name] = (...input) => {
    const [file] = input;
    const isInFolder = opened.has(file) || String(file).startsWith(FAIL_IN);
    if (isInFolder) left -= 1;
    const isFailing = isInFolder && left === 0;
    const result = isFailing && name !== "closeSync" ? undefined : original(...input);
    if (isInFolder && name === "openSync") opened.add(result);
    if (name === "closeSync") opened.delete(file);
    if (!isFailing) return result;
    const syscall = name.replace("Sync", "");
    const path = typeof file === "string" ? { path: file } : {};
    throw Object.assign(new Error(`EIO: i/o error, ${syscall}`), { code: "EIO", syscall, ...path });
  };
}
syncBuiltinESMExports();
process.once("exit", () => {
  if (left > 0) fs.writeSync(2, "no call failed\n");
});
