import { expect, test, vi } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createBearerPerson, createSessionPerson } from "../support/people.ts";
import { openTestServer, PASSWORD } from "../support/start-test-server.ts";

test("of 200 parallel logins, those that can't be computed in 5 s get 503 and don't count as failed, and reads continue", async () => {
  const server = await openTestServer({
    BCRYPT_COST: "12",
    HASHING_CONCURRENCY: "1",
    TRUST_PROXY: "1",
    RATE_LIMIT_LOGIN: "10/15m",
  });
  const reader = await createBearerPerson(server);
  const order: string[] = [];
  const logins = Array.from({ length: 200 }, async (_, index) => {
    const path = `/${index % 2 === 0 ? "session" : "bearer"}/api/v1/auth/login`;
    const login = server.request.post(path).set("X-Forwarded-For", `203.0.113.${index}`);
    const answer = await login.send({ email: `user${index}@example.org`, password: "wrong password" });
    order.push(`login ${answer.status}`);
    return answer;
  });
  const reads = (async () => {
    for (let count = 0; count < 20; count++) await reader.get("/users/me").expect(200);
    order.push("reads");
  })();
  const answers = await Promise.all(logins);
  await reads;

  const shed = answers.filter(({ status }) => status === 503);
  const judged = answers.filter(({ status }) => status === 401);
  expect(shed.length).toBeGreaterThan(0);
  expect(judged).toHaveLength(200 - shed.length);
  for (const { headers, body } of shed) {
    expect(headers["retry-after"]).toBe("1");
    expect(body.error === true ? body.reason : body.error).toBe("Service unavailable");
  }
  // The reads were answered and the excess logins refused while the last logins were still waiting.
  expect(order.lastIndexOf("login 503")).toBeLessThan(order.lastIndexOf("login 401"));
  expect(order.indexOf("reads")).toBeLessThan(order.lastIndexOf("login 401"));
  // Each wrong password counts by address and email, and by address.
  const rows = await server.queries.all<{ count: number }>(sql`SELECT count FROM rate_limit_counts`);
  expect(rows.filter(({ count }) => count === 1)).toHaveLength(2 * judged.length);
  expect(rows.filter(({ count }) => count > 1)).toEqual([]);
});

test("a password of 90 kB is refused without putting its marks in order, which would take seconds", async () => {
  const server = await openTestServer();
  const password = `a${"\u0315".repeat(22_500)}${"\u0316".repeat(22_500)}`;
  const [session, bearer] = [await createSessionPerson(server), await createBearerPerson(server)];
  const { email } = session.user;
  const normalize = vi.spyOn(String.prototype, "normalize");
  try {
    const newUser = { email: "new@example.org", name: "New", password };
    for (const api of ["session", "bearer"]) {
      const { request } = server;
      await request.post(`/${api}/api/v1/auth/login`).send({ email, password }).expect(401);
      const { status } = await request.post(`/${api}/api/v1/auth/register`).send(newUser);
      expect([400, 422]).toContain(status);
    }
    await session.put("/auth/password").send({ current_password: PASSWORD, password }).expect(422);
    await session.put("/auth/password").send({ current_password: password, password: PASSWORD }).expect(422);
    await bearer.put("/users/me/password").send({ currentPassword: PASSWORD, password }).expect(400);
    await bearer
      .put("/users/me/password")
      .send({ currentPassword: password, password: PASSWORD })
      .expect(403);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(Math.max(...lengths)).toBeLessThan(200);
  } finally {
    normalize.mockRestore();
  }
});
