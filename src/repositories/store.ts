import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import type { Comments } from "./comments.ts";
import { createComments } from "./comments.ts";
import type { Posts } from "./posts.ts";
import { createPosts } from "./posts.ts";
import type { RateLimitCounts } from "./rate-limit-counts.ts";
import { createRateLimitCounts } from "./rate-limit-counts.ts";
import type { Sessions } from "./sessions.ts";
import { createSessions } from "./sessions.ts";
import type { UserTokens } from "./user-tokens.ts";
import { createUserTokens } from "./user-tokens.ts";
import type { Users } from "./users.ts";
import { createUsers } from "./users.ts";

/** The repositories over one connection or one transaction. */
export interface Repositories {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly userTokens: UserTokens;
  readonly posts: Posts;
  readonly comments: Comments;
  readonly rateLimitCounts: RateLimitCounts;
}

/** All that is stored, and the way to change several things at once or none of them. */
export interface Store extends Repositories {
  /** Runs the work in one write transaction, maybe several times; it awaits nothing but its repositories. */
  transaction<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result>;
  /** @throws {DomainError} `service-unavailable` where the engine does not answer */
  ping(): Promise<void>;
}

export function createStore(database: Database): Store {
  return {
    ...createRepositories(database.queries),
    transaction: (work) => database.transaction((queries) => work(createRepositories(queries))),
    ping: database.ping,
  };
}

function createRepositories(queries: Kysely<Schema>): Repositories {
  return {
    users: createUsers(queries),
    sessions: createSessions(queries),
    userTokens: createUserTokens(queries),
    posts: createPosts(queries),
    comments: createComments(queries),
    rateLimitCounts: createRateLimitCounts(queries),
  };
}
