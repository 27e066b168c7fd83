import { existsSync } from "node:fs";
import type { StoreConfig } from "../config.ts";
import { readStoreConfig } from "../config.ts";
import { openDatabase } from "../database/open-database.ts";
import { createStore } from "../repositories/store.ts";
import type { Accounts } from "../services/accounts.ts";
import { createAccounts } from "../services/accounts.ts";
import { createPasswords } from "../services/passwords.ts";
import { AdminError } from "./admin-error.ts";

/**
 * Opens the configured store for one piece of work, and closes it whatever comes of that.
 *
 * @throws {AdminError} where the store would end with this process
 */
export async function withAccounts<Result>(work: (accounts: Accounts) => Promise<Result>): Promise<Result> {
  const config = readLastingStore();
  const database = await openDatabase(config.database);
  const passwords = await createPasswords(config.bcryptCost);
  try {
    return await work(createAccounts(createStore(database), passwords));
  } finally {
    await passwords.close();
    await database.close();
  }
}

/**
 * As `withAccounts`, for work on an account that is there already. To open a SQLite file that is not there would create
 * it, and a mistyped `DATABASE_URL` would leave an empty database behind.
 *
 * @throws {AdminError} where there is no such file
 */
export async function withExistingAccounts<Result>(
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const { database } = readLastingStore();
  if (database.engine === "sqlite" && !existsSync(database.path)) {
    throw new AdminError(`there is no database at ${database.path}: see DATABASE_URL`);
  }
  return withAccounts(work);
}

function readLastingStore(): StoreConfig {
  const config = readStoreConfig(process.env);
  if (config.database.engine === "sqlite" && config.database.path === ":memory:") {
    throw new AdminError("DATABASE_URL=:memory: ends with this command: nothing done there would last");
  }
  return config;
}
