import { normalizeEmail } from "../domain/email.ts";
import { DomainError } from "../domain/errors.ts";
import { isStorable } from "../domain/text.ts";
import type { Role, User } from "../domain/user.ts";
import { hasSameAccess } from "../domain/user.ts";
import type { Store } from "../repositories/store.ts";
import type { UserChanges } from "../repositories/users.ts";
import type { AccountReader } from "./account-reader.ts";
import { createAccountReader } from "./account-reader.ts";
import { createId } from "./create-id.ts";
import { found } from "./found.ts";
import type { Passwords } from "./passwords.ts";
import { hashSessionId } from "./sessions.ts";

interface Registration {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** What a login claims, as the client sent it: of any type. */
export interface Credentials {
  readonly email: unknown;
  readonly password: unknown;
}

/** Whom a login let in, and whose account it was about: known to the log, never to the client. */
export interface LoginOutcome {
  readonly user: User | undefined;
  readonly accountId: string | undefined;
}

/** What a person or an admin may change; what is left out stays. */
interface AccountChanges {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

/** Accounts, as both APIs use them. Every email is normalized here, so no caller can forget it. */
export interface Accounts extends AccountReader {
  /** @throws {DomainError} `email-registered`, `service-unavailable` */
  register(registration: Registration, role?: Role): Promise<User>;
  /**
   * Lets in the active user with these credentials. Unknown, inactive and wrong all take the same time.
   *
   * @throws {DomainError} `service-unavailable`
   */
  authenticate(credentials: Credentials): Promise<LoginOutcome>;
  /**
   * A new password ends the user's other sessions and all of their tokens in the same transaction.
   *
   * @param keptSessionId the session that asks, which stays
   * @throws {DomainError} `user-not-found`, `email-in-use`, `service-unavailable`
   */
  update(id: string, changes: AccountChanges, keptSessionId?: string): Promise<User>;
  /**
   * Makes an account an admin with a new password and ends every access it had.
   *
   * @throws {DomainError} `user-not-found`, `service-unavailable`
   */
  promote(id: string, password: string): Promise<User>;
  /** @throws {DomainError} `user-not-found` */
  setRole(id: string, role: Role): Promise<User>;
  /** Deactivating ends all sessions at once. @throws {DomainError} `user-not-found` */
  setActive(id: string, isActive: boolean): Promise<User>;
  /** Removes the account and all that belongs to it. @throws {DomainError} `user-not-found` */
  remove(id: string): Promise<void>;
}

/** @param passwords hashes and checks them off the event loop */
export function createAccounts(store: Store, passwords: Passwords): Accounts {
  async function register({ email, name, password }: Registration, role: Role = "user"): Promise<User> {
    const passwordHash = await passwords.hash(password);
    const { id, createdAt } = createId();
    const user: User = {
      id,
      email: normalizeEmail(email),
      name,
      passwordHash,
      role,
      isActive: true,
      passwordChangedAt: null,
      createdAt,
      updatedAt: createdAt,
    };
    await store.users.insert(user);
    return user;
  }

  async function authenticate({ email, password }: Credentials): Promise<LoginOutcome> {
    const account = await findClaimed(store, email);
    return { user: await admit(account, password), accountId: account?.id };
  }

  async function admit(user: User | undefined, password: unknown): Promise<User | undefined> {
    const matches = await passwords.verify(password, user?.isActive === true ? user.passwordHash : undefined);
    if (user === undefined || !matches) return undefined;
    // The check took its time: the old password lets nobody in who was deactivated or got a new one meanwhile.
    const current = await store.users.findById(user.id);
    if (current === undefined || !hasSameAccess(current, user)) return undefined;
    return passwords.isOutdated(user.passwordHash) ? renewHash(current, password as string) : current;
  }

  /** A login is the one time at which the password is at hand to be hashed again, where the cost has been raised. */
  async function renewHash(user: User, password: string): Promise<User | undefined> {
    const passwordHash = await passwords.hash(password);
    return store.transaction(async ({ users }) => {
      const current = await users.lockById(user.id);
      if (current === undefined || !hasSameAccess(current, user)) return undefined;
      return found(await users.update(user.id, { passwordHash }, current.updatedAt));
    });
  }

  async function update(id: string, changes: AccountChanges, keptSessionId?: string): Promise<User> {
    const { password, email, name } = changes;
    const columns = {
      ...(email !== undefined && { email: normalizeEmail(email) }),
      ...(name !== undefined && { name }),
    };
    if (password === undefined) return found(await store.users.update(id, columns, new Date()));
    return updateWithPassword(
      store,
      id,
      { ...columns, passwordHash: await passwords.hash(password) },
      keptSessionId,
    );
  }

  return {
    ...createAccountReader(store),
    register,
    authenticate,
    update,
    setActive: (id, isActive) => setActive(store, id, isActive),
    async promote(id, password) {
      const passwordHash = await passwords.hash(password);
      return updateWithPassword(store, id, { role: "admin", isActive: true, passwordHash });
    },
    setRole: async (id, role) => found(await store.users.update(id, { role }, new Date())),
    async remove(id) {
      if (!(await store.users.delete(id))) throw new DomainError("user-not-found");
    },
  };
}

/** The account that a login claims by an email of any type. */
async function findClaimed(store: Store, email: unknown): Promise<User | undefined> {
  if (typeof email !== "string" || !isStorable(email)) return undefined;
  return store.users.findByEmail(normalizeEmail(email));
}

/** A new password and the end of what the old one gave access to are one write. */
async function updateWithPassword(
  store: Store,
  id: string,
  changes: UserChanges & { readonly passwordHash: string },
  keptSessionId?: string,
): Promise<User> {
  const keptIdHash = keptSessionId === undefined ? undefined : hashSessionId(keptSessionId);
  return store.transaction(async ({ users, sessions, userTokens }) => {
    const now = new Date();
    const user = found(await users.update(id, { ...changes, passwordChangedAt: now }, now));
    await sessions.deleteAllOf(id, keptIdHash);
    await userTokens.deleteAllOf(id);
    return user;
  });
}

async function setActive(store: Store, id: string, isActive: boolean): Promise<User> {
  return store.transaction(async ({ users, sessions }) => {
    const user = found(await users.update(id, { isActive }, new Date()));
    if (!isActive) await sessions.deleteAllOf(id);
    return user;
  });
}
