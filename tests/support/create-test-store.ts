import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";

/** A new store on this run's engine. */
export interface TestStore {
  /** For `DATABASE_URL`. */
  readonly url: string;
  remove(): Promise<void>;
}

/** The engine that the tests of this project run on. */
const engine = process.env["TEST_ENGINE"] === "postgres" ? "postgres" : "sqlite";

export const createTestStore = (): Promise<TestStore> =>
  engine === "postgres" ? createPostgresStore() : createSqliteStore();

/** A store with all tables on PostgreSQL, where making them takes a tenth of a second. */
export const createMigratedStore = (): Promise<TestStore> =>
  engine === "postgres" ? createPostgresStore(MIGRATED) : createSqliteStore();

/** The database of the run's PostgreSQL that has all tables and no rows. */
export const MIGRATED = "migrated";

export async function createSqliteStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-test-"));
  return {
    url: `file:${join(folder, "groundwork.db")}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function createPostgresStore(template = "template1"): Promise<TestStore> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: urlOf(name),
    remove: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(urlOf("postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

const urlOf = (database: string): string => inject("postgresUrl").replace("DATABASE", database);
