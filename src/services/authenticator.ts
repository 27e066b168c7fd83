import { claimedEmail } from "../domain/email.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import { hasSameAccess, issueTime } from "../domain/user.ts";
import type { Repositories, Store } from "../repositories/store.ts";
import type { Passwords, StoredPassword } from "./passwords.ts";
import { IMPORTED_PASSWORD } from "./passwords.ts";

/** The credentials as the client sent them, of any type. */
export interface Credentials {
  readonly email: unknown;
  readonly password: unknown;
}

/**
 * Does what `confirm` does, in the given transaction.
 *
 * @returns undefined also for wrong credentials
 */
type Admit = (repositories: Repositories) => Promise<AuthenticatedUser | undefined>;

/**
 * Checks credentials, and dates the sessions and tokens that are issued for them.
 *
 * @param passwords hashes and checks them off the event loop
 */
export function createAuthenticator(store: Store, passwords: Passwords) {
  return {
    /**
     * Checks the password of an active user. Unknown emails, inactive accounts and wrong passwords take equally long.
     *
     * @throws {DomainError} `service-unavailable`
     */
    async checkCredentials({ email, password }: Credentials): Promise<Admit> {
      const account = await store.users.find({ email: claimedEmail(email) });
      const { matches, isOutdated } = await passwords.verify(password, await findStored(store, account));
      if (account === undefined || !matches) return async () => undefined;
      // The password is known now, so it can be hashed again, at a raised cost or in another Unicode form.
      const passwordHash = isOutdated ? await passwords.hash(password as string) : undefined;
      return async (repositories) => {
        const user = await lockAuthenticated(repositories, account);
        if (user !== undefined && passwordHash !== undefined) {
          await repositories.users.update(user.id, { passwordHash }, user.updatedAt);
        }
        return user;
      };
    },
    /**
     * Returns the date of a session or token about to be issued, after checking in the same step that the user still has
     * the access that was checked before. A later revocation refuses everything with this date.
     *
     * @returns undefined if the user was deleted or deactivated or has changed their password since
     * @throws {DomainError} `service-unavailable`
     */
    confirm: (checked: User) => store.transaction((repositories) => lockAuthenticated(repositories, checked)),
  };
}

/** An id that no account has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Makes the same queries whether or not the account exists. */
async function findStored(
  { users, importedPasswords }: Store,
  user: User | undefined,
): Promise<StoredPassword> {
  const owner = user?.isActive === true ? user : undefined;
  const slowestHash = await importedPasswords.findSlowest();
  const imported =
    slowestHash === undefined ? undefined : await importedPasswords.find({ userId: owner?.id ?? NOBODY });
  const importedHash = imported?.hash;
  if (owner?.passwordHash !== IMPORTED_PASSWORD || importedHash !== undefined) {
    return { passwordHash: owner?.passwordHash, slowestHash, importedHash };
  }
  // Another login has renewed the hash since the account was read.
  const renewed = await users.find({ id: owner.id });
  return { passwordHash: renewed?.passwordHash, slowestHash };
}

/** Reads and locks a checked user, so that their access can't be revoked before the transaction ends. */
async function lockAuthenticated(
  { users }: Repositories,
  checked: User,
): Promise<AuthenticatedUser | undefined> {
  const current = await users.lock({ id: checked.id });
  if (current === undefined || !hasSameAccess(current, checked)) return undefined;
  return { ...current, authenticatedAt: issueTime(current, new Date()) };
}
