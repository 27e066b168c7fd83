import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { DISK_FOLDER, immutableFiles, mounting, strace } from "../support/machine.ts";
import { makeImmutable } from "../support/make-immutable.ts";
import { growTmpfs, mountTmpfs, remountReadOnly } from "../support/mount-tmpfs.ts";
import { seeReadiness } from "../support/see-readiness.ts";
import { failToStart, spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeWith, testWith } from "../support/test-with.ts";

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

let lastUser = 0;

async function register(origin: string): Promise<Answer> {
  lastUser += 1;
  const body = { email: `user${lastUser}@example.com`, password: "correct horse", name: "x".repeat(100) };
  const response = await fetch(`${origin}/bearer/api/v1/auth/register`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

const statusOf = async (url: string): Promise<number> => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};

function checkIntegrity(path: string): unknown {
  const handle = new Sqlite(path, { readonly: true });
  try {
    return handle.pragma("integrity_check", { simple: true });
  } finally {
    handle.close();
  }
}

describeWith([mounting], "a server on its own disk", () => {
  test("answers 503 only to writes while the disk is full, loses nothing, and accepts writes again once there is room", async () => {
    const disk = mountTmpfs("1m");
    const server = await spawnServer({ DATABASE_URL: `file:${disk}/groundwork.db` }, disk);
    const acknowledged: number[] = [];
    let answer = await register(server.origin);
    while (answer.status === 200) {
      acknowledged.push(lastUser);
      answer = await register(server.origin);
    }
    expect(answer).toEqual({ status: 503, retryAfter: "1" });
    await seeReadiness(server.origin, 503);
    expect(await statusOf(`${server.origin}/health`)).toBe(200);
    expect(await statusOf(`${server.origin}/bearer/`)).toBe(200);

    growTmpfs(disk, "8m");
    await seeReadiness(server.origin, 200);
    expect((await register(server.origin)).status).toBe(200);
    expect(await server.stop()).toBe(0);

    const path = `${disk}/groundwork.db`;
    expect(checkIntegrity(path)).toBe("ok");
    const handle = new Sqlite(path, { readonly: true });
    const emails = new Set(handle.prepare("SELECT email FROM users").pluck().all());
    handle.close();
    expect(acknowledged.filter((index) => !emails.has(`user${index}@example.com`))).toEqual([]);
  });

  test("refuses to start with a read-only file and says so in one line", async () => {
    const disk = mountTmpfs("2m");
    const path = `${disk}/groundwork.db`;
    const settings = { DATABASE_URL: `file:${path}` };
    expect(await (await spawnServer(settings, disk)).stop()).toBe(0);
    remountReadOnly(disk);
    const { code, stderr } = await failToStart(settings, disk);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^groundwork: the database .*groundwork\.db can't be .*\n$/);
  });
});

testWith(
  [immutableFiles],
  "a file that becomes read-only causes 503 only for writes, until it is writable again",
  async () => {
    const folder = temporaryFolder(DISK_FOLDER);
    const path = join(folder, "groundwork.db");
    const server = await spawnServer({ DATABASE_URL: `file:${path}` }, folder);
    expect((await register(server.origin)).status).toBe(200);
    const release = makeImmutable(path, `${path}-wal`);
    expect(await register(server.origin)).toEqual({ status: 503, retryAfter: "1" });
    await seeReadiness(server.origin, 503);
    expect(await statusOf(`${server.origin}/health`)).toBe(200);
    release();
    await seeReadiness(server.origin, 200);
    expect((await register(server.origin)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(checkIntegrity(path)).toBe("ok");
  },
);

testWith([strace], "a disk that can't be synced causes 503 for all writes until a restart", async () => {
  const folder = temporaryFolder();
  const settings = { DATABASE_URL: "file:groundwork.db" };
  const server = await spawnServer(settings, folder);
  expect((await register(server.origin)).status).toBe(200);
  const stopFailing = await failSyncs(server.process.pid);
  expect(await register(server.origin)).toEqual({ status: 503, retryAfter: "1" });
  await stopFailing();
  expect(await register(server.origin)).toEqual({ status: 503, retryAfter: "1" });
  await seeReadiness(server.origin, 503);
  expect(await statusOf(`${server.origin}/health`)).toBe(200);
  expect(await server.stop()).toBe(0);

  const restarted = await spawnServer(settings, folder);
  expect((await register(restarted.origin)).status).toBe(200);
  expect(await restarted.stop()).toBe(0);
});

/** Makes the kernel refuse to sync a process's writes. @returns a function that ends this */
async function failSyncs(pid: number | undefined): Promise<() => Promise<unknown>> {
  const inject = "inject=fsync,fdatasync:error=EIO";
  const tracer = spawn("strace", ["-f", "-o", "/dev/null", "-e", inject, "-p", String(pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(tracer.stderr, "data");
  return () => {
    tracer.kill();
    return once(tracer, "close");
  };
}

test("writes answer 503 while the folder of the store is missing, because they would be lost", async () => {
  const folder = temporaryFolder();
  const store = join(folder, "made/at/the/start");
  const server = await spawnServer({ DATABASE_URL: `file:${store}/groundwork.db` }, folder);
  expect((await register(server.origin)).status).toBe(200);
  renameSync(store, `${store}-away`);
  expect(await register(server.origin)).toEqual({ status: 503, retryAfter: "1" });
  await seeReadiness(server.origin, 503);
  expect(await statusOf(`${server.origin}/health`)).toBe(200);
  const loggedAs = (message: string) => server.logLines.filter((line) => line.includes(`"msg":"${message}"`));
  await expect.poll(() => loggedAs("store unavailable"), { timeout: 30_000 }).toHaveLength(1);
  renameSync(`${store}-away`, store);
  await seeReadiness(server.origin, 200);
  await expect.poll(() => loggedAs("store available again"), { timeout: 30_000 }).toHaveLength(1);
  expect((await register(server.origin)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

/** Overwrites the root pages of the users table and its indexes, but not the database header. */
function corruptUsers(path: string): void {
  const handle = new Sqlite(path, { readonly: true });
  const size = Number(handle.pragma("page_size", { simple: true }));
  const roots = handle.prepare(
    "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'users' AND rootpage > 0",
  );
  const pages = roots.pluck().all().map(Number);
  handle.close();
  const bytes = readFileSync(path);
  for (const page of pages) bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

/** Runs a server until its file contains accounts. */
async function makeStore(folder: string, path: string): Promise<void> {
  const server = await spawnServer({ DATABASE_URL: `file:${path}` }, folder);
  for (let count = 0; count < 5; count++) expect((await register(server.origin)).status).toBe(200);
  expect(await server.stop()).toBe(0);
}

test("requests answer 503 while the file is corrupt, and work again once it is repaired", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "groundwork.db");
  const settings = { DATABASE_URL: `file:${path}` };
  await makeStore(folder, path);

  const sound = readFileSync(path);
  corruptUsers(path);
  const server = await spawnServer(settings, folder);
  expect(await register(server.origin)).toEqual({ status: 503, retryAfter: "1" });
  expect(await statusOf(`${server.origin}/health`)).toBe(200);
  await server.stop();

  writeFileSync(path, sound);
  for (const side of ["-wal", "-shm"]) rmSync(path + side, { force: true });
  const mended = await spawnServer(settings, folder);
  expect((await register(mended.origin)).status).toBe(200);
  expect(await mended.stop()).toBe(0);
});

test("a file whose schema can't be read stops the start with one line", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "groundwork.db");
  await makeStore(folder, path);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 4096));
  const { code, stderr } = await failToStart({ DATABASE_URL: `file:${path}` }, folder);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^groundwork: the database .*groundwork\.db can't be opened: .*malformed\n$/);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
