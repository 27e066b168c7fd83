import { normalizeEmail } from "../domain/email.ts";
import { isStorable } from "../domain/text.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import { hasSameAccess, issueTime } from "../domain/user.ts";
import type { Repositories, Store } from "../repositories/store.ts";
import type { Passwords, StoredPassword } from "./passwords.ts";
import { IMPORTED_PASSWORD } from "./passwords.ts";

/** What a login claims, as the client sent it: of any type. */
export interface Credentials {
  readonly email: unknown;
  readonly password: unknown;
}

/** What came of a check of credentials. */
interface CheckedCredentials {
  /** Whose account it was about: known to the log, never to the client. */
  readonly accountId: string | undefined;
  /**
   * Lets the user in as part of a transaction, as `confirm` does.
   *
   * @returns undefined for wrong credentials too
   */
  admit(repositories: Repositories): Promise<AuthenticatedUser | undefined>;
}

/** Finds out who somebody is, in one step with the date of what they are issued for it. */
export interface Authenticator {
  /**
   * Checks the password of an active user. Unknown, inactive and wrong all take the same time.
   *
   * @throws {DomainError} `service-unavailable`
   */
  checkCredentials(credentials: Credentials): Promise<CheckedCredentials>;
  /**
   * Dates what is about to be issued to a user, in one step with the check that they still have the access that was
   * checked before. Whatever revokes it later refuses what bears this date.
   *
   * @returns undefined where the user was deleted or deactivated or has a new password since
   * @throws {DomainError} `service-unavailable`
   */
  confirm(checked: User): Promise<AuthenticatedUser | undefined>;
}

/** @param passwords hashes and checks them off the event loop */
export function createAuthenticator(store: Store, passwords: Passwords): Authenticator {
  return {
    async checkCredentials({ email, password }) {
      const account = await findClaimed(store, email);
      const { matches, isOutdated } = await passwords.verify(password, await findStored(store, account));
      if (account === undefined || !matches) return { accountId: account?.id, admit: async () => undefined };
      // Now the password is at hand to be hashed again: at a raised cost, or in another Unicode form.
      const passwordHash = isOutdated ? await passwords.hash(password as string) : undefined;
      return {
        accountId: account.id,
        async admit(repositories) {
          const user = await lockAuthenticated(repositories, account);
          if (user !== undefined && passwordHash !== undefined) {
            await repositories.users.update(user.id, { passwordHash }, user.updatedAt);
          }
          return user;
        },
      };
    },
    confirm: (checked) => store.transaction((repositories) => lockAuthenticated(repositories, checked)),
  };
}

/** An id that no account has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Asks the same of the store for every account, and where there is none. */
async function findStored(
  { users, importedPasswords }: Store,
  user: User | undefined,
): Promise<StoredPassword> {
  const owner = user?.isActive === true ? user : undefined;
  const slowestHash = await importedPasswords.findSlowest();
  const importedHash =
    slowestHash === undefined ? undefined : await importedPasswords.find(owner?.id ?? NOBODY);
  if (owner?.passwordHash !== IMPORTED_PASSWORD || importedHash !== undefined) {
    return { passwordHash: owner?.passwordHash, slowestHash, importedHash };
  }
  // Another login has renewed the hash since the account was read.
  const renewed = await users.findById(owner.id);
  return { passwordHash: renewed?.passwordHash, slowestHash };
}

/** Reads a checked user for the rest of a transaction, in which nobody else can revoke their access. */
async function lockAuthenticated(
  { users }: Repositories,
  checked: User,
): Promise<AuthenticatedUser | undefined> {
  const current = await users.lockById(checked.id);
  if (current === undefined || !hasSameAccess(current, checked)) return undefined;
  return { ...current, authenticatedAt: issueTime(current, new Date()) };
}

/** The account that a login claims by an email of any type. */
async function findClaimed(store: Store, email: unknown): Promise<User | undefined> {
  if (typeof email !== "string" || !isStorable(email)) return undefined;
  return store.users.findByEmail(normalizeEmail(email));
}
