import type { Database } from "../database/database.ts";
import type { Queries } from "../database/queries.ts";
import { readMissingWords } from "../database/user-words.ts";
import { createAuditRows } from "./audit-rows.ts";
import { createCommentRows } from "./comment-rows.ts";
import { createImportedPasswordRows } from "./imported-password-rows.ts";
import { createKnownPlaceRows } from "./known-place-rows.ts";
import { createPasswordResetRows } from "./password-reset-rows.ts";
import { createPostRows } from "./post-rows.ts";
import { createRateLimitRows } from "./rate-limit-rows.ts";
import { createResetMessageRows } from "./reset-message-rows.ts";
import { createSessionRows } from "./session-rows.ts";
import { createUserRows } from "./user-rows.ts";
import { createUserTokenRows } from "./user-token-rows.ts";

/** The repositories, outside or inside a transaction. */
export type Repositories = Readonly<ReturnType<typeof createRepositories>>;

/** The repositories in a transaction. */
export interface Transaction extends Repositories {
  /** Registers a function to be called once the transaction is committed. */
  afterCommit(report: () => void): void;
}

const createRepositories = (queries: Queries) => ({
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
});

export type Store = Readonly<ReturnType<typeof createStore>>;

/** All repositories, and transactions over them. */
export const createStore = (database: Database) => ({
  ...createRepositories(database.queries),
  /** Runs the work in one write transaction, possibly several times. The work must await only its repositories. */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    let reports: (() => void)[] = [];
    const result = await database.transaction((queries) => {
      // The engine may run the transaction again.
      reports = [];
      return work({
        ...createRepositories(queries),
        afterCommit: (report) => void reports.push(report),
      });
    });
    for (const report of reports) report();
    return result;
  },
  /** Makes users findable by their words who were written by another program or an older server. */
  readMissingWords: () => readMissingWords(database),
  /** @throws {DomainError} `service-unavailable` if the engine does not answer */
  ping: database.ping,
});
