import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { newestVersion } from "../../src/database/migrations.ts";
import { linesWith } from "../support/log-lines.ts";
import { mounting } from "../support/machine.ts";
import { growTmpfs, mountTmpfs, remountReadOnly } from "../support/mount-tmpfs.ts";
import { runCommand } from "../support/run-command.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { failToStart, spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const MAIN = join(import.meta.dirname, "../../dist/admin/main.js");
const FIXTURES = join(import.meta.dirname, "../fixtures/stores");
const PASSWORD = "correct horse battery";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 90_000 });

async function start(folder: string, settings: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer(
    { DATABASE_URL: "file:groundwork.db", BACKUP_DIR: "backups", ...settings },
    folder,
  );
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

const linesOf = (server: SpawnedServer, message: string) => linesWith(server, { msg: message });

const register = (origin: string, email: string) =>
  fetch(`${origin}/bearer/api/v1/auth/register`, {
    method: "POST",
    body: JSON.stringify({ email, password: PASSWORD, name: "Ada" }),
  });

const logIn = async (origin: string, email: string): Promise<number> => {
  const body = JSON.stringify({ email, password: PASSWORD });
  return (await fetch(`${origin}/session/api/v1/auth/login`, { method: "POST", body })).status;
};

const metricsOf = async (server: SpawnedServer): Promise<string> =>
  (await fetch(linesOf(server, "metrics listening")[0]?.address ?? "")).text();

/** Reads a store's file directly. */
function read<Result>(path: string, work: (store: Sqlite.Database) => Result): Result {
  const store = new Sqlite(path, { readonly: true });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

const versionOf = (path: string) => read(path, (store) => store.pragma("user_version", { simple: true }));

describe("scheduled backups", () => {
  test("are made at the start and then whenever one is due, and delete the oldest", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "backups"));
    writeFileSync(join(folder, "backups/notes.txt"), "mine");
    for (const end of ["partial", "partial-journal"]) {
      writeFileSync(join(folder, `backups/groundwork-000000-20260101T000000000Z.db.${end}`), "interrupted");
    }
    const server = await start(folder, { BACKUP_EVERY: "1s", BACKUP_KEEP: "2", METRICS_PORT: "0" });
    await register(server.origin, "ada@example.com");
    await poll(() => linesOf(server, "backup made").length).toBeGreaterThanOrEqual(4);
    expect(await metricsOf(server)).toMatch(/^groundwork_backups_total\{outcome="success"\} [4-9]/m);
    expect(await metricsOf(server)).toMatch(/^groundwork_backups_total\{outcome="failure"\} 0$/m);
    expect(await metricsOf(server)).toMatch(/^groundwork_backup_last_success_timestamp_seconds \d{10}$/m);
    await server.stop();

    const names = readdirSync(join(folder, "backups")).filter((name) => !name.includes(".partial"));
    // A backup may have been aborted, or its deletion of older ones may be missing.
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(names.length).toBeLessThanOrEqual(4);
    expect(names).toContain("notes.txt");
    expect(readdirSync(join(folder, "backups")).join()).not.toContain("-000000-");
    const newest = join(folder, "backups", names.filter((name) => name.endsWith(".db")).at(-1) ?? "");
    expect(newest).toMatch(/groundwork-00000[4-9]-\d{8}T\d{9}Z\.db$/);
    expect(statSync(newest).mode & 0o777).toBe(0o600);
    expect(read(newest, (store) => store.prepare("SELECT email FROM users").pluck().all())).toEqual([
      "ada@example.com",
    ]);
  });

  test("aren't made again only because of a restart", async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    expect(linesOf(first, "backups scheduled")).toMatchObject([{ nextInSeconds: 0 }]);
    await poll(() => linesOf(first, "backup made").length).toBe(1);
    await first.stop();
    const second = await start(folder);
    expect(linesOf(second, "backups scheduled")[0]?.nextInSeconds).toBeGreaterThan(86_000);
  });

  test("continue after the clock is set back, and delete the newest last", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "backups"));
    const before = join(folder, "backups/groundwork-000007-20990101T000000000Z.db");
    writeFileSync(before, "made while the clock was ahead");
    const server = await start(folder, { BACKUP_KEEP: "1" });
    await poll(() => linesOf(server, "backup made").length).toBe(1);
    await poll(() => existsSync(before)).toBe(false);
    expect(readdirSync(join(folder, "backups"))).toEqual([expect.stringMatching(/^groundwork-000008-/)]);
  });

  test("are made by only one process with WORKERS, and counted in the metrics of all", async () => {
    const folder = temporaryFolder();
    const server = await start(folder, { WORKERS: "2", METRICS_PORT: "0" });
    await poll(() => linesOf(server, "worker listening").length).toBe(2);
    await poll(() => linesOf(server, "backup made").length).toBe(1);
    expect(linesOf(server, "backups scheduled")).toHaveLength(1);
    expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
    const text = await metricsOf(server);
    expect(text).toMatch(/^groundwork_backups_total\{outcome="success"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(await server.stop()).toBe(0);
  });

  test("that fail are logged as errors and counted in a metric, and the server keeps running", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    const server = await start(folder, { BACKUP_DIR: "file/backups", METRICS_PORT: "0" });
    await poll(() => linesOf(server, "backup failed").length).toBe(1);
    expect(linesOf(server, "backup failed")[0]).toMatchObject({
      level: 50,
      err: { message: expect.stringContaining("ENOTDIR") },
    });
    expect(await metricsOf(server)).toMatch(/^groundwork_backups_total\{outcome="failure"\} 1$/m);
    expect((await register(server.origin, "ada@example.com")).status).toBe(200);
  });

  testWith(
    [mounting],
    "fail on a full disk without leaving a file, and continue once there is room",
    async () => {
      const folder = temporaryFolder();
      const disk = mountTmpfs("64k");
      const server = await start(folder, { BACKUP_DIR: disk, BACKUP_EVERY: "1s" });
      await poll(() => linesOf(server, "backup failed").length).toBeGreaterThan(1);
      expect(linesOf(server, "backup failed")[0]?.err?.message).toMatch(/^no backup was made: .*full/);
      growTmpfs(disk, "16m");
      await poll(() => linesOf(server, "backup made").length).toBeGreaterThan(0);
      await server.stop();
      const [name = ""] = readdirSync(disk);
      expect(versionOf(join(disk, name))).toBe(newestVersion());
    },
  );

  testWith([mounting], "fail on a read-only disk with a log line that names the reason", async () => {
    const disk = mountTmpfs("1m");
    remountReadOnly(disk);
    const server = await start(temporaryFolder(), { BACKUP_DIR: disk });
    await poll(() => linesOf(server, "backup failed").length).toBe(1);
    expect(linesOf(server, "backup failed")[0]?.err?.message).toMatch(
      /^no backup was made: \/.+: read-only file system/,
    );
  });

  test.each([
    [":memory:", "BACKUP_DIR must be unset with DATABASE_URL=:memory:"],
    ["postgres://localhost/x", "BACKUP_DIR is for an SQLite file"],
  ])("are refused for %s", async (url, reason) => {
    const { code, stderr } = await failToStart({ DATABASE_URL: url, BACKUP_DIR: "x" }, temporaryFolder());
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});

test.each(["1", "2"])(
  "a start with %s workers that creates the store says so, so that a wrong DATABASE_URL is noticed",
  async (workers) => {
    const folder = temporaryFolder();
    const first = await start(folder, { WORKERS: workers });
    expect(linesOf(first, "store created")).toMatchObject([{ file: "groundwork.db" }]);
    await first.stop();
    expect(linesOf(await start(folder, { WORKERS: workers }), "store created")).toEqual([]);
  },
);

describe("a migration", () => {
  /** A folder with a store of an earlier version. */
  function olderStore(): string {
    const folder = temporaryFolder();
    copyFileSync(join(FIXTURES, "schema-3.db"), join(folder, "groundwork.db"));
    return folder;
  }

  test.each([
    ["next to the original", "", "."],
    ["into BACKUP_DIR", "backups", "backups"],
  ])("first copies the unchanged store %s, once", async (_title, setting, place) => {
    const folder = olderStore();
    const server = await start(folder, { BACKUP_DIR: setting, BACKUP_KEEP: "1" });
    const [line] = linesOf(server, "backup made before the migration");
    const file = line?.file ?? "";
    expect(file).toMatch(/groundwork-schema-3-\d{8}T\d{9}Z\.db$/);
    if (setting !== "") await poll(() => linesOf(server, "backup made").length).toBe(1);
    await server.stop();
    expect(existsSync(join(folder, place, file.split("/").at(-1) ?? ""))).toBe(true);
    expect(versionOf(join(folder, file))).toBe(3);
    const tables = ["users", "sessions", "posts", "comments", "user_tokens", "rate_limit_counts"];
    for (const table of tables) {
      const rowsOf = (path: string) => read(path, (store) => store.prepare(`SELECT * FROM ${table}`).all());
      expect(rowsOf(join(folder, file))).toEqual(rowsOf(join(FIXTURES, "schema-3.db")));
    }
    const again = await start(folder, { BACKUP_DIR: "" });
    expect(linesOf(again, "backup made before the migration")).toEqual([]);
  });

  test("by a command prints the path of the copy, and copies no store that it creates", async () => {
    const run = (folder: string, command = "migrate") =>
      runCommand([MAIN, command], { cwd: folder, env: { DATABASE_URL: "file:groundwork.db" } });
    const folder = olderStore();
    const { stdout } = await run(folder);
    const file = /The store as it was before is in (\S+)\.\n$/.exec(stdout)?.[1] ?? "";
    expect(versionOf(join(folder, file))).toBe(3);
    // Every other command migrates too, and its result is about something else.
    const { stderr } = await run(olderStore(), "clear-limits");
    expect(JSON.parse(stderr)).toMatchObject({
      file: expect.stringContaining("groundwork-schema-3-"),
      msg: "backup made before the migration",
    });
    const empty = temporaryFolder();
    expect((await run(empty)).stdout).not.toContain("before");
    expect(readdirSync(empty).filter((name) => name.includes("schema"))).toEqual([]);
  });

  testWith([mounting], "changes nothing if there is no room for the copy", async () => {
    const folder = olderStore();
    const settings = { DATABASE_URL: "file:groundwork.db", BACKUP_DIR: mountTmpfs("64k") };
    const { code, stderr } = await failToStart(settings, folder);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^groundwork: no backup was made: .*full.*\n$/),
    ]);
    expect(versionOf(join(folder, "groundwork.db"))).toBe(3);
  });
});

test("a backup that is copied over the store is intact, even with the log of the old store next to it", async () => {
  const folder = temporaryFolder();
  const server = await start(folder);
  await register(server.origin, "ada@example.com");
  await server.stop();
  const again = await start(folder, { BACKUP_DIR: "later" });
  await poll(() => linesOf(again, "backup made").length).toBe(1);
  for (let n = 0; n < 20; n++) await register(again.origin, `later${n}@example.com`);
  // The server crashes. Its log contains the writes after the backup.
  await again.stop("SIGKILL");
  expect(statSync(join(folder, "groundwork.db-wal")).size).toBeGreaterThan(0);
  expect(existsSync(join(folder, "groundwork.db-shm"))).toBe(true);

  const [name = ""] = readdirSync(join(folder, "later"));
  copyFileSync(join(folder, "later", name), join(folder, "groundwork.db"));
  const restored = await start(folder, { BACKUP_DIR: "" });
  expect(await logIn(restored.origin, "ada@example.com")).toBe(200);
  expect(await logIn(restored.origin, "later0@example.com")).toBe(401);
  expect((await register(restored.origin, "later0@example.com")).status).toBe(200);
  expect(await restored.stop()).toBe(0);
  const integrity = read(join(folder, "groundwork.db"), (store) =>
    store.pragma("integrity_check", { simple: true }),
  );
  expect(integrity).toBe("ok");
});

test("the log of a crashed server is kept, and its writes are present after the next start", async () => {
  const folder = temporaryFolder();
  const server = await start(folder, { BACKUP_DIR: "" });
  await register(server.origin, "ada@example.com");
  await server.stop("SIGKILL");
  expect(statSync(join(folder, "groundwork.db-wal")).size).toBeGreaterThan(0);
  const next = await start(folder, { BACKUP_DIR: "" });
  expect(await logIn(next.origin, "ada@example.com")).toBe(200);
});
