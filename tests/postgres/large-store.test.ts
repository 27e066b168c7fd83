import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import bcrypt from "bcryptjs";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { textOf } from "../../src/database/postgres-queries.ts";
import { createQueries } from "../../src/database/queries.ts";
import type { Sql } from "../../src/database/sql.ts";
import type { Repositories } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import type { TestStore } from "../support/create-test-store.ts";
import { createPostgresStore, createSqliteStore } from "../support/create-test-store.ts";
import { fillStore, postId, userEmail, userId } from "../support/fill-store.ts";
import { hotQueries } from "../support/hot-queries.ts";
import type { CommandResult } from "../support/run-command.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { cookieOf } from "../support/session-client.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Enough that the engine makes the same plans as with more. Before a release: `LARGE_STORE_USERS=100000`. */
const USERS = Number(process.env["LARGE_STORE_USERS"] ?? 20_000);
const POSTS = 20_000;
const PASSWORD = "correct horse battery";
const COMMAND = ["dist/admin/main.js", "copy-database"];

let source: TestStore;
let target: TestStore;
/** The URL of the copy of the copy, in the folder of the source. */
let back: string;
let cookie: string;
beforeAll(async () => {
  [source, target] = await Promise.all([createSqliteStore(), createPostgresStore()]);
  back = `${source.url}-back`;
  const path = source.url.replace("file:", "");
  await (await openDatabase({ engine: "sqlite", path })).close();
  fillStore(path, { users: USERS, posts: POSTS, passwordHash: bcrypt.hashSync(PASSWORD, 4) });
  const server = await spawnServer({ DATABASE_URL: source.url }, process.cwd());
  const login = { body: { email: userEmail(1), password: PASSWORD } };
  const { headers } = await send(server, "POST", "/session/api/v1/auth/login", login);
  cookie = cookieOf({ "set-cookie": headers.getSetCookie() });
  await server.stop();
});
afterAll(() => Promise.all([source.remove(), target.remove()]));

const copy = (from = source.url, to = target.url): Promise<CommandResult> =>
  runCommand([...COMMAND, from, to]);

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client(target.url);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

describe("copy-database", () => {
  test("leaves nothing behind if it is interrupted", async () => {
    const child = spawn(process.execPath, [...COMMAND, source.url, target.url], { stdio: "pipe" });
    const exited = new Promise((resolve) => child.on("exit", (_code, signal) => resolve(signal)));
    createInterface({ input: child.stderr }).on("line", () => child.kill("SIGKILL"));
    expect(await exited).toBe("SIGKILL");
    expect(await query("SELECT id FROM users")).toEqual([]);
  });

  test("copies everything and reports its progress", async () => {
    const { code, stdout, stderr } = await copy();
    expect(stderr).toMatch(new RegExp(`^users: 2000 of ${USERS}\n.*users: ${USERS} of ${USERS}\n`, "s"));
    // In addition to the filled rows: one session, its network, its device and its audit entry.
    const rows = 4 * USERS + 3 * POSTS + 4;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^Copied ${rows} rows in \\d+ tables; every count agrees.\n$`),
      ),
    });
    // It also reads half a million words, which takes a while on a busy machine.
  }, 600_000);

  test("copies the row counts", async () => {
    const counts = await query(
      "SELECT name, sum(total)::integer AS total FROM row_counts GROUP BY 1 ORDER BY 1",
    );
    expect(counts).toEqual([
      { name: "active users", total: USERS * 0.95 },
      { name: "audit login", total: USERS * 0.9 + 1 },
      { name: "audit login-failed", total: USERS * 0.1 },
      { name: "published posts", total: POSTS * 0.6 },
      { name: "users", total: USERS },
    ]);
  });

  test("back to SQLite writes a file with the same rows, or no file if the database goes away during the copy", async () => {
    const file = join(temporaryFolder(), "back.db");
    const child = spawn(process.execPath, [...COMMAND, target.url, `file:${file}`], { stdio: "pipe" });
    const exited = new Promise((resolve) => child.on("exit", resolve));
    createInterface({ input: child.stderr }).once("line", () =>
      query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    );
    expect(await exited).toBe(1);
    expect(readdirSync(dirname(file))).toEqual([]);

    const { code, stdout } = await copy(target.url, back);
    const rows = 4 * USERS + 3 * POSTS + 4;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(`^Copied ${rows} rows`) });
    const path = back.slice("file:".length);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const store = new SqliteDatabase(source.url.slice("file:".length), { readonly: true });
    store.prepare("ATTACH ? AS back").run(path);
    const tables = store
      .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all() as string[];
    expect(tables).toEqual(
      expect.arrayContaining(["users", "user_words", "row_counts", "imported_passwords"]),
    );
    const countOf = (sql: string) => store.prepare(`SELECT count(*) FROM (${sql})`).pluck().get();
    for (const table of tables) {
      const [here, there] = [`SELECT * FROM main.${table}`, `SELECT * FROM back.${table}`];
      const differences = [countOf(`${here} EXCEPT ${there}`), countOf(`${there} EXCEPT ${here}`)];
      expect([table, ...differences]).toEqual([table, 0, 0]);
    }
    store.close();
    const again = await copy(target.url, back);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("exists already")]);
  });

  test("adds nothing to a store that already has accounts", async () => {
    const { code, stderr } = await copy();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `copy-database: the target is not empty (rows in users: ${USERS}): name an empty database\n`,
    );
  });

  test.each([
    [
      "copies nothing from a missing store",
      "file:/nowhere/x.db",
      undefined,
      "nothing was copied: /nowhere/x.db: ",
    ],
    [
      "copies only from one engine to the other",
      "file:y",
      "file:x",
      "an SQLite file and a PostgreSQL address",
    ],
  ])("%s", async (_title, from, to, message) => {
    const { code, stderr } = await copy(from, to);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe("servers with the store and with its copy", () => {
  let servers: readonly SpawnedServer[];
  let authorization: string;
  beforeAll(async () => {
    servers = await Promise.all(
      [source.url, target.url, back].map((url) => spawnServer({ DATABASE_URL: url }, process.cwd())),
    );
    const login = { body: { email: userEmail(1), password: PASSWORD } };
    const answer = await send(servers[0] as SpawnedServer, "POST", "/bearer/api/v1/auth/login", login);
    authorization = `Bearer ${answer.body["accessToken"]}`;
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  /** The nth request of a fixed sample of everything that can be read. */
  function sample(n: number): { path: string; headers: Record<string, string> } {
    const user = 1 + ((n * 7919) % USERS);
    const post = 1 + ((n * 104_729) % POSTS);
    const bearer = { Authorization: authorization };
    const session = { Cookie: cookie };
    const requests = [
      { path: `/bearer/api/v1/users/${userId(user)}`, headers: bearer },
      { path: `/bearer/api/v1/users?page=${n}&per=${1 + (n % 100)}`, headers: bearer },
      { path: `/bearer/api/v1/posts?page=${n}&per=10`, headers: bearer },
      { path: `/bearer/api/v1/posts/${postId(post)}`, headers: bearer },
      { path: "/bearer/api/v1/users/me", headers: bearer },
      { path: `/bearer/api/v1/users?search=person+${n % 100}&page=${n % 7}`, headers: bearer },
      { path: `/session/api/v1/users?search=nandu&page=${n % 9}`, headers: session },
      { path: `/session/api/v1/users/${userId(user)}`, headers: session },
      { path: `/session/api/users?page=${n}&per_page=20`, headers: session },
      { path: `/session/api/v1/posts?page=${n}`, headers: session },
      { path: `/session/api/v1/posts/${postId(post)}/comments`, headers: session },
      { path: "/session/api/v1/auth/me", headers: session },
    ];
    return requests[n % requests.length] ?? { path: "/", headers: {} };
  }

  test("give the same answers to a sample of 1,000 requests", async () => {
    const statuses = new Map<number, number>();
    const compare = async (n: number) => {
      const { path, headers } = sample(n);
      const answers = await Promise.all(servers.map((server) => send(server, "GET", path, headers)));
      const [one, ...others] = answers.map(({ status, body }) => ({ path, status, body }));
      for (const other of others) expect(other).toEqual(one);
      statuses.set(one?.status ?? 0, (statuses.get(one?.status ?? 0) ?? 0) + 1);
    };
    for (let n = 0; n < 1000; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => compare(n + index)));
    }
    expect(statuses.get(200)).toBeGreaterThan(900);
    expect(statuses.get(500)).toBeUndefined();
  });

  test("stream the same list of all users", async () => {
    const list = (server: SpawnedServer) => send(server, "GET", "/session/api/v1/users", { Cookie: cookie });
    const [one, other] = await Promise.all(servers.map(list));
    expect(other?.body).toEqual(one?.body);
    expect(one?.body["users"]).toHaveLength(USERS);
  });

  test("accept the same logins", async () => {
    for (const n of [2, 20, 1001]) {
      const body = { email: userEmail(n), password: PASSWORD };
      const logins = servers.map((server) => send(server, "POST", "/session/api/v1/auth/login", { body }));
      const [one, other] = await Promise.all(logins);
      expect([other?.status, other?.body["user"]]).toEqual([one?.status, one?.body["user"]]);
    }
  });
});

describe("a PostgreSQL plan for", () => {
  const statements: Sql[] = [];
  let database: Database;
  let store: Repositories;
  beforeAll(async () => {
    await query("VACUUM ANALYZE");
    database = await openDatabase({ engine: "postgres", url: target.url, poolSize: 4, timeoutMs: 30_000 });
    const { queries } = database;
    const execute = (statement: Sql) => {
      statements.push(statement);
      return queries.execute(statement);
    };
    store = createStore({ ...database, queries: createQueries(execute) });
  });
  afterAll(() => database.close());

  test.each(Object.entries(hotQueries({ users: USERS, posts: POSTS })))(
    "%s uses an index",
    async (_title, run) => {
      statements.length = 0;
      await run(store);
      expect(statements.length).toBeGreaterThan(0);
      const pool = new pg.Pool({ connectionString: target.url, max: 1 });
      onTestFinished(() => pool.end());
      for (const statement of statements) {
        const text = textOf(statement);
        const { rows } = await pool.query(`EXPLAIN ${text}`, [...statement.values]);
        const generic = await pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
        const plan = [...rows, ...generic.rows].map((row) => row["QUERY PLAN"]).join("\n");
        // There are so few row counts that the engine scans them.
        expect(plan).not.toMatch(/Seq Scan on (?!row_counts)/);
        // Of a search, the few users of a rare word are sorted, those of a slice, and the places where it may end.
        const sortsFew = /user_words_pkey|SetOp Intersect|Sort Key: \(\(InitPlan/.test(plan);
        if (!sortsFew) expect(plan).not.toMatch(/Sort +\(/);
        // An insert searches for nothing.
        if (plan.startsWith("Insert on")) continue;
        expect(plan).toMatch(/Index( Only)? Scan|Bitmap Index Scan|Scan on row_counts/);
      }
    },
  );

  test("finding the rows that belong to a deleted row uses an index", async () => {
    const unindexed = await query(`
      SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
      WHERE contype = 'f' AND NOT EXISTS (
        SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL
      )`);
    expect(unindexed).toEqual([]);
  });
});
