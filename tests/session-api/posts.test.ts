import { afterAll, describe, expect, test } from "vitest";
import { TIMESTAMP, UNKNOWN_ID, UUID } from "../support/ids-and-times.ts";
import type { Person } from "../support/people.ts";
import { createReaders, createSessionPerson, createStranger } from "../support/people.ts";
import { sessionLogin } from "../support/session-client.ts";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";

const NOT_FOUND = { error: "Post not found" };

const server = await startTestServer();
afterAll(() => server.close());
const stranger = createStranger(server, "/session/api/v1");
const { owner, other, admin, guest } = await createReaders(server, createSessionPerson);

async function write(author: Person, attributes: object = {}) {
  const { body } = await author
    .post("/posts")
    .send({ title: "A title", body: "A body", ...attributes })
    .expect(201);
  return body.post as { id: string; created_at: string; updated_at: string };
}

/** Archives a post in the store, because only the bearer API can archive one. */
async function archive(id: string): Promise<void> {
  await server.store.posts.update(id, { status: "archived" }, new Date());
}

describe("POST /posts", () => {
  test("answers 201 with the post, which is a draft by default", async () => {
    const { body } = await owner
      .post("/posts")
      .send({ title: "  Hello  ", body: "  indented\n" })
      .expect(201);
    expect(body).toEqual({
      post: {
        id: expect.stringMatching(UUID),
        title: "Hello",
        body: "  indented\n",
        published: false,
        user_id: owner.user.id,
        created_at: expect.stringMatching(TIMESTAMP),
        updated_at: body.post.created_at,
      },
    });
  });

  test("publishes the post immediately on request", async () => {
    const { body } = await owner.post("/posts").send({ title: "T", body: "B", published: true }).expect(201);
    expect(body.post.published).toBe(true);
    expect((await server.store.posts.find({ id: body.post.id }))?.publishedAt).not.toBeNull();
  });

  test("ignores attributes that the author may not set", async () => {
    const forged = {
      id: UNKNOWN_ID,
      user_id: other.user.id,
      created_at: "2000-01-01T00:00:00.000Z",
      status: "archived",
    };
    const post = await write(owner, forged);
    const stored = await server.store.posts.find({ id: post.id });
    expect(stored).toMatchObject({ userId: owner.user.id, status: "draft" });
    expect(post.id).not.toBe(UNKNOWN_ID);
    expect(post.created_at).not.toBe(forged.created_at);
  });

  test.each([
    [{}, ["Title can't be blank", "Body can't be blank"]],
    [{ title: null, body: " \n" }, ["Title can't be blank", "Body can't be blank"]],
    [
      { title: 1, body: {}, published: "yes" },
      ["Title is invalid", "Body is invalid", "Published is invalid"],
    ],
    [{ title: "\u0000", body: "\ud800" }, ["Title is invalid", "Body is invalid"]],
    [{ title: "x".repeat(256), body: "b" }, ["Title is too long (maximum is 255 characters)"]],
  ])("answers 422 for %j", async (attributes, errors) => {
    const { body } = await owner.post("/posts").send(attributes).expect(422);
    expect(body).toEqual({ errors });
  });

  test("counts a title's length in code points", async () => {
    await write(owner, { title: "😀".repeat(255) });
  });

  test("accepts a title in any script, and the same title twice", async () => {
    const ids = await Promise.all(["日本語", "日本語", "…", "…"].map((title) => write(owner, { title })));
    const posts = await Promise.all(ids.map(({ id }) => server.store.posts.find({ id })));
    expect(new Set(posts.map((post) => post?.slug)).size).toBe(4);
  });

  test("gives each of 40 posts with the same title, written in parallel, a unique slug", async () => {
    const posts = await Promise.all(Array.from({ length: 40 }, () => write(owner, { title: "Rush hour" })));
    const slugs = await Promise.all(
      posts.map(async ({ id }) => (await server.store.posts.find({ id }))?.slug),
    );
    expect(new Set(slugs).size).toBe(40);
    expect(slugs).toContain("rush-hour");
    expect(slugs).toContain("rush-hour-2");
  });

  test("accepts logged-in users, also with a bearer token, but not guests", async () => {
    const { token } = await sessionLogin(server, owner.user.email);
    await stranger.post("/posts").send({ title: "T", body: "B" }).expect(401, { error: "Unauthorized" });
    await guest.post("/posts").send({ title: "T", body: "B" }).expect(403, { error: "Forbidden" });
    await stranger
      .post("/posts")
      .set("Authorization", `Bearer ${token}`)
      .send({ title: "T", body: "B" })
      .expect(201);
  });

  test("checks authorization before it reads the body, and the body before its rules", async () => {
    await stranger.post("/posts").type("json").send("{").expect(401);
    await guest.post("/posts").type("json").send("{").expect(403);
    await owner.post("/posts").type("json").send("{").expect(400, { error: "Invalid JSON" });
  });
});

describe("GET /posts/:id", () => {
  test("needs no login for a published post", async () => {
    const post = await write(owner, { published: true });
    await stranger.get(`/posts/${post.id}`).expect(200, { post });
    await stranger.get(`/posts/${post.id.toUpperCase()}`).expect(200, { post });
  });

  test.each(["draft", "archived"])(
    "hides a post that is %s from all but its owner and admins",
    async (status) => {
      const post = await write(owner);
      if (status === "archived") await archive(post.id);
      for (const client of [stranger, other, guest]) {
        await client.get(`/posts/${post.id}`).expect(404, NOT_FOUND);
      }
      for (const client of [owner, admin]) {
        const { body } = await client.get(`/posts/${post.id}`).expect(200);
        expect(body.post).toMatchObject({ id: post.id, published: false });
      }
    },
  );

  test.each([UNKNOWN_ID, "1", "%00", "not-a-uuid"])("answers 404 for the id %s", async (id) => {
    await stranger.get(`/posts/${id}`).expect(404, NOT_FOUND);
  });

  test("answers 404 for a hidden post before it reads the body", async () => {
    const broken = (id: string) => other.get(`/posts/${id}`).type("json").send("{");
    await broken(UNKNOWN_ID).expect(404, NOT_FOUND);
    await broken((await write(owner)).id).expect(404, NOT_FOUND);
    await broken((await write(owner, { published: true })).id).expect(400, { error: "Invalid JSON" });
  });

  test.each([
    ["Bearer", "Missing token"],
    ["Bearer nonsense", "Invalid token"],
  ])("refuses the header %j even though no login is needed", async (header, error) => {
    const { id } = await write(owner, { published: true });
    for (const path of ["/posts", `/posts/${id}`, `/posts/${id}/comments`]) {
      await stranger.get(path).set("Authorization", header).expect(401, { error });
    }
  });
});

describe("GET /posts", () => {
  test("answers with the published posts and the caller's own, newest first, page by page", async () => {
    const fresh = await openTestServer();
    const [ada, bob] = [await createSessionPerson(fresh), await createSessionPerson(fresh)];
    const published = await write(ada, { published: true });
    const draft = await write(ada);
    const archived = await write(ada);
    await fresh.store.posts.update(archived.id, { status: "archived" }, new Date());
    const newest = await write(bob, { published: true });
    const list = async (client: Pick<Person, "get">, query = "") => {
      const { body } = await client.get(`/posts${query}`).expect(200);
      return { ids: body.items.map((post: { id: string }) => post.id), meta: body.meta };
    };

    expect(await list(createStranger(fresh, "/session/api/v1"))).toEqual({
      ids: [newest.id, published.id],
      meta: { page: 1, per_page: 20, total: 2, total_pages: 1 },
    });
    expect((await list(bob)).ids).toEqual([newest.id, published.id]);
    expect(await list(ada, "?page=2&per_page=3")).toEqual({
      ids: [published.id],
      meta: { page: 2, per_page: 3, total: 4, total_pages: 2 },
    });
    expect((await list(ada)).ids).toEqual([newest.id, archived.id, draft.id, published.id]);
  });

  test.each([
    ["?page=0&per_page=0", { page: 1, per_page: 1 }],
    ["?page=-1&per_page=1000", { page: 1, per_page: 100 }],
    ["?page=x&per_page=1e1", { page: 1, per_page: 20 }],
    ["?page=1&page=2", { page: 1, per_page: 20 }],
  ])("reads %s as the nearest valid page", async (query, meta) => {
    const { body } = await stranger.get(`/posts${query}`).expect(200);
    expect(body.meta).toMatchObject(meta);
  });

  test("shows a page after the last one as empty, with the true totals", async () => {
    await write(owner, { published: true });
    const { body } = await stranger.get("/posts?page=99999999999999999999").expect(200);
    expect(body.items).toEqual([]);
    expect(body.meta.total).toBeGreaterThan(0);
  });
});

describe("PUT /posts/:id", () => {
  test("changes only the given fields", async () => {
    const post = await write(owner);
    const { body } = await owner.put(`/posts/${post.id}`).send({ title: " New " }).expect(200);
    expect(body.post).toEqual({ ...post, title: "New", updated_at: expect.stringMatching(TIMESTAMP) });
    expect(body.post.updated_at >= post.updated_at).toBe(true);
    await owner.get(`/posts/${post.id}`).expect(200, body);
  });

  test("never changes the slug and the day of first publication", async () => {
    const { id } = await write(owner, { title: "First" });
    await owner.put(`/posts/${id}`).send({ published: true }).expect(200);
    const first = await server.store.posts.find({ id });
    expect(first?.publishedAt).toBeInstanceOf(Date);
    await owner.put(`/posts/${id}`).send({ published: false, title: "Second" }).expect(200);
    await owner.put(`/posts/${id}`).send({ published: true }).expect(200);
    const last = await server.store.posts.find({ id });
    expect(last).toMatchObject({ slug: first?.slug, publishedAt: first?.publishedAt, status: "published" });
  });

  test("keeps an archived post archived if it is unpublished, and can publish it", async () => {
    const { id } = await write(owner, { published: true });
    await archive(id);
    const { body } = await owner.put(`/posts/${id}`).send({ published: false }).expect(200);
    expect(body.post.published).toBe(false);
    expect((await server.store.posts.find({ id }))?.status).toBe("archived");
    await owner.put(`/posts/${id}`).send({ published: true }).expect(200);
    expect((await server.store.posts.find({ id }))?.status).toBe("published");
  });

  test("reads null for `published` as not given", async () => {
    const { id } = await write(owner, { published: true });
    const { body } = await owner.put(`/posts/${id}`).send({ published: null }).expect(200);
    expect(body.post.published).toBe(true);
  });

  test.each([
    [{ title: null }, ["Title can't be blank"]],
    [{ body: "" }, ["Body can't be blank"]],
    [{ title: "", published: 1 }, ["Title can't be blank", "Published is invalid"]],
  ])("answers 422 for %j", async (attributes, errors) => {
    const { id } = await write(owner);
    await owner.put(`/posts/${id}`).send(attributes).expect(422, { errors });
  });

  test("accepts the owner and admins, for posts that they can see", async () => {
    const published = await write(owner, { published: true });
    const draft = await write(owner);
    await stranger.put(`/posts/${published.id}`).send({}).expect(401);
    await other.put(`/posts/${published.id}`).send({}).expect(403, { error: "Forbidden" });
    await other.put(`/posts/${draft.id}`).send({}).expect(404, NOT_FOUND);
    await guest.put(`/posts/${published.id}`).send({}).expect(403);
    await admin.put(`/posts/${draft.id}`).send({ title: "Edited" }).expect(200);
    expect((await server.store.posts.find({ id: draft.id }))?.userId).toBe(owner.user.id);
  });

  test("refuses an owner who has become a guest", async () => {
    const author = await createSessionPerson(server);
    const { id } = await write(author);
    await server.accounts.update(author.user.id, { role: "guest" });
    await author.get(`/posts/${id}`).expect(200);
    await author.put(`/posts/${id}`).send({ title: "New" }).expect(403);
    await author.delete(`/posts/${id}`).expect(403);
  });

  test("checks in the order 401, 404, 403, 400, 422", async () => {
    const { id } = await write(owner, { published: true });
    const broken = (client: Pick<Person, "put">, path: string) => client.put(path).type("json").send("{");
    await broken(stranger, `/posts/${UNKNOWN_ID}`).expect(401);
    await broken(guest, `/posts/${UNKNOWN_ID}`).expect(404);
    await broken(other, `/posts/${id}`).expect(403);
    await broken(owner, `/posts/${id}`).expect(400);
  });
});

describe("DELETE /posts/:id", () => {
  test("answers 204, and the post answers 404 afterwards", async () => {
    const { id } = await write(owner);
    const { text } = await owner.delete(`/posts/${id}`).expect(204);
    expect(text).toBe("");
    await owner.delete(`/posts/${id}`).expect(404, NOT_FOUND);
  });

  test("accepts the owner and admins", async () => {
    const { id } = await write(owner, { published: true });
    await stranger.delete(`/posts/${id}`).expect(401);
    await other.delete(`/posts/${id}`).expect(403);
    await admin.delete(`/posts/${id}`).expect(204);
  });

  test("succeeds once if it is sent many times in parallel", async () => {
    const { id } = await write(owner);
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.delete(`/posts/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
  });
});

describe("deleting a user", () => {
  test("deletes their posts", async () => {
    const author = await createSessionPerson(server);
    const { id } = await write(author, { published: true });
    await author.delete(`/users/${author.user.id}`).expect(204);
    await stranger.get(`/posts/${id}`).expect(404, NOT_FOUND);
    expect(await server.store.posts.find({ id })).toBeUndefined();
  });

  test("while they write answers each post with 201 or 401, and leaves none behind", async () => {
    const author = await createSessionPerson(server);
    const writes = Array.from({ length: 20 }, () => author.post("/posts").send({ title: "T", body: "B" }));
    const [deletion, ...answers] = await Promise.all([admin.delete(`/users/${author.user.id}`), ...writes]);
    expect(deletion.status).toBe(204);
    for (const { status, body } of answers) {
      expect([201, 401]).toContain(status);
      if (status === 201) expect(await server.store.posts.find({ id: body.post.id })).toBeUndefined();
    }
  });

  test("refuses a post that was authorized before the deletion and stored after it", async () => {
    const author = await server.createUser();
    await server.accounts.remove(author.id);
    const now = new Date();
    const post = {
      id: UNKNOWN_ID,
      title: "T",
      content: "C",
      slug: "orphan",
      status: "draft",
      userId: author.id,
      publishedAt: null,
      createdAt: now,
      updatedAt: now,
    } as const;
    await expect(server.store.posts.insert(post)).rejects.toMatchObject({ code: "caller-not-found" });
  });
});

test("the classic paths have no posts", async () => {
  await server.request.get("/session/api/posts").expect(404, { error: "Not found" });
});
