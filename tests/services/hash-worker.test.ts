import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../src/services/hash-worker.ts", import.meta.url));

test("a hashing process ends without an error after its server has ended", async () => {
  const child = fork(SCRIPT, { env: {}, execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const ended = once(child, "exit");
  if (child.stderr === null) throw new Error("there is no standard error");
  const errors = text(child.stderr);
  // The server ends while it hashes.
  child.send({ password: "correct horse", cost: 10 }, () => child.disconnect());
  expect(await ended).toEqual([0, null]);
  expect(await errors).toBe("");
});
