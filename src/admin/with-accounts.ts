import type { Store } from "../repositories/store.ts";
import type { Accounts } from "../services/accounts.ts";
import { createAccounts } from "../services/accounts.ts";
import { createPasswords } from "../services/passwords.ts";
import { withStore } from "./with-store.ts";

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
