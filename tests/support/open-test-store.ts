import { onTestFinished } from "vitest";
import { readStoreConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { createMigratedStore } from "./create-test-store.ts";

/** An empty store on this run's engine, which is closed after the test. */
export async function openTestStore(): Promise<Database> {
  const store = await createMigratedStore();
  const database = await openTestStoreAt(store.url);
  onTestFinished(async () => {
    await database.close();
    await store.remove();
  });
  return database;
}

/** @param url as in `DATABASE_URL` */
export const openTestStoreAt = (url: string): Promise<Database> =>
  openDatabase(readStoreConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: "8" }).database);
