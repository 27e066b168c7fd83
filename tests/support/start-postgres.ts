import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/database/open-database.ts";
import { MIGRATED } from "./create-test-store.ts";
import { startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the run's PostgreSQL, with `DATABASE` in place of a database's name. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run. Each test file has a separate database in it. */
export default async function startPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  await server.createDatabase(MIGRATED);
  const options = { engine: "postgres", url: server.url(MIGRATED), poolSize: 1, timeoutMs: 60_000 } as const;
  await (await openDatabase(options)).close();
  provide("postgresUrl", server.url("DATABASE"));
  return () => server.dispose();
}
