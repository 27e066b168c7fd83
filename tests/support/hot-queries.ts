import type { Repositories } from "../../src/repositories/store.ts";
import { postId, userEmail, userId } from "./fill-store.ts";

const now = new Date();
const FRONT = { page: 6, perPage: 20 };
const EVERYBODY = { status: "all", order: "asc" } as const;
const ACTIVE = { status: "active", order: "desc" } as const;

/**
 * What requests ask of a store, by name.
 *
 * @param size of a store that `fillStore` has filled
 */
export function hotQueries(size: {
  readonly users: number;
  readonly posts: number;
}): Record<string, (from: Repositories) => Promise<unknown>> {
  /** Some way before the last page of as many rows. */
  const back = (rows: number) => ({ page: Math.floor(rows / 20) - 5, perPage: 20 });
  return {
    "user by id": ({ users }) => users.findById(userId(5000)),
    "user by email": ({ users }) => users.findByEmail(userEmail(5000)),
    "user's change": ({ users }) => users.update(userId(5000), { name: "Ada" }, now),
    "user's removal": ({ users }) => users.delete(userId(6000)),
    "a batch of users": ({ users }) => users.listAfter(userId(5000), 200),
    "a page of users": ({ users }) => users.listPage(EVERYBODY, FRONT),
    "a page of users from the back": ({ users }) => users.listPage(EVERYBODY, back(size.users)),
    "a page of active users": ({ users }) => users.listPage(ACTIVE, FRONT),
    "a page of active users from the back": ({ users }) => users.listPage(ACTIVE, back(size.users * 0.95)),
    "a search for a word of few": ({ users }) => users.search(["123"], ACTIVE, FRONT),
    "a search for a word of many": ({ users }) => users.search(["PERSON"], ACTIVE, FRONT),
    "a search for several words": ({ users }) => users.search(["NANDU", "1"], EVERYBODY, FRONT),
    "session's owner": ({ sessions }) => sessions.findUser("x", now, now),
    "open sessions": ({ sessions }) => sessions.countOpen(now),
    "session's end": ({ sessions }) => sessions.delete("x"),
    "end of a user's sessions": ({ sessions }) => sessions.deleteAllOf(userId(5000)),
    "end of expired sessions": ({ sessions }) => sessions.deleteExpired(now),
    "end of a user's tokens": ({ userTokens }) => userTokens.deleteAllOf(userId(5000)),
    "post by id": ({ posts }) => posts.findById(postId(500)),
    "a page of posts": ({ posts }) => posts.listVisiblePage(undefined, FRONT),
    "a page of posts from the back": ({ posts }) => posts.listVisiblePage(undefined, back(size.posts * 0.6)),
    "a page of a reader's posts": ({ posts }) => posts.listVisiblePage(userId(500), FRONT),
    "a page of a reader's posts from the back": ({ posts }) =>
      posts.listVisiblePage(userId(500), back(size.posts * 0.6)),
    "a page of audit entries": ({ audit }) => audit.listPage({}, FRONT),
    "a page of audit entries from the back": ({ audit }) => audit.listPage({}, back(size.users)),
    "a page of a user's audit entries": ({ audit }) =>
      audit.listPage({ userId: userId(500) }, { page: 1, perPage: 1 }),
    "a page of audit entries of one kind": ({ audit }) => audit.listPage({ event: "login" }, FRONT),
    "a page of a user's audit entries of one kind": ({ audit }) =>
      audit.listPage({ userId: userId(500), event: "login" }, { page: 1, perPage: 1 }),
    "end of old audit entries": ({ audit }) => audit.deleteOldest(10, userId(500)),
    "end of the oldest audit entries": ({ audit }) => audit.deleteOldest(10),
    "comments of a post": ({ comments }) => comments.listAfter(postId(500), undefined, 200),
  };
}
