import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { TIMESTAMP, UNKNOWN_ID, UUID } from "../support/ids-and-times.ts";
import type { Person } from "../support/people.ts";
import { createReaders, createSessionPerson, createStranger } from "../support/people.ts";
import { startTestServer } from "../support/start-test-server.ts";

const POST_NOT_FOUND = { error: "Post not found" };
const COMMENT_NOT_FOUND = { error: "Comment not found" };

const server = await startTestServer();
afterAll(() => server.close());
const stranger = createStranger(server, "/session/api/v1");
const { owner, other, admin, guest } = await createReaders(server, createSessionPerson);
let postId: string;
let draftId: string;

const write = async (published: boolean): Promise<string> => {
  const { body } = await owner.post("/posts").send({ title: "T", body: "B", published }).expect(201);
  return body.post.id;
};
const comment = async (author: Person, body = "Well said", post = postId) => {
  const answer = await author.post(`/posts/${post}/comments`).send({ body }).expect(201);
  return answer.body.comment as { id: string };
};

beforeEach(async () => {
  postId = await write(true);
  draftId = await write(false);
});

describe("POST /posts/:id/comments", () => {
  test("answers 201 with the comment", async () => {
    const { body } = await other
      .post(`/posts/${postId}/comments`)
      .send({ body: " Well said\n", id: UNKNOWN_ID, user_id: owner.user.id })
      .expect(201);
    expect(body).toEqual({
      comment: {
        id: expect.stringMatching(UUID),
        post_id: postId,
        user_id: other.user.id,
        body: " Well said\n",
        created_at: expect.stringMatching(TIMESTAMP),
      },
    });
    expect(body.comment.id).not.toBe(UNKNOWN_ID);
  });

  test.each([
    [{}, "Body can't be blank"],
    [{ body: "  " }, "Body can't be blank"],
    [{ body: 5 }, "Body is invalid"],
    [{ body: "\u0000" }, "Body is invalid"],
  ])("answers 422 for %j", async (attributes, error) => {
    const { body } = await other.post(`/posts/${postId}/comments`).send(attributes).expect(422);
    expect(body).toEqual({ errors: [error] });
  });

  test("checks in the order 401, 404, 403, 400, 422", async () => {
    const broken = (client: Pick<Person, "post">, post: string) =>
      client.post(`/posts/${post}/comments`).type("json").send("{");
    await broken(stranger, UNKNOWN_ID).expect(401, { error: "Unauthorized" });
    await broken(guest, UNKNOWN_ID).expect(404, POST_NOT_FOUND);
    await broken(other, draftId).expect(404, POST_NOT_FOUND);
    await broken(guest, postId).expect(403, { error: "Forbidden" });
    await broken(other, postId).expect(400, { error: "Invalid JSON" });
  });

  test("accepts the owner and admins on a post that is hidden from others", async () => {
    await comment(owner, "Note to self", draftId);
    await comment(admin, "Looks good", draftId);
  });
});

describe("GET /posts/:id/comments", () => {
  test("answers with all comments, oldest first, for everyone who can read the post", async () => {
    const comments = [
      await comment(other, "One"),
      await comment(owner, "Two"),
      await comment(other, "Three"),
    ];
    await stranger.get(`/posts/${postId}/comments`).expect(200, { comments });
    await guest.get(`/posts/${postId}/comments`).expect(200, { comments });
  });

  test("answers with an empty list if there are no comments", async () => {
    await stranger.get(`/posts/${postId}/comments`).expect(200, { comments: [] });
  });

  test("answers with a list that needs several reads from the store, complete and in order", async () => {
    const now = new Date();
    const ids = Array.from(
      { length: 450 },
      (_, index) => `01890000-0000-7000-9000-${String(index).padStart(12, "0")}`,
    );
    for (const id of ids) {
      await server.store.comments.insert({ id, postId, userId: other.user.id, body: "B", createdAt: now });
    }
    const { body } = await stranger.get(`/posts/${postId}/comments`).expect(200);
    expect(body.comments.map((one: { id: string }) => one.id)).toEqual(ids);
  });

  test("reads no more than 2 MB of the longest comments at a time, because a slow client keeps them in memory", async () => {
    const comment = { postId, userId: other.user.id, body: "x".repeat(100_000), createdAt: new Date() };
    for (let count = 0; count < 25; count++) {
      await server.store.comments.insert({ ...comment, id: crypto.randomUUID() });
    }
    const sizes: number[] = [];
    for await (const batch of server.store.comments.listOf(postId)) sizes.push(batch.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  });

  test("answers 404 if the post is hidden or unknown", async () => {
    for (const id of [draftId, UNKNOWN_ID, "nonsense"]) {
      await stranger.get(`/posts/${id}/comments`).expect(404, POST_NOT_FOUND);
    }
    await owner.get(`/posts/${draftId}/comments`).expect(200);
  });
});

describe("DELETE /comments/:id", () => {
  test("accepts the author and admins, but not the post's owner", async () => {
    const [first, second] = [await comment(other), await comment(other)];
    await stranger.delete(`/comments/${first.id}`).expect(401, { error: "Unauthorized" });
    await owner.delete(`/comments/${first.id}`).expect(403, { error: "Forbidden" });
    await guest.delete(`/comments/${first.id}`).expect(403);
    await other.delete(`/comments/${first.id}`).expect(204);
    await admin.delete(`/comments/${second.id}`).expect(204);
    await stranger.get(`/posts/${postId}/comments`).expect(200, { comments: [] });
  });

  test("answers 404 for an unknown or deleted comment", async () => {
    const { id } = await comment(other);
    await other.delete(`/comments/${id.toUpperCase()}`).expect(204);
    for (const gone of [id, UNKNOWN_ID, "nonsense"]) {
      await guest.delete(`/comments/${gone}`).expect(404, COMMENT_NOT_FOUND);
    }
  });
});

describe("comments", () => {
  test("are deleted with their post", async () => {
    const { id } = await comment(other);
    await owner.delete(`/posts/${postId}`).expect(204);
    expect(await server.store.comments.find({ id })).toBeUndefined();
    await other.delete(`/comments/${id}`).expect(404, COMMENT_NOT_FOUND);
  });

  test("are deleted with their author", async () => {
    const author = await createSessionPerson(server);
    const { id } = await comment(author);
    await author.delete(`/users/${author.user.id}`).expect(204);
    expect(await server.store.comments.find({ id })).toBeUndefined();
    await stranger.get(`/posts/${postId}`).expect(200);
  });

  test("are deleted with the author of their post", async () => {
    const author = await createSessionPerson(server);
    const { body } = await author.post("/posts").send({ title: "T", body: "B", published: true }).expect(201);
    const { id } = await comment(other, "B", body.post.id);
    await author.delete(`/users/${author.user.id}`).expect(204);
    expect(await server.store.comments.find({ id })).toBeUndefined();
  });

  test("are refused by the store after the deletion of their post or author", async () => {
    const author = await server.createUser();
    const late = { id: UNKNOWN_ID, userId: author.id, body: "B", createdAt: new Date() };
    await expect(server.store.comments.insert({ ...late, postId: UNKNOWN_ID })).rejects.toMatchObject({
      code: "post-not-found",
    });
    await server.accounts.remove(author.id);
    await expect(server.store.comments.insert({ ...late, postId })).rejects.toMatchObject({
      code: "caller-not-found",
    });
  });

  test("that are sent while their post is deleted get 201 or 404", async () => {
    const writes = Array.from({ length: 20 }, () =>
      other.post(`/posts/${postId}/comments`).send({ body: "B" }),
    );
    const [deletion, ...answers] = await Promise.all([owner.delete(`/posts/${postId}`), ...writes]);
    expect(deletion.status).toBe(204);
    for (const { status } of answers) expect([201, 404]).toContain(status);
  });
});
