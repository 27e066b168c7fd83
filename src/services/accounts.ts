import type { AuditEvent, AuditTrail } from "../domain/audit.ts";
import { eventsOfChange } from "../domain/audit.ts";
import { assertMayChange, assertMayEndAccess } from "../domain/caller.ts";
import { normalizeEmail } from "../domain/email.ts";
import type { ErrorCode, FieldIssue } from "../domain/errors.ts";
import { DomainError, orRefuse } from "../domain/errors.ts";
import { normalizePassword } from "../domain/password.ts";
import type { ChangesOf, Role, User } from "../domain/user.ts";
import { hasSameAccess, isAdmin, revocationTime } from "../domain/user.ts";
import type { Repositories, Store } from "../repositories/store.ts";
import type { UserChanges } from "../repositories/user-rows.ts";
import { createAccountReader } from "./account-reader.ts";
import { noteEvent } from "./audit.ts";
import { createAuthenticator } from "./authenticator.ts";
import { clientNetwork } from "./client-network.ts";
import { createId } from "./create-id.ts";
import { hashSecret } from "./hash-secret.ts";
import type { HashingBounds } from "./hashing-bounds.ts";
import { createHashingBounds } from "./hashing-bounds.ts";
import { assertKeepsRights } from "./kept-rights.ts";
import type { Passwords } from "./passwords.ts";
import type { NewSession } from "./sessions.ts";

interface Registration {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

interface RegistrationOptions {
  /** `user` by default. */
  readonly role?: Role;
  readonly trail?: AuditTrail;
  /** Starts with the account, in one transaction. */
  readonly session?: NewSession;
  /** The id of the client's device. The account becomes known there and in the trail's network. */
  readonly device?: string;
}

/** The fields that a user or an admin may change. */
interface AccountChanges extends ChangesOf<"email" | "name" | "role" | "isActive"> {
  readonly password?: string | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

interface AccountsOptions {
  /** The limits on concurrent hashing for one account or network. */
  readonly bounds?: HashingBounds;
  /** Passwords that are refused as new ones, in the form in which they would be hashed. */
  readonly blocklist?: ReadonlySet<string>;
}

const TOO_COMMON: readonly FieldIssue[] = [{ field: "password", message: "is too common" }];

/**
 * Accounts, as both APIs use them. Every email is normalized here, so no caller can forget it. Methods with a `trail`
 * store an audit entry with the change, count password hashing for the trail's address, and refuse what the trail's
 * caller may not change, or may no longer. Without a trail the server itself makes the change.
 *
 * @param passwords hashes and checks them off the event loop
 */
export function createAccounts(
  store: Store,
  passwords: Passwords,
  { bounds = createHashingBounds(), blocklist = new Set() }: AccountsOptions = {},
) {
  const newHash = createBoundedHash(store, passwords, bounds);

  return {
    ...createAccountReader(store),
    ...createAuthenticator(store, passwords),
    ...createPasswordChanges(store, newHash),

    /** The errors of a new password that no schema knows. @param password as the client sent it, of any type */
    findPasswordIssues: (password: unknown): readonly FieldIssue[] =>
      typeof password === "string" && blocklist.has(normalizePassword(password)) ? TOO_COMMON : [],

    /** @throws {DomainError} `email-registered`, `service-unavailable` */
    async register(
      { email, name, password }: Registration,
      { role = "user", trail, session, device }: RegistrationOptions = {},
    ): Promise<User> {
      const passwordHash = await newHash.forEmail(normalizeEmail(email), password, trail);
      const user = newUser({ email: normalizeEmail(email), name, passwordHash, role });
      await store.transaction(async (transaction) => {
        await assertKeepsRights(transaction, trail?.caller, false);
        await transaction.users.insert(user);
        await noteEvent(transaction, trail, "registration", user.id);
        await session?.store(transaction, user.id);
        if (device === undefined) return;
        const network = clientNetwork(trail?.address);
        await transaction.knownPlaces.remember({ userId: user.id, network, device });
      });
      return user;
    },

    /**
     * A new password ends the user's sessions and tokens in the same transaction, except the user's own session that made
     * the request. A deactivation ends all of them permanently: a reactivation does not restore them.
     *
     * @throws {DomainError} `user-not-found`, `email-in-use`, `last-admin` if no active admin would be left,
     *   `api-token-not-allowed`, `service-unavailable`
     */
    async update(
      id: string,
      { password, email, ...others }: AccountChanges,
      trail?: AuditTrail,
    ): Promise<User> {
      const columns = {
        ...others,
        email: email === undefined ? undefined : normalizeEmail(email),
        passwordHash: password === undefined ? undefined : await newHash.forUser(id, password, trail),
      };
      return changeUser(store, id, columns, { trail, keepsAdmin: true });
    },

    /** Deactivates an account, the last admin's too. @throws {DomainError} `user-not-found`, `api-token-not-allowed` */
    deactivate: (id: string, trail?: AuditTrail): Promise<User> =>
      changeUser(store, id, { isActive: false }, { trail }),

    /** Deletes the account and its data. @throws {DomainError} as `deactivate` does */
    remove: (id: string, trail?: AuditTrail): Promise<void> =>
      store.transaction(async (repositories) => {
        const user = orRefuse(await repositories.users.lock({ id }), "user-not-found");
        await assertKeepsRights(repositories, trail?.caller, trail?.caller?.user.id === id);
        assertMayEndAccess(trail?.caller, user);
        await repositories.users.delete({ id });
        await noteEvent(repositories, trail, "deletion", id);
      }),
  };
}

/** Changes of only the password. */
function createPasswordChanges(store: Store, newHash: BoundedHash) {
  return {
    /**
     * Changes the caller's password after a check of the current one.
     *
     * @param checked the user as read for the check
     * @throws {DomainError} `password-incorrect` if the password or the account's state changed meanwhile,
     *   `api-token-not-allowed`, `service-unavailable`
     */
    async changePassword(checked: User, password: string, trail: AuditTrail): Promise<User> {
      const passwordHash = await newHash.forEmail(checked.email, password, trail);
      const isAllowed = async (current: User) => hasSameAccess(current, checked);
      const how = { isAllowed, refusal: "password-incorrect", trail, event: "password-change" } as const;
      return changeUser(store, checked.id, { passwordHash }, how);
    },
    /**
     * Sets a new password with a reset token and deletes all reset tokens of the account.
     *
     * @param alsoChange stores what else follows, in the same transaction
     * @throws {DomainError} `reset-token-invalid` if the token is no longer valid for this user, `too-many-requests`,
     *   `service-unavailable`
     */
    async resetPassword(
      { id, tokenHash, password }: PasswordReset,
      trail: AuditTrail,
      alsoChange: ChangeOptions["alsoChange"],
    ): Promise<User> {
      const passwordHash = await newHash.forUser(id, password, trail);
      // Checked again while the user is locked, so that only one of two requests with the same token succeeds.
      // An inactive account has no token: a deactivation deletes them all.
      const isAllowed = async (_current: User, { passwordResets }: Repositories) =>
        (await passwordResets.findUserId(tokenHash, new Date())) === id;
      const refusal = "reset-token-invalid";
      const how = { isAllowed, refusal, trail, event: "password-reset", alsoChange } as const;
      return changeUser(store, id, { passwordHash }, how);
    },
    /**
     * Makes an account an admin with a new password and ends all its sessions and tokens.
     *
     * @throws {DomainError} `user-not-found`, `service-unavailable`
     */
    async promote(id: string, password: string, trail: AuditTrail): Promise<User> {
      const passwordHash = await newHash.forUser(id, password, trail);
      const changes = { role: "admin", isActive: true, passwordHash } as const;
      return changeUser(store, id, changes, { trail, event: "promotion" });
    },
  };
}

type BoundedHash = ReturnType<typeof createBoundedHash>;

/** Hashes new passwords, in turn with other hashes for the same account and network. */
function createBoundedHash(store: Store, passwords: Passwords, bounds: HashingBounds) {
  /** @param account the normalized email. Logins and password changes of an account share one bound. */
  function forEmail(account: string, password: string, trail?: AuditTrail): Promise<string> {
    const network = trail?.address && clientNetwork(trail.address);
    return bounds.run({ account, network }, () => passwords.hash(password));
  }

  async function forUser(id: string, password: string, trail?: AuditTrail): Promise<string> {
    const user = await store.users.find({ id });
    return forEmail(user?.email ?? id, password, trail);
  }

  return { forEmail, forUser };
}

function newUser(fields: Pick<User, "email" | "name" | "passwordHash" | "role">): User {
  const { id, createdAt } = createId();
  return { ...fields, id, isActive: true, accessRevokedAt: null, createdAt, updatedAt: createdAt };
}

/** A new password for an account, and the hash of the token that allows it. */
interface PasswordReset {
  readonly id: string;
  readonly tokenHash: string;
  readonly password: string;
}

interface ChangeOptions {
  /** Its caller's session is kept if they change their own account. */
  readonly trail: AuditTrail | undefined;
  /** The audit event for the whole change; without it there is one for each changed field. */
  readonly event?: AuditEvent;
  /** Whether an active admin must remain. */
  readonly keepsAdmin?: boolean;
  /** Checks again whether the change is allowed, while the user is locked. */
  readonly isAllowed?: (current: User, repositories: Repositories) => Promise<boolean>;
  /** If there is no such user, or the change is not allowed; `user-not-found` by default. */
  readonly refusal?: ErrorCode;
  /** Stores what else follows, in the same transaction. */
  readonly alsoChange?: ((changed: User, repositories: Repositories) => Promise<unknown>) | undefined;
}

/**
 * Changes the user in one transaction with what the change ends: a new password or a deactivation ends all earlier
 * access and the reset tokens, and a new email ends the reset tokens, which were issued for the old one.
 *
 * @throws {DomainError} with the `refusal`; `api-token-not-allowed`, `last-admin`, `email-in-use`
 */
async function changeUser(
  store: Store,
  id: string,
  changes: UserChanges,
  options: ChangeOptions,
): Promise<User> {
  const { trail, event, isAllowed = async () => true, refusal = "user-not-found" } = options;
  const caller = trail?.caller;
  const endsAccess = changes.passwordHash !== undefined || changes.isActive === false;
  const keptIdHash =
    caller?.credential === "session" && caller.user.id === id ? hashSecret(caller.sessionId) : undefined;
  return store.transaction(async (transaction) => {
    const { users, sessions, userTokens, passwordResets } = transaction;
    // Locked before the clock is read, so that no session or token is issued between this time and the commit.
    const current = await lockForChange(transaction, id, changes, options);
    if (current === undefined || !(await isAllowed(current, transaction))) throw new DomainError(refusal);
    const now = new Date();
    const revocation = endsAccess ? { accessRevokedAt: revocationTime(now) } : {};
    const user = orRefuse(await users.update(id, { ...changes, ...revocation }, now), refusal);
    if (endsAccess) {
      await sessions.deleteAllOf(id, keptIdHash);
      await userTokens.delete({ userId: id });
    }
    if (endsAccess || user.email !== current.email) await passwordResets.delete({ userId: id });
    const events = event === undefined ? eventsOfChange(current, user) : [event];
    for (const one of events) await noteEvent(transaction, trail, one, id);
    await options.alsoChange?.(user, transaction);
    return user;
  });
}

/**
 * Locks the user, so that the user can't become an admin, or the last one, between the check and the change.
 *
 * @throws {DomainError} as `assertKeepsRights` does; `api-token-not-allowed`, `last-admin`
 */
async function lockForChange(
  repositories: Repositories,
  id: string,
  changes: UserChanges,
  { trail, keepsAdmin = false }: ChangeOptions,
): Promise<User | undefined> {
  const { users } = repositories;
  const caller = trail?.caller;
  const endsAdmin = changes.isActive === false || (changes.role !== undefined && changes.role !== "admin");
  // The admins are locked first, always in the same order, so a transaction that waits here holds no locks yet.
  const isAdminLeft = !(keepsAdmin && endsAdmin) || (await users.lockOtherAdmin(id));
  const user = await users.lock({ id });
  await assertKeepsRights(repositories, caller, caller?.user.id === id && changes.role === undefined);
  if (user === undefined) return undefined;
  assertMayChange(caller, user, changes);
  if (!isAdminLeft && user.isActive && isAdmin(user)) {
    throw new DomainError("last-admin", { detail: "The last admin: make another account an admin first" });
  }
  return user;
}
