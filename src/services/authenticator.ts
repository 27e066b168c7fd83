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

/** Whom a login let in, and whose account it was about: known to the log, never to the client. */
export interface LoginOutcome {
  readonly user: AuthenticatedUser | undefined;
  readonly accountId: string | undefined;
}

/** Finds out who somebody is, in one step with the date of what they are issued for it. */
export interface Authenticator {
  /**
   * Lets in the active user with these credentials. Unknown, inactive and wrong all take the same time.
   *
   * @throws {DomainError} `service-unavailable`
   */
  authenticate(credentials: Credentials): Promise<LoginOutcome>;
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
  async function authenticate({ email, password }: Credentials): Promise<LoginOutcome> {
    const account = await findClaimed(store, email);
    return { user: await admit(account, password), accountId: account?.id };
  }

  async function admit(user: User | undefined, password: unknown): Promise<AuthenticatedUser | undefined> {
    const { matches, isOutdated } = await passwords.verify(password, await findStored(store, user));
    if (user === undefined || !matches) return undefined;
    return isOutdated ? renewHash(user, password as string) : confirm(user);
  }

  const confirm = (checked: User): Promise<AuthenticatedUser | undefined> =>
    store.transaction((repositories) => lockAuthenticated(repositories, checked));

  /** A login is the one time at which the password is at hand to be hashed again: at a raised cost, or in another Unicode form. */
  async function renewHash(checked: User, password: string): Promise<AuthenticatedUser | undefined> {
    const passwordHash = await passwords.hash(password);
    return store.transaction(async (repositories) => {
      const user = await lockAuthenticated(repositories, checked);
      if (user !== undefined) await repositories.users.update(user.id, { passwordHash }, user.updatedAt);
      return user;
    });
  }

  return { authenticate, confirm };
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
