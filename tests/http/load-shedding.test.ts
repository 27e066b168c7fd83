import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createBearerPerson } from "../support/people.ts";
import { openTestServer } from "../support/start-test-server.ts";

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
