import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../src/services/hash-worker.ts", import.meta.url));

const start = () => fork(SCRIPT, { env: {}, execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });

test("a stored hash that this Node.js can't compute matches no password", async () => {
  const child = start();
  const passwordHash = `$scrypt$ln=17,r=1,p=1$c2FsdA$${Buffer.alloc(32, 7).toString("base64").replace("=", "")}`;
  child.send({ password: "correct horse", passwordHash });
  expect(await once(child, "message")).toMatchObject([{ result: false }, undefined]);
  child.disconnect();
  await once(child, "exit");
});

test("a hashing process ends without an error after its server has ended", async () => {
  const child = start();
  const ended = once(child, "exit");
  if (child.stderr === null) throw new Error("there is no standard error");
  const errors = text(child.stderr);
  // The server ends while it hashes.
  child.send({ password: "correct horse", cost: 10 }, () => child.disconnect());
  expect(await ended).toEqual([0, null]);
  expect(await errors).toBe("");
});
