import { afterAll, describe, expect, test } from "vitest";
import type { Recipe } from "../support/drive-operation.ts";
import { driveOperation } from "../support/drive-operation.ts";
import { readOpenApiDocument } from "../support/openapi-document.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson } from "../support/people.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

/** The limits are off here, and driven below; the server and its store are sound. */
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

describe.each(apis)("the document of $base holds", async ({ base, recipes }) => {
  const { operations, findFaults } = await readOpenApiDocument(server, base);

  test("and this test knows every operation", () => {
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

test("a page of users fits the session API's document as the whole list does", async () => {
  const { operations, findFaults } = await readOpenApiDocument(server, "/session");
  const person = await createSessionPerson(server);
  for (const operation of operations.filter(({ id }) => id.startsWith("listUsers"))) {
    const answer = await person.get("/users?page=1").expect(200);
    expect(answer.body.meta).toBeDefined();
    expect(findFaults(operation, answer)).toEqual([]);
  }
});

describe.each(["/session", "/bearer"])("with limits on, the document of %s holds", async (base) => {
  const { operations, findFaults } = await readOpenApiDocument(server, base);
  const limited = operations.filter(({ statuses }) => statuses.includes(429));

  test("for logins and registrations, which are what is limited", () => {
    expect(limited.map(({ id }) => id).toSorted()).toEqual(["logIn", "register"]);
  });

  test.each(limited)("$id answers 429 as described", async (operation) => {
    const strict = await startTestServer({ RATE_LIMIT_LOGIN: "1/1h", RATE_LIMIT_REGISTER: "1/1h" });
    const attempt = () =>
      strict.request.post(base + operation.path).send({ ...newAccount(), email: "x@example.com" });
    await attempt();
    const answer = await attempt().expect(429);
    expect(findFaults(operation, answer)).toEqual([]);
    await strict.close();
  });
});

async function sessionRecipes(to: TestServer): Promise<Record<string, Recipe>> {
  const [owner, other] = [await createSessionPerson(to), await createSessionPerson(to)];
  const [admin, guest] = [await createSessionPerson(to, "admin"), await createSessionPerson(to, "guest")];
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
    ...users,
    ...Object.fromEntries(classicUsers),
  };
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
    issueToken: { as: owner, forbiddenTo: guest },
    revokeToken: { as: owner, params: token, forbiddenTo: guest },
    listUsers: { as: owner },
    getMe: { as: owner },
    updateMe: { as: owner, ...rename },
    getUser: { as: owner, params: anyone },
    updateUser: { as: admin, params: anyone, forbiddenTo: owner, ...rename },
    deactivateUser: { as: admin, params: anyone, forbiddenTo: owner },
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
