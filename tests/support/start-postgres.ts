import type { TestProject } from "vitest/node";
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
  provide("postgresUrl", server.url("DATABASE"));
  return () => server.dispose();
}
