import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { readMissingWords } from "../database/user-words.ts";
import type { AuditRows } from "./audit-rows.ts";
import { createAuditRows, LostAuditEntry } from "./audit-rows.ts";
import type { CommentRows } from "./comment-rows.ts";
import { createCommentRows } from "./comment-rows.ts";
import type { ImportedPasswordRows } from "./imported-password-rows.ts";
import { createImportedPasswordRows } from "./imported-password-rows.ts";
import type { KnownPlaceRows } from "./known-place-rows.ts";
import { createKnownPlaceRows } from "./known-place-rows.ts";
import type { PasswordResetRows } from "./password-reset-rows.ts";
import { createPasswordResetRows } from "./password-reset-rows.ts";
import type { PostRows } from "./post-rows.ts";
import { createPostRows } from "./post-rows.ts";
import type { RateLimitRows } from "./rate-limit-rows.ts";
import { createRateLimitRows } from "./rate-limit-rows.ts";
import type { ResetMessageRows } from "./reset-message-rows.ts";
import { createResetMessageRows } from "./reset-message-rows.ts";
import type { SessionRows } from "./session-rows.ts";
import { createSessionRows } from "./session-rows.ts";
import type { UserRows } from "./user-rows.ts";
import { createUserRows } from "./user-rows.ts";
import type { UserTokenRows } from "./user-token-rows.ts";
import { createUserTokenRows } from "./user-token-rows.ts";

/** The repositories over one connection or one transaction. */
export interface Repositories {
  readonly users: UserRows;
  readonly sessions: SessionRows;
  readonly userTokens: UserTokenRows;
  readonly passwordResets: PasswordResetRows;
  readonly resetMessages: ResetMessageRows;
  readonly posts: PostRows;
  readonly comments: CommentRows;
  readonly rateLimitCounts: RateLimitRows;
  readonly knownPlaces: KnownPlaceRows;
  readonly audit: AuditRows;
  readonly importedPasswords: ImportedPasswordRows;
}

/** All that is stored, and the way to change several things together or none of them. */
export interface Store extends Repositories {
  /** Runs the work in one write transaction, maybe several times; it awaits nothing but its repositories. */
  transaction<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result>;
  /** Has users found by words who were written by another program or an older server. */
  readMissingWords(): Promise<void>;
  /** @throws {DomainError} `service-unavailable` where the engine does not answer */
  ping(): Promise<void>;
}

/** @param onLostEntry is called with the reason where an audit entry could not be stored; its transaction is run again without any */
export function createStore(database: Database, onLostEntry: (error: unknown) => void = () => {}): Store {
  return {
    ...createRepositories(database.queries),
    async transaction(work) {
      try {
        return await database.transaction((queries) => work(createRepositories(queries)));
      } catch (error) {
        if (!(error instanceof LostAuditEntry)) throw error;
        onLostEntry(error);
      }
      return database.transaction((queries) => work(withoutAudit(createRepositories(queries))));
    },
    readMissingWords: () => readMissingWords(database),
    ping: database.ping,
  };
}

/** The engine has given up the transaction in which an entry was lost, so only a new one can do the rest. */
const withoutAudit = (repositories: Repositories): Repositories => ({
  ...repositories,
  audit: { ...repositories.audit, insert: async () => {} },
});

function createRepositories(queries: Kysely<Schema>): Repositories {
  return {
    users: createUserRows(queries),
    sessions: createSessionRows(queries),
    userTokens: createUserTokenRows(queries),
    passwordResets: createPasswordResetRows(queries),
    resetMessages: createResetMessageRows(queries),
    posts: createPostRows(queries),
    comments: createCommentRows(queries),
    rateLimitCounts: createRateLimitRows(queries),
    knownPlaces: createKnownPlaceRows(queries),
    audit: createAuditRows(queries),
    importedPasswords: createImportedPasswordRows(queries),
  };
}
