import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import supertest from "supertest";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrations, newestVersion } from "../../src/database/migrations.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/stores");
const PASSWORD = "correct horse battery";
/** Counts and words, which migrations and the server's start derive from the rows. */
const DERIVED = ["row_counts", "user_words"];

type Row = Record<string, unknown>;

function tablesOf(path: string): Map<string, Row[]> {
  const store = new Sqlite(path, { readonly: true });
  const names = store
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const tables = names.filter((name) => !DERIVED.includes(name));
  const rows = tables.map((name) => [name, store.prepare(`SELECT * FROM ${name}`).all() as Row[]] as const);
  store.close();
  return new Map(rows);
}

/** Schemas that no version had as its newest: they were released together with schema 8. */
const NEVER_RELEASED = [4, 5, 6, 7];

const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith(".db"));

test("the fixtures include a store of every earlier released schema", () => {
  const versions = migrations.map(({ version }) => version).filter((version) => version < newestVersion());
  const released = versions.filter((version) => !NEVER_RELEASED.includes(version));
  expect(fixtures).toEqual(expect.arrayContaining(released.map((version) => `schema-${version}.db`)));
});

describe.each(fixtures)("the store of an earlier version in %s", (name) => {
  /** The file after today's server has run, and the server's answers. */
  async function open() {
    const folder = temporaryFolder();
    const path = join(folder, "store.db");
    copyFileSync(join(FIXTURES, name), path);
    // Keeps the fixtures' audit entries, however old they are.
    const server = await spawnServer({ DATABASE_URL: `file:${path}`, AUDIT_KEEP: "36500d" }, folder);
    onTestFinished(async () => void (await server.stop("SIGKILL")));
    return { path, server, request: supertest(server.origin) };
  }

  test("keeps every row with every value in the migration", async () => {
    const { path, server } = await open();
    await server.stop();
    const [before, after] = [tablesOf(join(FIXTURES, name)), tablesOf(path)];
    expect(before.get("users")).toHaveLength(3);
    for (const [table, rows] of before) {
      expect(after.get(table)).toEqual(rows.map((row) => expect.objectContaining(row)));
    }
    const store = new Sqlite(path, { readonly: true });
    expect(store.pragma("user_version", { simple: true })).toBe(newestVersion());
    expect(store.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(store.pragma("foreign_key_check")).toEqual([]);
    store.close();
  });

  test("lets its users log in after the migration, with their roles, posts and comments", async () => {
    const { request } = await open();
    const posts = tablesOf(join(FIXTURES, name)).get("posts") ?? [];
    const logIn = (email: string) =>
      request.post("/bearer/api/v1/auth/login").send({ email, password: PASSWORD });
    await logIn("linus@example.com").expect(401);
    await logIn("grace@example.com").expect(200);
    const { body } = await logIn("ada@example.com").expect(200);
    const get = (path: string) => request.get(path).set("Authorization", `Bearer ${body.accessToken}`);
    expect((await get("/bearer/api/v1/users/me").expect(200)).body).toMatchObject({ role: "admin" });
    expect((await get("/bearer/api/v1/users").expect(200)).body.metadata.total).toBe(2);
    expect((await get("/bearer/api/v1/posts").expect(200)).body.metadata.total).toBe(
      posts.filter(({ status }) => status === "published").length,
    );
    for (const { id, title, content } of posts.filter(({ status }) => status === "published")) {
      expect((await get(`/bearer/api/v1/posts/${id}`).expect(200)).body).toMatchObject({ title, content });
    }
  });
});
