import { readStoreConfig } from "../config.ts";
import { openDatabase } from "../database/open-database.ts";
import { createStore } from "../repositories/store.ts";
import type { Accounts } from "../services/accounts.ts";
import { createAccounts } from "../services/accounts.ts";
import { createPasswords } from "../services/passwords.ts";

/** Opens the configured store for one piece of work, and closes it whatever comes of that. */
export async function withAccounts<Result>(work: (accounts: Accounts) => Promise<Result>): Promise<Result> {
  const config = readStoreConfig(process.env);
  const database = await openDatabase(config.database);
  const passwords = await createPasswords(config.bcryptCost);
  try {
    return await work(createAccounts(createStore(database), passwords));
  } finally {
    await passwords.close();
    await database.close();
  }
}
