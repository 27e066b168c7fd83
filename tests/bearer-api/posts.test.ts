import { afterAll, describe, expect, test } from "vitest";
import { TIMESTAMP, UNKNOWN_ID, UUID } from "../support/ids-and-times.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createReaders, createStranger } from "../support/people.ts";
import { sessionLogin } from "../support/session-client.ts";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";

const failure = (code: number, reason: string) => ({ error: true, reason, code });
const NOT_FOUND = failure(404, "Post not found");
const NOT_OWNER = failure(403, "Not the owner of this post");
const GUEST = failure(403, "Guests may not write");
const SLUG_IN_USE = failure(409, "Slug already in use");
const invalid = (details: string) => ({ ...failure(400, "Validation failed"), details });

const server = await startTestServer();
afterAll(() => server.close());
const stranger = createStranger(server, "/bearer/api/v1");
const { owner, other, admin, guest } = await createReaders(server, createBearerPerson);
let lastSlug = 0;
const freshSlug = () => {
  lastSlug += 1;
  return `slug-of-test-${lastSlug}`;
};

async function write(author: Person, fields: object = {}) {
  const { body } = await author
    .post("/posts")
    .send({ title: "A title", content: "Content", ...fields })
    .expect(201);
  return body as { id: string; slug: string; updatedAt: string; publishedAt?: string };
}

describe("POST /posts", () => {
  test("answers 201 with the post, a draft with a slug made from its title", async () => {
    const { body } = await owner.post("/posts").send({ title: " My Trip ", content: " x\n" }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      title: "My Trip",
      content: " x\n",
      slug: "my-trip",
      status: "draft",
      userId: owner.user.id,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: body.createdAt,
    });
  });

  test("accepts a slug and a status, and sets the time of publication", async () => {
    const slug = freshSlug();
    const { body } = await owner
      .post("/posts")
      .send({ title: "T", content: "C", slug, status: "published" })
      .expect(201);
    expect(body).toMatchObject({ slug, status: "published", publishedAt: body.createdAt });
  });

  test("reads null for an optional field as not given", async () => {
    const post = await write(owner, { title: "Nothing given", slug: null, status: null });
    expect(post).toMatchObject({ slug: "nothing-given", status: "draft" });
  });

  test.each([
    [{}, "title is required; content is required"],
    [
      { title: " ", content: 5, slug: "", status: "public" },
      "title must not be empty; content must be a string; slug must hold nothing but letters, digits and -._~; status must be one of draft, published, archived",
    ],
    [
      { title: "T\u0000", content: "\udc00", slug: "a b" },
      "title must not contain U+0000 or a lone surrogate; content must not contain U+0000 or a lone surrogate; slug must hold nothing but letters, digits and -._~",
    ],
    [{ title: "T", content: "C", slug: "x".repeat(201) }, "slug must be at most 200 characters"],
    [{ title: "T", content: "C", slug: ".." }, "slug must hold nothing but letters, digits and -._~"],
  ])("answers 400 for %j", async (fields, details) => {
    const { body } = await owner.post("/posts").send(fields).expect(400);
    expect(body).toEqual(invalid(details));
  });

  test("accepts a title longer than 255 characters", async () => {
    await write(owner, { title: "x".repeat(300) });
  });

  test("answers 409 for a slug that is taken", async () => {
    const { slug } = await write(owner, { slug: freshSlug() });
    await other.post("/posts").send({ title: "T", content: "C", slug }).expect(409, SLUG_IN_USE);
  });

  test("lets exactly one of 20 parallel posts have a slug", async () => {
    const slug = freshSlug();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.post("/posts").send({ title: "T", content: "C", slug })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test("generates another slug if the one from the title is taken", async () => {
    await write(owner, { slug: "chosen" });
    expect((await write(owner, { title: "Chosen" })).slug).toBe("chosen-2");
  });

  test("checks in the order 401, 403, 400, 409", async () => {
    const { slug } = await write(owner, { slug: freshSlug() });
    await stranger.post("/posts").type("json").send("{").expect(401);
    await guest.post("/posts").type("json").send("{").expect(403, GUEST);
    await owner.post("/posts").type("json").send("{").expect(400, invalid("body is not valid JSON"));
    await owner.post("/posts").send({ slug }).expect(400);
  });
});

describe("GET /posts", () => {
  test("requires a login", async () => {
    const { id } = await write(owner, { status: "published" });
    for (const path of ["/posts", `/posts/${id}`]) {
      await stranger.get(path).expect(401, failure(401, "Missing authorization token"));
    }
    await guest.get(`/posts/${id}`).expect(200);
  });

  test.each(["draft", "archived"])(
    "hides a post that is %s from all but its owner and admins",
    async (status) => {
      const post = await write(owner, { status });
      for (const reader of [other, guest]) await reader.get(`/posts/${post.id}`).expect(404, NOT_FOUND);
      for (const reader of [owner, admin]) await reader.get(`/posts/${post.id}`).expect(200, post);
    },
  );

  test.each([UNKNOWN_ID, "nonsense", "%00"])("answers 404 for the id %s", async (id) => {
    await owner.get(`/posts/${id}`).expect(404, NOT_FOUND);
  });

  test("answers 404 for a hidden post before it reads the body", async () => {
    const broken = (id: string) => other.get(`/posts/${id}`).type("json").send("{");
    await broken(UNKNOWN_ID).expect(404, NOT_FOUND);
    await broken((await write(owner)).id).expect(404, NOT_FOUND);
    await broken((await write(owner, { status: "published" })).id).expect(400);
  });

  test("finds a post by its id in upper case", async () => {
    const post = await write(owner);
    await owner.get(`/posts/${post.id.toUpperCase()}`).expect(200, post);
  });

  test("lists the published posts and the caller's own, newest first, page by page", async () => {
    const fresh = await openTestServer();
    const [ada, bob] = [await createBearerPerson(fresh), await createBearerPerson(fresh)];
    const published = await write(ada, { status: "published" });
    const archived = await write(ada, { status: "archived" });
    const draft = await write(ada);
    const newest = await write(bob, { status: "published" });
    await bob.get("/posts").expect(200, {
      items: [newest, published],
      metadata: { page: 1, perPage: 20, total: 2, totalPages: 1 },
    });
    await ada.get("/posts?per=3").expect(200, {
      items: [newest, draft, archived],
      metadata: { page: 1, perPage: 3, total: 4, totalPages: 2 },
    });
    const { body } = await ada.get("/posts?per=3&page=2").expect(200);
    expect(body.items).toEqual([published]);
  });
});

describe("PUT /posts/:id", () => {
  test("changes only the given fields", async () => {
    const post = await write(owner, { slug: freshSlug() });
    const { body } = await owner.put(`/posts/${post.id}`).send({ content: "New", title: null }).expect(200);
    expect(body).toEqual({ ...post, content: "New", updatedAt: expect.stringMatching(TIMESTAMP) });
    await owner.get(`/posts/${post.id}`).expect(200, body);
  });

  test("sets the day of publication only the first time", async () => {
    const { id } = await write(owner);
    const put = async (status: string) => (await owner.put(`/posts/${id}`).send({ status }).expect(200)).body;
    const first = await put("published");
    expect(first.publishedAt).toMatch(TIMESTAMP);
    expect(await put("archived")).toMatchObject({ status: "archived", publishedAt: first.publishedAt });
    expect(await put("draft")).toMatchObject({ status: "draft", publishedAt: first.publishedAt });
    expect(await put("published")).toMatchObject({ publishedAt: first.publishedAt });
  });

  test("keeps the slug if the title changes, and accepts a new slug", async () => {
    const slug = freshSlug();
    const { id } = await write(owner, { slug });
    const renamed = await owner.put(`/posts/${id}`).send({ title: "Other" }).expect(200);
    expect(renamed.body.slug).toBe(slug);
    await owner.put(`/posts/${id}`).send({ slug }).expect(200);
    const moved = await owner
      .put(`/posts/${id}`)
      .send({ slug: `${slug}-new` })
      .expect(200);
    expect(moved.body.slug).toBe(`${slug}-new`);
    await write(other, { slug });
  });

  test("answers 409 for a slug that is taken, and changes nothing", async () => {
    const { slug } = await write(other, { slug: freshSlug() });
    const post = await write(owner);
    await owner.put(`/posts/${post.id}`).send({ slug, title: "Lost" }).expect(409, SLUG_IN_USE);
    await owner.get(`/posts/${post.id}`).expect(200, post);
  });

  test("accepts the owner and admins, for posts that they can see", async () => {
    const published = await write(owner, { status: "published" });
    const draft = await write(owner);
    await other.put(`/posts/${published.id}`).send({}).expect(403, NOT_OWNER);
    await other.put(`/posts/${draft.id}`).send({}).expect(404, NOT_FOUND);
    await guest.put(`/posts/${published.id}`).send({}).expect(403, GUEST);
    const { body } = await admin.put(`/posts/${draft.id}`).send({ title: "Edited" }).expect(200);
    expect(body.userId).toBe(owner.user.id);
  });

  test("checks in the order 401, 404, 403, 400, 409", async () => {
    const taken = await write(other, { slug: freshSlug() });
    const { id } = await write(owner, { status: "published" });
    const broken = (client: Pick<Person, "put">, path: string) => client.put(path).type("json").send("{");
    await broken(stranger, `/posts/${UNKNOWN_ID}`).expect(401);
    await broken(guest, `/posts/${UNKNOWN_ID}`).expect(404);
    await broken(other, `/posts/${id}`).expect(403);
    await broken(owner, `/posts/${id}`).expect(400);
    await owner.put(`/posts/${id}`).send({ title: "", slug: taken.slug }).expect(400);
  });
});

describe("DELETE /posts/:id", () => {
  test("answers 204 to the owner and to admins, and 403 or 404 to others", async () => {
    const [mine, theirs] = [await write(owner, { status: "published" }), await write(owner)];
    await stranger.delete(`/posts/${mine.id}`).expect(401);
    await guest.delete(`/posts/${mine.id}`).expect(403, GUEST);
    await other.delete(`/posts/${mine.id}`).expect(403, NOT_OWNER);
    await other.delete(`/posts/${theirs.id}`).expect(404, NOT_FOUND);
    const { text } = await owner.delete(`/posts/${mine.id}`).expect(204);
    expect(text).toBe("");
    await admin.delete(`/posts/${theirs.id}`).expect(204);
    await owner.delete(`/posts/${mine.id}`).expect(404, NOT_FOUND);
  });
});

test("a post written through one API can be read, changed and deleted through the other", async () => {
  const { cookie } = await sessionLogin(server, owner.user.email);
  const session = (method: "get" | "put" | "delete", path: string) =>
    server.request[method](`/session/api/v1${path}`).set("Cookie", cookie);

  const { id } = await write(owner, { title: "Shared", content: "Text", status: "archived" });
  const shown = await session("get", `/posts/${id}`).expect(200);
  expect(shown.body.post).toMatchObject({ title: "Shared", body: "Text", published: false });
  await session("put", `/posts/${id}`).send({ body: "Changed", published: true }).expect(200);
  const { body } = await owner.get(`/posts/${id}`).expect(200);
  expect(body).toMatchObject({ content: "Changed", status: "published" });
  expect(body.publishedAt).toMatch(TIMESTAMP);
  await session("delete", `/posts/${id}`).expect(204);
  await owner.get(`/posts/${id}`).expect(404);
});

test("the posts of a deactivated user remain", async () => {
  const author = await createBearerPerson(server);
  const { id } = await write(author, { status: "published" });
  await admin.delete(`/users/${author.user.id}`).expect(204);
  await other.get(`/posts/${id}`).expect(200);
});
