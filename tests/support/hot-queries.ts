import type { Repositories } from "../../src/repositories/store.ts";
import { postId, userEmail, userId } from "./fill-store.ts";

const now = new Date();
const FRONT = { page: 6, perPage: 20 };
const EVERYBODY = { status: "all", order: "asc" } as const;
const ACTIVE = { status: "active", order: "desc" } as const;

/**
 * The queries of frequent requests, by description.
 *
 * @param size of a store that `fillStore` has filled
 */
export function hotQueries(size: {
  readonly users: number;
  readonly posts: number;
}): Record<string, (from: Repositories) => Promise<unknown>> {
  /** A page shortly before the last one of this many rows. */
  const back = (rows: number) => ({ page: Math.floor(rows / 20) - 5, perPage: 20 });
  return {
    "reading a user by id": ({ users }) => users.find({ id: userId(5000) }),
    "reading a user by email": ({ users }) => users.find({ email: userEmail(5000) }),
    "changing a user": ({ users }) => users.update(userId(5000), { name: "Ada" }, now),
    "deleting a user": ({ users }) => users.delete({ id: userId(6000) }),
    "reading two batches of users": async ({ users }) => {
      const batches = users.listAll();
      for (let count = 0; count < 2; count++) await batches.next();
    },
    "reading a page of users": ({ users }) => users.listPage(EVERYBODY, FRONT),
    "reading a page of users from the end": ({ users }) => users.listPage(EVERYBODY, back(size.users)),
    "reading a page of active users": ({ users }) => users.listPage(ACTIVE, FRONT),
    "reading a page of active users from the end": ({ users }) =>
      users.listPage(ACTIVE, back(size.users * 0.95)),
    "searching for a rare word": ({ users }) => users.search(["123"], ACTIVE, FRONT),
    "searching for a frequent word": ({ users }) => users.search(["PERSON"], ACTIVE, FRONT),
    "searching for several words": ({ users }) => users.search(["NANDU", "1"], EVERYBODY, FRONT),
    "reading a session's owner": ({ sessions }) => sessions.findUser("x", now, now),
    "counting the open sessions": ({ sessions }) => sessions.countOpen(now),
    "deleting a session": ({ sessions }) => sessions.delete({ idHash: "x" }),
    "deleting a user's sessions": ({ sessions }) => sessions.deleteAllOf(userId(5000)),
    "deleting expired sessions": ({ sessions }) => sessions.deleteExpired(now),
    "deleting a user's tokens": ({ userTokens }) => userTokens.delete({ userId: userId(5000) }),
    "reading a post by id": ({ posts }) => posts.find({ id: postId(500) }),
    "reading a page of posts": ({ posts }) => posts.listVisiblePage(undefined, FRONT),
    "reading a page of posts from the end": ({ posts }) =>
      posts.listVisiblePage(undefined, back(size.posts * 0.6)),
    "reading a page of a reader's posts": ({ posts }) => posts.listVisiblePage(userId(500), FRONT),
    "reading a page of a reader's posts from the end": ({ posts }) =>
      posts.listVisiblePage(userId(500), back(size.posts * 0.6)),
    "reading a page of audit entries": ({ audit }) => audit.listPage({}, FRONT),
    "reading a page of audit entries from the end": ({ audit }) => audit.listPage({}, back(size.users)),
    "reading a page of a user's audit entries": ({ audit }) =>
      audit.listPage({ userId: userId(500) }, { page: 1, perPage: 1 }),
    "reading a page of audit entries of one kind": ({ audit }) => audit.listPage({ event: "login" }, FRONT),
    "reading a page of a user's audit entries of one kind": ({ audit }) =>
      audit.listPage({ userId: userId(500), event: "login" }, { page: 1, perPage: 1 }),
    "deleting old audit entries": ({ audit }) => audit.deleteOldest(10, userId(500)),
    "deleting the oldest audit entries": ({ audit }) => audit.deleteOldest(10),
    "reading the comments of a post": ({ comments }) => comments.listOf(postId(500)).next(),
  };
}
