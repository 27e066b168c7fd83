import { existsSync } from "node:fs";
import { destination, pino } from "pino";
import type { StoreConfig } from "../config.ts";
import { readStoreConfig } from "../config.ts";
import type { DatabaseLocation } from "../database/open-database.ts";
import { openDatabase } from "../database/open-database.ts";
import type { AuditTrail } from "../domain/audit.ts";
import type { Store } from "../repositories/store.ts";
import { createStore } from "../repositories/store.ts";
import type { Accounts } from "../services/accounts.ts";
import { createAccounts } from "../services/accounts.ts";
import { createPasswords } from "../services/passwords.ts";
import { AdminError, commandLine } from "./command.ts";

/** The log of a command, in the server's format. Standard output is for the operator. */
function openLog() {
  const output = destination({ fd: 2, sync: true });
  // Otherwise a change that is stored would be reported as failed because the disk under the log is full.
  output.on("error", () => {});
  return pino({ base: null }, output);
}

/** The audit trail of a command, which has no caller and no address. */
export const COMMAND: AuditTrail = {
  log: (event, userId) => openLog().info({ event, userId }, "audit"),
};

/** The least time for a statement. `DATABASE_TIMEOUT_MS` is for requests, and a command may change every row. */
const SHORTEST_TIMEOUT_MS = 60_000;
/** A large import changes the same pages many times. Each eviction from memory writes a page to the disk. */
const CACHE_MIB = 64;

/**
 * Opens the configured store for some work and closes it afterwards. A missing SQLite file is refused: opening it would
 * create it, so a mistyped `DATABASE_URL` would leave an empty database behind.
 *
 * @throws {AdminError} if the file is missing, or if the store exists only in memory
 */
export async function withStore<Result>(
  work: (store: Store, config: StoreConfig) => Promise<Result>,
): Promise<Result> {
  const config = readLastingConfig();
  if (config.database.engine === "sqlite" && !existsSync(config.database.path)) {
    throw new AdminError(
      `there is no database at ${config.database.path}: check DATABASE_URL, or create the database with ${commandLine("migrate")}`,
    );
  }
  const database = await openDatabase(forLongWork(config.database), (file, what) =>
    openLog().info({ file }, what),
  );
  try {
    return await work(createStore(database), config);
  } finally {
    await database.close();
  }
}

const forLongWork = (database: StoreConfig["database"]): DatabaseLocation =>
  database.engine === "postgres"
    ? { ...database, timeoutMs: Math.max(database.timeoutMs, SHORTEST_TIMEOUT_MS) }
    : { ...database, cacheMib: CACHE_MIB };

/** Reads the configuration of the store. @throws {AdminError} if the store exists only in memory */
export function readLastingConfig(): StoreConfig {
  const config = readStoreConfig(process.env);
  if (config.database.engine === "sqlite" && config.database.path === ":memory:") {
    throw new AdminError("DATABASE_URL=:memory: ends with this command: nothing done there would last");
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
