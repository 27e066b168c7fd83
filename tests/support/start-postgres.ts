import type { TestProject } from "vitest/node";
import { startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the run's PostgreSQL, with `DATABASE` where a database's name goes. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run; each test file has a database of its own in it. */
export default async function startPostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  provide("postgresUrl", server.url("DATABASE"));
  return () => server.dispose();
}
