import { expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { holdLock } from "../support/hold-lock.ts";
import { seeReadiness } from "../support/see-readiness.ts";
import { openTestServer } from "../support/start-test-server.ts";

const registration = (email: string) => ({ email, password: "correct horse", name: "Ada" });
const REGISTER = "/bearer/api/v1/auth/register";

test("a write waits until another process unlocks the file, and other requests are answered in the meantime", async () => {
  const server = await openTestServer();
  const user = await server.createUser();
  const release = await holdLock(server.databaseUrl.replace("file:", ""));
  let isAnswered = false;
  const write = server.request
    .post(REGISTER)
    .send(registration("waiting@example.com"))
    .then((answer) => {
      isAnswered = true;
      return answer;
    });

  for (let count = 0; count < 50; count++) {
    await server.request.get("/health").expect(200);
    expect(await server.accounts.findById(user.id)).toBeDefined();
  }
  expect(isAnswered).toBe(false);
  await release();
  expect((await write).status).toBe(200);
});

test("any number of writes answer 503 with Retry-After while the file is locked, and succeed again later", async () => {
  const server = await openTestServer();
  const authorization = await bearerLogin(server, (await server.createUser()).email);
  const release = await holdLock(server.databaseUrl.replace("file:", ""));
  // All of them wait during the same five seconds. In sequence they would exceed the test's time limit.
  const writes = Array.from({ length: 30 }, (_, index) =>
    server.request
      .put("/bearer/api/v1/users/me")
      .set("Authorization", authorization)
      .send({ name: `Ada ${index}` }),
  );
  await server.request.get("/ready").expect(503).expect("Retry-After", "1");
  for (const { status, headers, body } of await Promise.all(writes)) {
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("1");
    expect(body).toEqual({ error: true, reason: "Service unavailable", code: 503 });
  }

  await release();
  await seeReadiness(server.origin, 200);
  await server.request.post(REGISTER).send(registration("after@example.com")).expect(200);
});

test("a login that can't be counted is refused with 503, in each API's shape", async () => {
  const server = await openTestServer({ RATE_LIMIT_LOGIN: "10/15m" });
  const release = await holdLock(server.databaseUrl.replace("file:", ""));
  const credentials = { email: "ada@example.com", password: "correct horse" };
  const [session, bearer] = await Promise.all([
    server.request.post("/session/api/v1/auth/login").send(credentials),
    server.request.post("/bearer/api/v1/auth/login").send(credentials),
  ]);
  expect([session?.status, session?.body]).toEqual([503, { error: "Service unavailable" }]);
  expect([bearer?.status, bearer?.body]).toEqual([
    503,
    { error: true, reason: "Service unavailable", code: 503 },
  ]);
  const faults = server.logLines.filter((line) => line.includes("request failed"));
  expect(faults).toHaveLength(2);
  await release();
});
