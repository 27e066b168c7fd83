import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createBearerClient, createSessionClient } from "../../src/client/index.ts";
import { readOpenApiDocument } from "../support/openapi-document.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer({
  RESET_WEBHOOK_URL: "http://127.0.0.1:9",
  PUBLIC_URL: "http://x.example",
  WEBHOOK_SECRET: "x".repeat(32),
});
afterAll(() => server.close());

const sessionBase = `${server.origin}/session`;
const bearerBase = `${server.origin}/bearer`;

/** A fetch that sends an empty answer and records its requests. */
function noteRequests() {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return new Response(null, { status: 204 });
  };
  return { requests, fetch };
}

test.each(["/session", "/bearer"])(
  "the client's type declarations have every operation of %s",
  async (base) => {
    const { operations } = await readOpenApiDocument(server, base);
    const declarations = readFileSync(`dist/client/${base.slice(1)}-api.d.ts`, "utf8");
    const declared = [...declarations.matchAll(/operations\["(\w+)"\]/g)].map(([, id]) => id);
    expect(declared.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  },
);

test("the client calls the token function before each request, and sends no header without a token", async () => {
  const { email } = await server.createUser();
  let token: string | undefined;
  const client = createBearerClient({ baseUrl: bearerBase, token: async () => token });
  const before = await client.GET("/api/v1/users/me");
  expect([before.data, before.error]).toEqual([undefined, expect.objectContaining({ code: 401 })]);
  const login = await client.POST("/api/v1/auth/login", { body: { email, password: PASSWORD } });
  token = login.data?.accessToken;
  expect((await client.GET("/api/v1/users/me")).data?.email).toBe(email);
});

test("the client sends no header for a token of null, as storage gives", async () => {
  const { requests, fetch } = noteRequests();
  await createBearerClient({ baseUrl: bearerBase, token: () => null, fetch }).GET("/api/v1/users/me");
  expect(requests.map(({ headers }) => headers.get("Authorization"))).toEqual([null]);
});

test("the client sends a request's own Authorization header unchanged", async () => {
  const { requests, fetch } = noteRequests();
  const client = createSessionClient({ baseUrl: sessionBase, token: "the client's", fetch });
  await client.GET("/api/v1/posts");
  await client.GET("/api/v1/posts", { headers: { Authorization: "Bearer another" } });
  expect(requests.map(({ headers }) => headers.get("Authorization"))).toEqual([
    "Bearer the client's",
    "Bearer another",
  ]);
});

test("the session client sends cookies, also to another origin, unless told not to, and the bearer client doesn't", async () => {
  const { requests, fetch } = noteRequests();
  await createSessionClient({ baseUrl: sessionBase, fetch }).GET("/api/v1/auth/me");
  await createSessionClient({ baseUrl: sessionBase, fetch, credentials: "omit" }).GET("/api/v1/posts");
  await createBearerClient({ baseUrl: bearerBase, fetch }).GET("/api/v1/users/me");
  expect(requests.map(({ credentials }) => credentials)).toEqual(["include", "omit", "same-origin"]);
});
