import assert from "node:assert/strict";
import type { BearerSchemas } from "groundwork/client";
import { createBearerClient, createSessionClient } from "groundwork/client";

const [origin = ""] = process.argv.slice(2);
const account = { email: "ada@example.com", name: "Ada Lovelace", password: "correct horse" };

let accessToken: string | undefined;
const bearer = createBearerClient({ baseUrl: `${origin}/bearer`, token: () => accessToken });
const early = await bearer.GET("/api/v1/users/me");
assert.equal(early.data, undefined);
assert.equal(early.error.code, 401);

await bearer.POST("/api/v1/auth/register", { body: account });
const login = await bearer.POST("/api/v1/auth/login", { body: account });
accessToken = login.data?.accessToken;
const me: BearerSchemas["UserResponse"] | undefined = (await bearer.GET("/api/v1/users/me")).data;
assert.equal(me?.email, account.email);

const posts = {
  title: "On the engine",
  content: "It weaves algebraic patterns.",
  status: "published",
} as const;
const created = await bearer.POST("/api/v1/posts", { body: posts });
const read = await bearer.GET("/api/v1/posts/{postID}", {
  params: { path: { postID: created.data?.id ?? "" } },
});
assert.equal(read.data?.title, posts.title);
const page = await bearer.GET("/api/v1/posts", { params: { query: { page: 1, per: 5 } } });
assert.equal(page.data?.metadata.total, 1);

// Without a cookie, the session API accepts the token of a login.
let token: string | undefined;
const session = createSessionClient({ baseUrl: `${origin}/session`, token: async () => token });
token = (await session.POST("/api/v1/auth/login", { body: account })).data?.token;
const own = await session.GET("/api/v1/users/{id}", { params: { path: { id: me?.id ?? "" } } });
assert.equal(own.data?.user.email, account.email);

// @ts-expect-error an unknown path
await session.GET("/api/v1/nowhere");
const incomplete = { email: "x@example.com", name: "Ada" };
// @ts-expect-error a body without a password
const refused = await session.POST("/api/v1/auth/register", { body: incomplete });
assert.deepEqual(refused.error, { errors: ["Password can't be blank"] });
// @ts-expect-error an unknown field of a user
assert.equal(own.data?.user.surname, undefined);
console.log("the client works in Node");
