import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/open-database.ts";
import { createSqliteStore } from "../support/create-test-store.ts";
import { fillStore } from "../support/fill-store.ts";
import { leaveLog } from "../support/leave-log.ts";
import { mounting, strace } from "../support/machine.ts";
import { growTmpfs, mountTmpfs } from "../support/mount-tmpfs.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import type { CommandResult } from "../support/run-command.ts";
import { runCommand, WITHOUT_LINKS } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

/** Several batches, so that a copy is far from its end when it reports the first one. */
const USERS = 6_000;
const MAIN = "dist/admin/main.js";
const COMMAND = [MAIN, "copy-database"];

let postgres: PostgresServer;
let source: string;
/** A copy of the source in PostgreSQL. */
let copied: string;
beforeAll(async () => {
  postgres = await startPostgresServer();
  const store = await createSqliteStore();
  source = store.url;
  const path = source.replace("file:", "");
  await (await openDatabase({ engine: "sqlite", path })).close();
  fillStore(path, { users: USERS, posts: 1000, passwordHash: "x" });
  await postgres.createDatabase("copied");
  copied = postgres.url("copied");
  expect(await copy(source, copied)).toMatchObject({ code: 0 });
  return store.remove;
}, 600_000);
afterAll(() => postgres.dispose());

/** Long enough for a machine that is busy with other tests. */
const env = { DATABASE_TIMEOUT_MS: "60000" };
const copy = (from: string, to: string): Promise<CommandResult> =>
  runCommand([...COMMAND, from, to], { env });

/** Starts a copy, pauses it after the first batch, and restarts PostgreSQL meanwhile. */
async function copyThroughRestart(from: string, to: string): Promise<Pick<CommandResult, "code" | "stderr">> {
  const child = spawn(process.execPath, [...COMMAND, from, to], { env: { ...process.env, ...env } });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const output = text(child.stderr);
  await new Promise((resolve) => createInterface({ input: child.stderr }).once("line", resolve));
  child.kill("SIGSTOP");
  await postgres.stop();
  await postgres.start();
  child.kill("SIGCONT");
  return { code: await exited, stderr: await output };
}

async function query<Row extends object>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  let rows: Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  await client.end();
  return rows;
}

const countUsers = async (url: string): Promise<number | undefined> =>
  (await query<{ total: number }>(url, "SELECT count(*)::integer AS total FROM users"))[0]?.total;

/** A database whose tables are in a separate folder, which belonged to root before. */
async function createDatabaseOn(folder: string): Promise<string> {
  chmodSync(dirname(folder), 0o711);
  execFileSync("chown", ["postgres", folder]);
  const maintenance = postgres.url("postgres");
  await query(
    maintenance,
    `CREATE TABLESPACE disk LOCATION '${folder}'`,
    "CREATE DATABASE filled TABLESPACE disk",
  );
  onTestFinished(async () => {
    await query(maintenance, "DROP DATABASE filled WITH (FORCE)", "DROP TABLESPACE disk");
  });
  return postgres.url("filled");
}

test("copy-database leaves nothing behind if PostgreSQL restarts during the copy, and succeeds on the next run", async () => {
  await postgres.createDatabase("restarted");
  const url = postgres.url("restarted");
  const there = await copyThroughRestart(source, url);
  expect(there).toEqual({
    code: 1,
    stderr: expect.stringMatching(/\ncopy-database: the PostgreSQL database failed: .+\n$/),
  });
  expect(await countUsers(url)).toBe(0);
  expect(await copy(source, url)).toMatchObject({ code: 0 });
  expect(await countUsers(url)).toBe(USERS);
});

test("copy-database of a damaged file blames the file, and copies nothing", async () => {
  const damaged = join(temporaryFolder(), "damaged.db");
  const bytes = readFileSync(source.replace("file:", ""));
  writeFileSync(damaged, bytes.fill(0xa5, bytes.length / 2));
  await postgres.createDatabase("undamaged");
  const url = postgres.url("undamaged");
  expect(await copy(`file:${damaged}`, url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/(^|\n)copy-database: nothing was copied: .*malformed\n$/),
  });
  expect(await countUsers(url)).toBe(0);
});

test("copy-database of a restored store reads nothing from the log of the store before it", async () => {
  const folder = temporaryFolder();
  const [path, backup] = [join(folder, "restored.db"), join(folder, "backup.db")];
  copyFileSync(source.replace("file:", ""), path);
  expect(await runCommand([MAIN, "backup", backup], { env: { DATABASE_URL: `file:${path}` } })).toMatchObject(
    { code: 0 },
  );
  leaveLog(path);
  copyFileSync(backup, path);
  await postgres.createDatabase("restored");
  expect(await copy(`file:${path}`, postgres.url("restored"))).toMatchObject({ code: 0 });
});

test("copy-database into a file leaves no file if PostgreSQL restarts during the copy", async () => {
  const file = join(temporaryFolder(), "back.db");
  expect(await copyThroughRestart(copied, `file:${file}`)).toEqual({
    code: 1,
    stderr: expect.stringMatching(/\ncopy-database: the PostgreSQL database failed: .+\n$/),
  });
  expect([file, `${file}.partial`].filter(existsSync)).toEqual([]);
  expect(await copy(copied, `file:${file}`)).toMatchObject({ code: 0 });
});

test("copy-database into a file puts all rows into that file, the words of its users too", async () => {
  const file = join(temporaryFolder(), "whole.db");
  expect(await copy(copied, `file:${file}`)).toMatchObject({ code: 0 });
  // The journal mode: 2 would be a write-ahead log, beside which a later copy of the file would be incomplete.
  expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1]);
  const store = new Sqlite(file, { readonly: true });
  onTestFinished(() => void store.close());
  const countWords = store.prepare("SELECT count(DISTINCT user_id) FROM user_words WHERE word <> ''").pluck();
  expect(countWords.get()).toBe(USERS);
});

test("copy-database from an empty database says that it is not a store", async () => {
  await postgres.createDatabase("empty");
  const file = join(temporaryFolder(), "groundwork.db");
  expect(await copy(postgres.url("empty"), `file:${file}`)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^copy-database: the source is not a groundwork store: .+\n$/),
  });
});

test("copy-database into a path below a file says so in one line", async () => {
  const file = join(temporaryFolder(), "occupied");
  writeFileSync(file, "mine");
  expect(await copy(copied, `file:${file}/store.db`)).toEqual({
    code: 1,
    stdout: "",
    stderr: `copy-database: nothing was copied: ${file}/store.db: not a directory\n`,
  });
});

testWith([strace], "copy-database works on a file system without hard links", async () => {
  const file = join(temporaryFolder(), "groundwork.db");
  const { code } = await runCommand([...COMMAND, copied, `file:${file}`], { env, under: WITHOUT_LINKS });
  expect([code, existsSync(file), existsSync(`${file}.partial`)]).toEqual([0, true, false]);
});

testWith(
  [mounting],
  "copy-database onto a full disk leaves no file, and succeeds once there is room",
  async () => {
    const disk = mountTmpfs("2m");
    const file = join(disk, "groundwork.db");
    expect(await copy(copied, `file:${file}`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\ncopy-database: nothing was copied: .*full\n$/),
    });
    expect([file, `${file}.partial`].filter(existsSync)).toEqual([]);
    growTmpfs(disk, "100m");
    expect(await copy(copied, `file:${file}`)).toMatchObject({ code: 0 });
  },
);

testWith(
  [mounting],
  "copy-database leaves an empty database if PostgreSQL's disk is full, and fills it once there is room",
  async () => {
    const disk = mountTmpfs("10m");
    const url = await createDatabaseOn(disk);
    expect(await copy(source, url)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /\ncopy-database: the PostgreSQL database failed: .*No space left on device\n$/,
      ),
    });
    // On a full disk a new connection may fail too.
    growTmpfs(disk, "200m");
    expect(await countUsers(url)).toBe(0);
    expect(await copy(source, url)).toMatchObject({ code: 0 });
    expect(await countUsers(url)).toBe(USERS);
  },
);

testWith(
  [mounting],
  "import-users stores nothing if PostgreSQL's disk is full, and imports all once there is room",
  async () => {
    const disk = mountTmpfs("10m");
    const settings = { env: { ...env, DATABASE_URL: await createDatabaseOn(disk) } };
    expect(await runCommand([MAIN, "migrate"], settings)).toMatchObject({ code: 0 });
    const file = join(temporaryFolder(), "users.ndjson");
    const users = Array.from({ length: USERS }, (_, n) => ({ email: `${n}@example.com`, name: "Ada" }));
    const password_hash = "$2b$12$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    writeFileSync(file, users.map((user) => `${JSON.stringify({ ...user, password_hash })}\n`).join(""));
    expect(await runCommand([MAIN, "import-users", file], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^import-users: .*No space left on device\n$/),
    });
    growTmpfs(disk, "200m");
    expect(await countUsers(settings.env.DATABASE_URL)).toBe(0);
    expect(await runCommand([MAIN, "import-users", file], settings)).toMatchObject({ code: 0 });
    expect(await countUsers(settings.env.DATABASE_URL)).toBe(USERS);
  },
);
