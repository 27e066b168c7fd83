import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { list, sql } from "../../src/database/sql.ts";
import { issueReset } from "../../src/services/password-resets.ts";
import type { Recipe } from "../support/drive-operation.ts";
import { driveOperation } from "../support/drive-operation.ts";
import { readOpenApiDocument } from "../support/openapi-document.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson, withApiToken } from "../support/people.ts";
import { someToken } from "../support/rows.ts";
import { sessionLogin } from "../support/session-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";

/** Statuses that are not caused here: the limits are off and tested below, and the server and its store work. */
const NOT_DRIVEN = new Set([429, 500, 503]);

let lastEmail = 0;
const freshEmail = (): string => {
  lastEmail += 1;
  return `fresh-${lastEmail}@example.com`;
};
const newAccount = () => ({ email: freshEmail(), name: "Ada Lovelace", password: PASSWORD });

const server = await startTestServer();
afterAll(() => server.close());

const apis = [
  { base: "/session", recipes: await sessionRecipes(server) },
  { base: "/bearer", recipes: await bearerRecipes(server) },
];

describe.each(apis)("the server obeys the OpenAPI document of $base:", async ({ base, recipes }) => {
  const { operations, findFaults } = await readOpenApiDocument(server, base);

  test("the test covers every operation", () => {
    expect(Object.keys(recipes).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  for (const operation of operations) {
    describe(operation.id, () => {
      test.each(operation.statuses.filter((status) => !NOT_DRIVEN.has(status)))(
        "answers %i as described",
        async (status) => {
          const recipe = recipes[operation.id] ?? {};
          const answer = await driveOperation(server, base, operation, recipe, status);
          expect(answer.status, answer.text).toBe(status);
          expect(findFaults(operation, answer)).toEqual([]);
        },
      );
    });
  }
});

test("a page of users matches the session API's OpenAPI document, and so does the whole list", async () => {
  const { operations, findFaults } = await readOpenApiDocument(server, "/session");
  const person = await createSessionPerson(server);
  for (const operation of operations.filter(({ id }) => id.startsWith("listUsers"))) {
    const answer = await person.get("/users?page=1").expect(200);
    expect(answer.body.meta).toBeDefined();
    expect(findFaults(operation, answer)).toEqual([]);
  }
});

describe("the server with a webhook for reset links", async () => {
  const settings = { RESET_WEBHOOK_URL: "http://127.0.0.1:9", PUBLIC_URL: "http://x.example" };
  const sending = await startTestServer({ ...settings, WEBHOOK_SECRET: "x".repeat(32) });
  afterAll(() => sending.close());
  const recipe: Recipe = { body: () => ({ email: freshEmail() }) };

  for (const base of ["/session", "/bearer"]) {
    const { operations, findFaults } = await readOpenApiDocument(sending, base);
    for (const operation of operations.filter(({ id }) => id === "forgotPassword")) {
      test.each(operation.statuses.filter((status) => !NOT_DRIVEN.has(status)))(
        `answers %i to forgotPassword of ${base} as described`,
        async (status) => {
          const answer = await driveOperation(sending, base, operation, recipe, status);
          expect(answer.status, answer.text).toBe(status);
          expect(findFaults(operation, answer)).toEqual([]);
        },
      );
    }
    test(`describes forgotPassword in the OpenAPI document of ${base}`, () => {
      expect(operations.map(({ id }) => id)).toContain("forgotPassword");
    });
  }
});

describe.each(["/session", "/bearer"])("the OpenAPI document of %s with rate limits", async (base) => {
  const { operations, findFaults } = await readOpenApiDocument(server, base);
  const limited = operations.filter(({ id }) => id === "logIn" || id === "register");

  test("declares 429 for every operation that hashes a password", () => {
    const hashing = operations.filter(({ statuses }) => statuses.includes(429));
    const ids = new Set(hashing.map(({ id }) => id.replace("Classic", "")));
    const changes = base === "/session" ? ["createUser", "updateUser"] : [];
    expect(ids).toEqual(new Set(["logIn", "register", "changePassword", "resetPassword", ...changes]));
  });

  test.each(limited)("matches the 429 answer of $id", async (operation) => {
    const strict = await openTestServer({ RATE_LIMIT_LOGIN: "1/1h", RATE_LIMIT_REGISTER: "1/1h" });
    const attempt = () =>
      strict.request.post(base + operation.path).send({ ...newAccount(), email: "x@example.com" });
    await attempt();
    const answer = await attempt().expect(429);
    expect(findFaults(operation, answer)).toEqual([]);
  });
});

async function sessionRecipes(to: TestServer): Promise<Record<string, Recipe>> {
  const [owner, other] = [await createSessionPerson(to), await createSessionPerson(to)];
  const [admin, guest] = [await createSessionPerson(to, "admin"), await createSessionPerson(to, "guest")];
  const changer = await createSessionPerson(to);
  const ender = await createSessionPerson(to);
  const otherSession = async () => {
    await sessionLogin(to, ender.user.email);
    const { sessions } = (await ender.get("/auth/sessions")).body;
    return { id: sessions.find(({ current }: { current: boolean }) => !current).id as string };
  };
  const enderScript = await withApiToken(to, await createBearerPerson(to), "/session/api/v1");
  const post = async () => {
    const { body } = await owner.post("/posts").send({ title: "T", body: "B", published: true });
    return { id: body.post.id as string };
  };
  const comment = async () => {
    const { body } = await owner.post(`/posts/${(await post()).id}/comments`).send({ body: "B" });
    return { id: body.comment.id as string };
  };
  const credentials = (password: string) => ({ email: owner.user.email, password });
  const users = usersRecipes(to, { owner, other, admin });
  const classicUsers = Object.entries(users).map(([id, recipe]) => [`${id}Classic`, recipe]);

  return {
    getHealth: {},
    getResetPage: {},
    getIndex: {},
    register: { body: newAccount, wrong: { 422: { email: "nobody" } } },
    logIn: { body: () => credentials(PASSWORD), wrong: { 401: credentials("wrong") } },
    logOut: {},
    getMe: { as: owner },
    listPosts: { as: owner },
    createPost: {
      as: owner,
      body: () => ({ title: "T", body: "B" }),
      forbiddenTo: guest,
      wrong: { 422: {} },
    },
    getPost: { as: owner, params: post },
    updatePost: {
      as: owner,
      params: post,
      body: () => ({ title: "New" }),
      forbiddenTo: other,
      wrong: { 422: { title: "" } },
    },
    deletePost: { as: owner, params: post, forbiddenTo: other },
    listComments: { as: owner, params: post },
    createComment: {
      as: owner,
      params: post,
      body: () => ({ body: "B" }),
      forbiddenTo: guest,
      wrong: { 422: {} },
    },
    deleteComment: { as: owner, params: comment, forbiddenTo: other },
    changePassword: {
      as: changer,
      body: () => ({ current_password: PASSWORD, password: PASSWORD }),
      forbiddenTo: enderScript,
      wrong: { 422: { current_password: "wrong", password: PASSWORD } },
    },
    resetPassword: {
      body: async () => ({ token: await resetToken(to), password: PASSWORD }),
      wrong: {
        401: { token: "x", password: PASSWORD },
        422: { token: await resetToken(to), password: "short" },
      },
    },
    listSessions: { as: owner },
    endSession: {
      as: ender,
      params: otherSession,
      forbiddenTo: enderScript,
    },
    endOtherSessions: { as: other, forbiddenTo: enderScript },
    listUserSessions: {
      as: admin,
      params: async () => ({ id: (await to.createUser()).id }),
      forbiddenTo: other,
    },
    endUserSessions: {
      as: admin,
      params: async () => ({ id: (await to.createUser()).id }),
      forbiddenTo: other,
    },
    ...users,
    ...Object.fromEntries(classicUsers),
  };
}

async function resetToken(to: TestServer): Promise<string> {
  const { id } = await to.createUser();
  return (await to.store.transaction((transaction) => issueReset(transaction, id))).token;
}

function usersRecipes(
  to: TestServer,
  { owner, other, admin }: Record<"owner" | "other" | "admin", Person>,
): Record<string, Recipe> {
  const anyone = async () => ({ id: (await to.createUser()).id });
  return {
    listUsers: { as: owner },
    createUser: { as: admin, body: newAccount, forbiddenTo: owner, wrong: { 422: {} } },
    getUser: { as: owner, params: anyone },
    updateUser: {
      as: admin,
      params: anyone,
      body: () => ({ name: "Ada" }),
      forbiddenTo: other,
      wrong: { 422: { name: "" } },
    },
    deleteUser: { as: admin, params: anyone, forbiddenTo: other },
  };
}

async function bearerRecipes(to: TestServer): Promise<Record<string, Recipe>> {
  const [owner, other] = [await createBearerPerson(to), await createBearerPerson(to)];
  const [admin, guest] = [await createBearerPerson(to, "admin"), await createBearerPerson(to, "guest")];
  const issuer = await createBearerPerson(to);
  const anyone = async () => ({ userID: (await to.createUser()).id });
  const token = async () => ({ tokenID: (await owner.post("/auth/tokens")).body.id as string });
  const newPost = (fields: object = {}) => ({ title: "T", content: "C", status: "published", ...fields });
  const post = async () => ({ postID: (await owner.post("/posts").send(newPost())).body.id as string });
  const takenEmail = async () => ({ ...newAccount(), email: other.user.email });
  const takenSlug = async () => newPost({ slug: (await owner.post("/posts").send(newPost())).body.slug });
  const credentials = (password: string) => ({ email: owner.user.email, password });
  const rename = { body: () => ({ name: "Ada" }), wrong: { 400: { name: "" }, 409: takenEmail } };

  return {
    getHealth: {},
    getIndex: {},
    register: { body: newAccount, wrong: { 409: takenEmail } },
    logIn: { body: () => credentials(PASSWORD), wrong: { 401: credentials("wrong") } },
    logOut: { as: guest },
    refresh: { as: owner },
    listTokens: { as: owner },
    issueToken: {
      as: issuer,
      body: () => ({ name: "Export", expiresInDays: 1 }),
      forbiddenTo: guest,
      wrong: { 400: { name: "" }, 409: async () => useUpTokens(to, issuer) },
    },
    revokeToken: { as: owner, params: token, forbiddenTo: guest },
    listUsers: {
      as: admin,
      forbiddenTo: owner,
      query: { 200: { status: "all", search: "ada" }, 400: { status: "x" }, 403: { status: "all" } },
    },
    getMe: { as: owner },
    deactivateMe: {
      as: (status) => (status === 409 ? createLastAdmin(to) : createBearerPerson(to)),
      forbiddenTo: await withApiToken(to, owner),
    },
    updateMe: {
      as: owner,
      ...rename,
      forbiddenTo: await withApiToken(to, owner),
      wrong: { ...rename.wrong, 403: async () => ({ email: freshEmail() }) },
    },
    resetPassword: {
      body: async () => ({ token: await resetToken(to), password: PASSWORD }),
      wrong: { 400: {}, 401: { token: "x", password: PASSWORD } },
    },
    changePassword: {
      as: () => createBearerPerson(to),
      body: () => ({ currentPassword: PASSWORD, password: PASSWORD }),
      forbiddenTo: await withApiToken(to, owner),
      wrong: { 400: { password: "short" } },
    },
    getUser: { as: owner, params: anyone },
    updateUser: { as: admin, params: anyone, forbiddenTo: owner, ...rename },
    deactivateUser: { as: admin, params: anyone, forbiddenTo: owner },
    listAuditEntries: { as: admin, forbiddenTo: owner, query: { 400: { event: "tea" } } },
    listPosts: { as: owner },
    createPost: { as: owner, body: newPost, forbiddenTo: guest, wrong: { 400: {}, 409: takenSlug } },
    getPost: { as: owner, params: post },
    updatePost: {
      as: owner,
      params: post,
      body: () => ({ title: "New" }),
      forbiddenTo: other,
      wrong: { 409: takenSlug },
    },
    deletePost: { as: owner, params: post, forbiddenTo: other },
  };
}

/** The only admin until the test ends. */
async function createLastAdmin(to: TestServer): Promise<Person> {
  const last = await createBearerPerson(to, "admin");
  const others = await to.queries.all<{ id: string }>(
    sql`UPDATE users SET role = 'guest' WHERE role = 'admin' AND id <> ${last.user.id} RETURNING id`,
  );
  onTestFinished(async () => {
    const ids = others.map(({ id }) => id);
    if (ids.length > 0) await to.queries.run(sql`UPDATE users SET role = 'admin' WHERE id IN (${list(ids)})`);
  });
  return last;
}

/** Gives a user the maximum number of API tokens. @returns a body that requests one more */
async function useUpTokens(to: TestServer, { user }: Person): Promise<object> {
  for (let n = 0; n < 100; n++)
    await to.store.userTokens.insert({ ...someToken(user.id, null), valueHash: crypto.randomUUID() });
  return {};
}
