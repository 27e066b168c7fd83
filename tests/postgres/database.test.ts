import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { ConstraintViolation } from "../../src/database/database.ts";
import { newestVersion } from "../../src/database/migrations.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { translatePostgresError } from "../../src/database/postgres-errors.ts";
import { sql } from "../../src/database/sql.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { User } from "../../src/domain/user.ts";
import { users } from "../../src/repositories/user-rows.ts";
import type { TestStore } from "../support/create-test-store.ts";
import { createPostgresStore, createTestStore } from "../support/create-test-store.ts";
import { someUser } from "../support/rows.ts";

const ADA = "01890000-0000-7000-8000-00000000000a";
const BOB = "01890000-0000-7000-8000-00000000000b";

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await createTestStore();
  database = await open(store.url);
  await database.queries.run(users.insert(user(ADA, "ada@example.com"), user(BOB, "bob@example.com")));
});
afterAll(async () => {
  await database.close();
  await store.remove();
});

const open = (url: string) => openDatabase({ engine: "postgres", url, poolSize: 4, timeoutMs: 5000 });

const user = (id: string, email: string): User =>
  someUser({ id, email, passwordHash: "$2b$04$a-secret-hash" });

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

describe("the PostgreSQL schema", () => {
  test("uses PostgreSQL's own types", async () => {
    const columns = await run(
      store.url,
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_name = 'users' AND column_name IN ('id', 'is_active', 'created_at') ORDER BY 1`,
    );
    expect(columns).toEqual([
      { name: "created_at", type: "timestamp with time zone" },
      { name: "id", type: "uuid" },
      { name: "is_active", type: "boolean" },
    ]);
  });

  test("is not changed if a newer version wrote it", async () => {
    const newer = await createTestStore();
    onTestFinished(() => newer.remove());
    await (await open(newer.url)).close();
    await run(newer.url, "UPDATE schema_version SET version = version + 1");
    await expect(open(newer.url)).rejects.toThrow(
      `the database is at schema version ${newestVersion() + 1}, this program knows up to ${newestVersion()}`,
    );
  });

  test("is not created in a database whose encoding can't hold every name", async () => {
    const latin = await createPostgresStore("template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    onTestFinished(() => latin.remove());
    await expect(open(latin.url)).rejects.toThrow(
      "the PostgreSQL database has the encoding LATIN1: create it with ENCODING 'UTF8' TEMPLATE template0",
    );
    const tables = await run(
      latin.url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(tables).toEqual([]);
  });

  test("is not opened if the database writes times in a style that the driver can't read", async () => {
    const german = await createTestStore();
    onTestFinished(() => german.remove());
    await (await open(german.url)).close();
    const name = new URL(german.url).pathname.slice(1);
    await run(german.url, `ALTER DATABASE ${name} SET DateStyle = 'German'`);
    await expect(open(german.url)).rejects.toThrow(
      'the PostgreSQL database writes times in the style "German, DMY": set DateStyle to ISO for it and its role',
    );
  });

  test("stops a start with one line if the store doesn't answer while words are read", async () => {
    const held = new pg.Client(store.url);
    await held.connect();
    onTestFinished(() => held.end());
    await held.query("BEGIN; LOCK user_words IN ACCESS EXCLUSIVE MODE");
    await expect(
      openDatabase({ engine: "postgres", url: store.url, poolSize: 4, timeoutMs: 2000 }),
    ).rejects.toThrow(/^The store stopped answering .*statement timeout/);
  });

  test("can be migrated while servers of the previous version keep running", async () => {
    const growing = await createTestStore();
    const before = await open(growing.url);
    onTestFinished(async () => {
      await before.close();
      await growing.remove();
    });
    const readAll = () => before.queries.all(sql`SELECT * FROM users`);
    await Promise.all([readAll(), readAll(), readAll(), readAll()]);
    await run(growing.url, "ALTER TABLE users ADD COLUMN nickname text");
    expect(await readAll()).toEqual([]);
    const inTransaction = before.transaction((queries) => queries.all(sql`SELECT * FROM users`));
    expect(await inTransaction).toEqual([]);
    await Promise.all([readAll(), readAll(), readAll(), readAll()]);
  });

  test("is not created at all if a migration fails", async () => {
    const broken = await createTestStore();
    onTestFinished(() => broken.remove());
    await run(broken.url, "CREATE TABLE comments (id integer)");
    await expect(open(broken.url)).rejects.toThrow(
      'the PostgreSQL database failed: relation "comments" already exists',
    );
    const tables = await run(
      broken.url,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(tables).toEqual([{ name: "comments" }]);
  });
});

describe("a PostgreSQL error", () => {
  const insert = (row: User) => database.queries.run(users.insert(row));

  test("names the column that must be unique", async () => {
    const taken = insert(user("01890000-0000-7000-8000-00000000000c", "ada@example.com"));
    await expect(taken).rejects.toBeInstanceOf(ConstraintViolation);
    await expect(taken).rejects.toMatchObject({ broken: "users.email" });
    await expect(insert(user(ADA, "c@example.com"))).rejects.toMatchObject({ broken: "users.id" });
  });

  test("reports a foreign key violation", async () => {
    const now = new Date();
    const orphan = database.queries.run(sql`
      INSERT INTO sessions (id_hash, id, user_id, created_at, last_seen_at, expires_at)
      VALUES ('x', ${crypto.randomUUID()}, ${crypto.randomUUID()}, ${now}, ${now}, ${now})`);
    await expect(orphan).rejects.toMatchObject({ broken: "gone" });
  });

  test("never quotes a row, because errors are logged", async () => {
    const row = { ...user("01890000-0000-7000-8000-00000000000d", "d@example.com"), role: "king" as "user" };
    const error = await insert(row).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "23514" });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret-hash");
  });
});

describe("an error", () => {
  const failWith = (error: Error) =>
    translatePostgresError(error) instanceof DomainError ? "service-unavailable" : "fault";

  test.each([
    Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" }),
    Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }),
    Object.assign(new Error("getaddrinfo EAI_AGAIN db"), { code: "EAI_AGAIN" }),
    Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" }),
    new Error("Connection terminated unexpectedly"),
    new Error("Query read timeout"),
    new Error("timeout exceeded when trying to connect"),
    new Error("Client has encountered a connection error and is not queryable"),
  ])("of the connection makes the service unavailable: %s", (error) => {
    expect(failWith(error)).toBe("service-unavailable");
  });

  test.each([
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    Object.assign(new TypeError("invalid argument"), { code: "ERR_INVALID_ARG_TYPE" }),
    new RangeError("Invalid time value"),
  ])("of our own code is a fault: %s", (error) => {
    expect(failWith(error)).toBe("fault");
  });

  test("about a value that the driver can't send is a fault", async () => {
    const email = {
      toPostgres: () => {
        throw new TypeError("a bug of ours");
      },
    };
    const row = { ...user(crypto.randomUUID(), ""), email: email as never };
    await expect(database.queries.run(users.insert(row))).rejects.toThrow(TypeError);
  });
});

describe("PostgreSQL transactions", () => {
  const rename = (queries: Database["queries"], id: string, name: string) =>
    queries.run(sql`UPDATE users SET name = ${name} WHERE id = ${id}`);

  test("both succeed if they lock the same rows in opposite order", async () => {
    const { promise: bothHaveOne, resolve } = Promise.withResolvers<void>();
    let holders = 0;
    const renameBoth = (name: string, [first, second]: [string, string]) =>
      database.transaction(async (queries) => {
        await rename(queries, first, name);
        holders += 1;
        if (holders === 2) resolve();
        await bothHaveOne;
        await rename(queries, second, name);
      });
    await Promise.all([renameBoth("One", [ADA, BOB]), renameBoth("Two", [BOB, ADA])]);
    const names = await database.queries.all<{ name: string }>(sql`SELECT name FROM users`);
    expect(new Set(names.map(({ name }) => name)).size).toBe(1);
  });

  test("are rolled back with an error if a failed statement was ignored", async () => {
    const careless = database.transaction(async (queries) => {
      await rename(queries, ADA, "Half");
      await queries.run(users.insert(user(ADA, "x@example.com"))).catch(() => {});
    });
    await expect(careless).rejects.toThrow("a statement before had failed");
    const ada = await database.queries.all(sql`SELECT name FROM users WHERE id = ${ADA}`);
    expect(ada).not.toEqual([{ name: "Half" }]);
  });
});

test("a connection that PostgreSQL ends is not given to the next statement", async () => {
  const single = await openDatabase({ engine: "postgres", url: store.url, poolSize: 1, timeoutMs: 60_000 });
  onTestFinished(() => single.close());
  const [connection] = await single.queries.all<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  const ended = expect(single.queries.all(sql`SELECT pg_sleep(60)`)).rejects.toMatchObject({
    code: "service-unavailable",
    cause: { code: "57P01" },
  });
  const next = single.queries.all(sql`SELECT 1 AS one`);
  await run(store.url, `SELECT pg_terminate_backend(${connection?.pid})`);
  await ended;
  expect(await next).toEqual([{ one: 1 }]);
});
