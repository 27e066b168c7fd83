import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { strace } from "../support/machine.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

testWith([strace], "a write is on disk before its answer is sent", async () => {
  const folder = temporaryFolder();
  const server = await spawnServer({ DATABASE_URL: "file:groundwork.db" }, folder);
  const trace = `${folder}/trace`;
  const calls = "trace=fsync,fdatasync,write,writev,pwrite64";
  const tracer = spawn(
    "strace",
    ["-f", "-y", "-s", "200", "-e", calls, "-o", trace, "-p", String(server.process.pid)],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const traced = once(tracer, "close");
  await once(tracer.stderr, "data");
  const { status } = await fetch(`${server.origin}/bearer/api/v1/auth/register`, {
    method: "POST",
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse", name: "Ada" }),
  });
  expect(status).toBe(200);
  await server.stop();
  await traced;

  const lines = readFileSync(trace, "utf8").split("\n");
  const syncs = /f(data)?sync\(\d+<.*groundwork\.db-wal>/;
  const answer = lines.findIndex((line) => /writev?\(\d+<(socket|TCP).*HTTP\/1\.1 200/.test(line));
  const before = lines.slice(0, answer);
  const write = before.findLastIndex((line) => /pwrite64\(\d+<.*groundwork\.db-wal>/.test(line));
  const sync = before.findLastIndex((line) => syncs.test(line));
  expect(answer).toBeGreaterThan(-1);
  expect(write).toBeGreaterThan(-1);
  expect(sync).toBeGreaterThan(write);
  expect(before.slice(sync).some((line) => /sync.* = 0$/.test(line))).toBe(true);
});
