import { existsSync } from "node:fs";
import type { StoreConfig } from "../config.ts";
import { readStoreConfig } from "../config.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Store } from "../repositories/store.ts";
import { createStore } from "../repositories/store.ts";
import type { Accounts } from "../services/accounts.ts";
import { createAccounts } from "../services/accounts.ts";
import { createPasswords } from "../services/passwords.ts";
import { AdminError } from "./admin-error.ts";

interface StoreLimits {
  readonly shortestTimeoutMs?: number;
  readonly cacheMib?: number;
}

/**
 * Opens the configured store for some work and closes it afterwards. A missing SQLite file is refused: opening it would
 * create it, so a mistyped `DATABASE_URL` would leave an empty database behind.
 *
 * @param limits.shortestTimeoutMs takes the place of a shorter `DATABASE_TIMEOUT_MS`, which is for requests
 * @param limits.cacheMib how much of its changes a transaction keeps in memory on SQLite
 * @throws {AdminError} if the file is missing, or if the store exists only in memory
 */
export async function withStore<Result>(
  work: (store: Store, config: StoreConfig) => Promise<Result>,
  limits: StoreLimits = {},
): Promise<Result> {
  const config = readLastingStore();
  const database = await openDatabase(applyLimits(config.database, limits));
  try {
    return await work(createStore(database), config);
  } finally {
    await database.close();
  }
}

function applyLimits(database: StoreConfig["database"], limits: StoreLimits): StoreConfig["database"] {
  const { shortestTimeoutMs = 0, ...sqliteLimits } = limits;
  return database.engine === "postgres"
    ? { ...database, timeoutMs: Math.max(database.timeoutMs, shortestTimeoutMs) }
    : { ...database, ...sqliteLimits };
}

function readLastingStore(): StoreConfig {
  const config = readStoreConfig(process.env);
  if (config.database.engine === "postgres") return config;
  const { path } = config.database;
  if (path === ":memory:") {
    throw new AdminError("DATABASE_URL=:memory: ends with this command: nothing done there would last");
  }
  if (!existsSync(path)) {
    throw new AdminError(
      `there is no database at ${path}: check DATABASE_URL, or create the database with npm run migrate`,
    );
  }
  return config;
}

/** Opens the configured store's accounts for one piece of work. @throws {AdminError} as `withStore` does */
export const withAccounts = <Result>(
  work: (accounts: Accounts, store: Store) => Promise<Result>,
): Promise<Result> =>
  withStore(async (store, { bcryptCost, passwordBlocklist }) => {
    const passwords = createPasswords(bcryptCost, 1);
    try {
      return await work(createAccounts(store, passwords, { blocklist: passwordBlocklist }), store);
    } finally {
      await passwords.close();
    }
  });
