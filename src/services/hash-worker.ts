import bcrypt from "bcryptjs";
import { lowerPriority } from "../lower-priority.ts";
import { parseForeignHash } from "./foreign-hash.ts";
import type { HashReply, HashTask } from "./hash-process.ts";

// The script of a hashing process. It computes one task at a time, synchronously, because nothing else runs in it.

// Hashing uses only the CPU time that the event loop leaves. A thread can't have its own priority.
lowerPriority();
// Terminals and some supervisors signal the whole process group, but a stopping server still needs its hashes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Ends with the server, even if the server is killed.
process.once("disconnect", () => process.exit());

process.on("message", (task: HashTask) => {
  const start = performance.now();
  const reply: HashReply = { ...compute(task), milliseconds: performance.now() - start };
  // If the server has ended, the reply fails. Without a callback, that would be an uncaught error.
  process.send?.(reply, undefined, undefined, () => {});
});

function compute(task: HashTask): Pick<HashReply, "result" | "fault"> {
  try {
    const { password } = task;
    if ("cost" in task) return { result: bcrypt.hashSync(password, task.cost) };
    const { passwordHash } = task;
    if (passwordHash.startsWith("$2")) return { result: bcrypt.compareSync(password, passwordHash) };
    const hash = parseForeignHash(passwordHash);
    // Such as Argon2id, moved to an older Node.js. An error would fail every login, because each compares the slowest
    // imported hash.
    if (hash?.fault !== undefined) return { result: false };
    const result = hash?.matches?.(password);
    return result === undefined ? { fault: "the hash belongs to no known family" } : { result };
  } catch (error) {
    return { fault: String(error) };
  }
}
