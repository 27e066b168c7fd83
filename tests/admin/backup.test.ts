import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { leaveLog } from "../support/leave-log.ts";
import { mounting, strace } from "../support/machine.ts";
import { mountTmpfs, remountReadOnly } from "../support/mount-tmpfs.ts";
import { runCommand, WITHOUT_LINKS } from "../support/run-command.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const MAIN = join(import.meta.dirname, "../../dist/admin/main.js");
const BEGIN_AGAIN = pathToFileURL(join(import.meta.dirname, "../support/begin-again.mjs")).href;
const PASSWORD = "correct horse";

const run = (folder: string, args: string[], database = "groundwork.db") =>
  runCommand([MAIN, ...args], { cwd: folder, env: { DATABASE_URL: `file:${database}` } });

const post = (url: string, body: object) => fetch(url, { method: "POST", body: JSON.stringify(body) });

const register = (origin: string, email: string) =>
  post(`${origin}/bearer/api/v1/auth/register`, { email, password: PASSWORD, name: "Ada" });

const logIn = async (origin: string, email: string): Promise<number> =>
  (await post(`${origin}/session/api/v1/auth/login`, { email, password: PASSWORD })).status;

test("backup copies the store to a private file while the server writes to it, and the copy is intact", async () => {
  const folder = temporaryFolder();
  const server = await spawnServer({ DATABASE_URL: "file:groundwork.db" }, folder);
  await register(server.origin, "before@example.com");
  let isDone = false;
  const statuses: number[] = [];
  const writer = (async () => {
    // On a slow machine the backup may end before a second write.
    for (let count = 0; !isDone || count < 2; count++) {
      statuses.push((await register(server.origin, `during${count}@example.com`)).status);
    }
  })();
  const { code, stdout } = await run(folder, ["backup", "copy.db"]);
  isDone = true;
  await writer;
  await server.stop();

  expect(code).toBe(0);
  expect(stdout).toMatch(/^Wrote copy\.db: \d+ bytes, schema version \d+, integrity checked\.\n$/);
  expect(statSync(join(folder, "copy.db")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  // No write failed meanwhile.
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);

  const copy = new Sqlite(join(folder, "copy.db"), { readonly: true });
  expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
  const emails = copy.prepare("SELECT email FROM users").pluck().all();
  copy.close();
  expect(emails).toContain("before@example.com");
});

test("a restore by the documented steps restores all accounts of the backup and no later ones", async () => {
  const folder = temporaryFolder();
  const settings = { DATABASE_URL: "file:groundwork.db" };
  const server = await spawnServer(settings, folder);
  await register(server.origin, "ada@example.com");
  expect((await run(folder, ["backup", "copy.db"])).code).toBe(0);
  await register(server.origin, "later@example.com");
  // The worst case: the server crashes and leaves its write-ahead log.
  await server.stop("SIGKILL");
  expect(existsSync(join(folder, "groundwork.db-wal"))).toBe(true);

  for (const name of ["groundwork.db", "groundwork.db-wal", "groundwork.db-shm"])
    rmSync(join(folder, name), { force: true });
  copyFileSync(join(folder, "copy.db"), join(folder, "groundwork.db"));

  const restored = await spawnServer(settings, folder);
  expect(await logIn(restored.origin, "ada@example.com")).toBe(200);
  expect(await logIn(restored.origin, "later@example.com")).toBe(401);
  expect((await register(restored.origin, "later@example.com")).status).toBe(200);
  expect(await restored.stop()).toBe(0);
});

test("backup refuses to overwrite a file, to run without a name, and to copy a missing store", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "precious"), "mine");
  expect((await run(folder, ["migrate"])).code).toBe(0);
  const refusals = [
    [await run(folder, ["backup", "precious"]), "exists already"],
    [await run(folder, ["backup"]), "name one file to write"],
    [await run(folder, ["backup", "--force"]), "Unknown option '--force'"],
    [await run(folder, ["backup", "new.db"], "missing.db"), "there is no database at missing.db"],
    [
      await run(folder, ["backup", "no/such/folder.db"]),
      "no backup was made: the folder no/such does not exist\n",
    ],
    [await run(folder, ["backup", ""]), "name one file to write"],
    [
      await run(folder, ["backup", "precious/copy.db"]),
      "no backup was made: the folder precious does not exist",
    ],
  ] as const;
  for (const [{ code, stdout, stderr }, message] of refusals) {
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`backup: `);
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  expect(statSync(join(folder, "precious")).size).toBe(4);
});

testWith([strace], "backup and export-users work on a file system without hard links", async () => {
  const folder = temporaryFolder();
  expect((await run(folder, ["migrate"])).code).toBe(0);
  const options = { cwd: folder, env: { DATABASE_URL: "file:groundwork.db" }, under: WITHOUT_LINKS };
  const backup = await runCommand([MAIN, "backup", "copy.db"], options);
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining("Wrote copy.db") });
  const exported = await runCommand([MAIN, "export-users", "--out", "users.ndjson"], options);
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining("Wrote 0 users") });
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  const again = await runCommand([MAIN, "export-users", "--out", "users.ndjson"], options);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("users.ndjson was not written") });
});

test.each([
  ["backup", "copy"],
  ["export-users", "--out", "copy"],
])("%s never passes off as its own what another process writes to the same file", async (...args) => {
  const folder = temporaryFolder();
  await run(folder, ["migrate"]);
  const options = { cwd: folder, env: { DATABASE_URL: "file:groundwork.db" } };
  const { code, stdout, stderr } = await runCommand(["--import", BEGIN_AGAIN, MAIN, ...args], options);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("another process has begun to write the same file: run only one of them\n");
  expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([]);
});

test("backup of a restored store reads nothing from the log of the store before it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "groundwork.db");
  await run(folder, ["migrate"]);
  expect((await run(folder, ["backup", "copy.db"])).code).toBe(0);
  leaveLog(path);
  copyFileSync(join(folder, "copy.db"), path);
  expect(await run(folder, ["backup", "again.db"])).toMatchObject({ code: 0, stderr: "" });
  const again = new Sqlite(join(folder, "again.db"), { readonly: true });
  onTestFinished(() => void again.close());
  expect(again.prepare("SELECT name FROM sqlite_schema WHERE name = 'later'").all()).toEqual([]);
});

testWith([mounting], "backup refuses a store beside a foreign log that it may not remove", async () => {
  const folder = mountTmpfs("4m");
  const path = join(folder, "groundwork.db");
  await run(folder, ["migrate"]);
  await run(folder, ["backup", "copy.db"]);
  leaveLog(path);
  copyFileSync(join(folder, "copy.db"), path);
  remountReadOnly(folder);
  expect(await run(folder, ["backup", join(temporaryFolder(), "again.db")])).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^backup: \S+-wal is the log of a store that .* has replaced: remove it .*\n$/,
    ),
  });
});

test("backup of a damaged store fails with a message and leaves no file", async () => {
  const folder = temporaryFolder();
  expect((await run(folder, ["migrate"])).code).toBe(0);
  const path = join(folder, "groundwork.db");
  const store = new Sqlite(path);
  store.pragma("wal_checkpoint(TRUNCATE)");
  store.pragma("journal_mode = DELETE");
  store.close();
  const { size } = statSync(path);
  const garbage = Buffer.alloc(size - 4096, 0xa5);
  writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 4096), garbage]));
  const { code, stderr } = await run(folder, ["backup", "copy.db"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^backup: no backup was made: .*malformed/);
  expect(existsSync(join(folder, "copy.db"))).toBe(false);
});

testWith([strace], "backup into a folder that can't be synced leaves no file", async () => {
  const folder = temporaryFolder();
  const target = temporaryFolder();
  await run(folder, ["migrate"]);
  const { code, stderr } = await runCommand([MAIN, "backup", join(target, "copy.db")], {
    cwd: folder,
    env: { DATABASE_URL: "file:groundwork.db" },
    under: ["strace", "-f", "-o", "/dev/null", "-P", target, "-e", "inject=fsync:error=EIO"],
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^backup: no backup was made: .*i\/o error\n$/)]);
  expect(readdirSync(target)).toEqual([]);
});

testWith([mounting], "backup onto a full disk leaves no file", async () => {
  const folder = temporaryFolder();
  const disk = mountTmpfs("2m");
  await run(folder, ["migrate"]);
  const store = new Sqlite(join(folder, "groundwork.db"));
  // More than SQLite keeps in memory, so that it has written pages and a rollback journal.
  store.exec("CREATE TABLE more (bytes BLOB)");
  for (let n = 0; n < 24; n++) store.prepare("INSERT INTO more VALUES (zeroblob(1000000))").run();
  store.close();
  const { code, stderr } = await run(folder, ["backup", join(disk, "copy.db")]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^backup: no backup was made: .*full/)]);
  expect(readdirSync(disk)).toEqual([]);
});

test("migrate creates or updates the schema and prints its version", async () => {
  const folder = temporaryFolder();
  const first = await run(folder, ["migrate"]);
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^Created groundwork\.db; the schema is at version \d+\.\n$/),
  ]);
  expect((await run(folder, ["migrate"])).stdout).toMatch(/^The schema is at version \d+\.\n$/);
  expect((await run(folder, ["migrate", "now"])).code).toBe(1);
});

test("migrate refuses the schema of a newer version, which can still be backed up", async () => {
  const folder = temporaryFolder();
  await run(folder, ["migrate"]);
  const store = new Sqlite(join(folder, "groundwork.db"));
  store.pragma("user_version = 999");
  store.close();
  const { code, stderr } = await run(folder, ["migrate"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^migrate: the database is at schema version 999, /);
  expect((await run(folder, ["backup", "copy.db"])).stdout).toContain("schema version 999");
  const copied = await run(folder, ["copy-database", "file:groundwork.db", "postgres://a@127.0.0.1:1/b"]);
  expect(copied.stderr).toMatch(/^copy-database: the database is at schema version 999, .*newer version/);
});
