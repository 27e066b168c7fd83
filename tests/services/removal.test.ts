import { describe, expect, test } from "vitest";
import type { User } from "../../src/domain/user.ts";
import type { Store } from "../../src/repositories/store.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import { createComments } from "../../src/services/comments.ts";
import type { Passwords } from "../../src/services/passwords.ts";
import { createPosts } from "../../src/services/posts.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { somePost, someUser } from "../support/rows.ts";

/** Prepares a removal of something that the user owns. */
type Prepare = (store: Store, owner: User) => Promise<() => Promise<void>>;

const preparePost: Prepare = async (store, owner) => {
  const post = somePost(owner.id);
  await store.posts.insert(post);
  return () => createPosts(store).remove(post.id);
};

const prepareComment: Prepare = async (store, owner) => {
  const post = somePost(owner.id);
  await store.posts.insert(post);
  const comments = createComments(store);
  const { id } = await comments.create(owner, post, "Well said.");
  return () => comments.remove(id);
};

const prepareUser: Prepare = async (store, owner) => {
  const accounts = createAccounts(store, {} as Passwords);
  return () => accounts.remove(owner.id);
};

describe("two requests that remove the same row at the same time", () => {
  test.each([
    ["post", preparePost, "post-not-found"],
    ["comment", prepareComment, "comment-not-found"],
    ["user", prepareUser, "user-not-found"],
  ] as const)("remove the %s once: the later one is refused", async (_row, prepare, code) => {
    const store = createStore(await openTestStore());
    const owner = someUser();
    await store.transaction(({ users }) => users.insert(owner));
    const remove = await prepare(store, owner);
    const [first, second] = await Promise.allSettled([remove(), remove()]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code } });
  });
});
