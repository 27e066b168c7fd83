import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createBearerPerson } from "../support/people.ts";
import { startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const login = (
  body: string | Buffer,
  headers: Record<string, string> = { "Content-Type": "application/json" },
) =>
  server.request
    .post("/bearer/api/v1/auth/login")
    .set(headers)
    .serialize((raw) => raw as never)
    .send(body as never);

test.each(['{"email":', "[]", '"x"', "null", " "])(
  "the bearer API answers 400 for the body %s, with details that don't quote it",
  async (body) => {
    const { body: answer } = await login(body).expect(400);
    expect(answer).toEqual({
      error: true,
      reason: "Validation failed",
      code: 400,
      details: expect.stringMatching(/^body /),
    });
  },
);

test("the bearer API reads an empty body as an empty object", async () => {
  const { body } = await login("", {}).expect(400);
  expect(body.details).toBe("email is required; password is required");
});

test("the bearer API reads a body as JSON with any content type", async () => {
  await login('{"email":"a@b.co","password":"x"}', { "Content-Type": "text/plain" }).expect(401);
});

test("the bearer API answers an unreadable body in its own error format", async () => {
  const large = JSON.stringify({ email: "x".repeat(200_000) });
  await login(large).expect(413, { error: true, reason: "Payload too large", code: 413 });
  await login(gzipSync(large), { "Content-Encoding": "gzip" }).expect(413);
  const unsupported = { error: true, reason: "Unsupported media type", code: 415 };
  await login("{}", { "Content-Type": "application/json; charset=utf-7x" }).expect(415, unsupported);
});

test.each([
  "/bearer/api/v1/nothing",
  "/bearer/api/v2/users",
  "/bearer/nothing",
  "/bearer/api/v1/users/%E0%A4%A",
])("%s answers 404 in the bearer API's format, with or without a token", async (path) => {
  const notFound = { error: true, reason: "Not found", code: 404 };
  await server.request.get(path).expect(404, notFound);
  await server.request.get(path).set("Authorization", "Bearer x").expect(404, notFound);
});

test("the bearer API answers 400 for a body that is not JSON on routes that need none, after the guards", async () => {
  const person = await createBearerPerson(server);
  await server.request.post("/bearer/api/v1/auth/refresh").send("{bad").expect(401);
  for (const path of ["/auth/refresh", "/auth/logout"]) {
    const { body } = await person.post(path).send("{bad").expect(400);
    expect(body).toMatchObject({ reason: "Validation failed", details: "body is not valid JSON" });
    expect((await person.post(path).send("")).ok).toBe(true);
  }
});
