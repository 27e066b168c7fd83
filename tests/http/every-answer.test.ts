import { afterAll, describe, expect, test } from "vitest";
import { openConnection } from "../support/open-connection.ts";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

describe.each([
  "/session/api/v1/users",
  "/bearer/api/v1/users",
  "/session/nothing",
  "/bearer/health",
  "/session/",
])("an answer to %s", (path) => {
  test("has a unique id, security headers and CORS headers, and doesn't name the framework", async () => {
    const [one, other] = [await server.request.get(path), await server.request.get(path)];
    expect(one.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(one.headers["x-request-id"]).not.toBe(other.headers["x-request-id"]);
    expect(one.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringMatching(/X-Request-Id.*Retry-After.*RateLimit/),
    });
    expect(one.headers).not.toHaveProperty("x-powered-by");
    expect(one.headers).not.toHaveProperty("strict-transport-security");
    expect(one.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  test("to a preflight is 204 with the allowed methods and headers", async () => {
    const preflight = server.request.options(path).set("Origin", "https://app.example.com");
    const { headers, text } = await preflight.set("Access-Control-Request-Method", "PUT").expect(204);
    expect(text).toBe("");
    expect(headers).toMatchObject({
      "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE,OPTIONS",
      "access-control-allow-headers": "Content-Type,Authorization",
      "access-control-max-age": "86400",
    });
  });
});

test.each([
  ["http://any.example/session/health?a=b", 200],
  ["HTTP://any.example:80/session/api/v1/posts?page=2", 200],
  ["http://any.example", 200],
  ["http://any.example/nothing", 404],
  ["http://[", 404],
  ["http://x:y/session/health", 404],
])("a request for the absolute address %s is answered with %i", async (target, status) => {
  const connection = await openConnection(server.origin);
  connection.send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await connection.untilClosed();
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(answer).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
});

test("only a listed origin may send credentials and read every answer", async () => {
  const listing = await openTestServer({ CORS_ORIGIN: "https://a.example,https://b.example" });
  const ask = (method: "get" | "options", origin: string) =>
    listing.request[method]("/bearer/health").set("Origin", origin);
  for (const method of ["get", "options"] as const) {
    const { headers } = await ask(method, "https://b.example");
    expect(headers).toMatchObject({
      "access-control-allow-origin": "https://b.example",
      "access-control-allow-credentials": "true",
      vary: "Origin",
    });
    const unlisted = await ask(method, "https://c.example");
    expect(unlisted.headers).not.toHaveProperty("access-control-allow-origin");
    expect(unlisted.headers).not.toHaveProperty("access-control-allow-credentials");
    expect(unlisted.headers).toMatchObject({ vary: "Origin" });
  }
});

test("HSTS is sent only over TLS, as reported by a trusted proxy", async () => {
  const proxied = await openTestServer({ TRUST_PROXY: "1" });
  const { headers } = await proxied.request.get("/session/health").set("X-Forwarded-Proto", "https");
  expect(headers["strict-transport-security"]).toMatch(/max-age=\d+/);
  const direct = await server.request.get("/session/health").set("X-Forwarded-Proto", "https");
  expect(direct.headers).not.toHaveProperty("strict-transport-security");
});

describe("a health check", () => {
  test('of the session API and of the process answers "ok" with the time', async () => {
    for (const path of ["/session/health", "/health"]) {
      const { body } = await server.request.get(path).expect(200);
      expect(body).toEqual({ status: "ok", timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
    }
  });

  test("of the bearer API answers 200 with no body", async () => {
    await server.request.get("/bearer/health").expect(200, "");
  });

  test("of readiness answers 200 while the store answers", async () => {
    await server.request.get("/ready").expect(200);
  });
});

test.each([
  ["/", "groundwork"],
  ["/session/", "Session API"],
  ["/bearer", "Bearer API"],
])("%s is an HTML page with a title", async (path, title) => {
  const { text, headers } = await server.request.get(path).expect(200);
  expect(headers["content-type"]).toMatch(/^text\/html/);
  expect(text).toContain(`<title>${title}`);
});

test("an address outside both APIs answers 404", async () => {
  await server.request.get("/nothing").expect(404, { error: "Not found" });
});

test.each([
  [{ SESSION_API_BASE: "/" }, "/api/v1/users", { error: "Unauthorized" }],
  [
    { SESSION_API_BASE: "/", BEARER_API_BASE: "/b/c/" },
    "/b/c/api/v1/users",
    { error: true, reason: "Missing authorization token", code: 401 },
  ],
  [
    { BEARER_API_BASE: "/" },
    "/api/v1/users",
    { error: true, reason: "Missing authorization token", code: 401 },
  ],
  [{ BEARER_API_BASE: "/" }, "/session/api/users", { error: "Unauthorized" }],
])("with the bases %j, %s belongs to the right API", async (settings, path, refusal) => {
  const other = await openTestServer(settings);
  await other.request.get(path).expect(401, refusal);
  await other.request.get("/ready").expect(200);
  await other.request.get("/").expect(200);
});
