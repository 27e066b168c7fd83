import { expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

test("200 logins at once: what the hashing threads can't take is 503 at once, and other requests go on", async () => {
  const server = await startTestServer({ BCRYPT_COST: "10" });
  const { email } = await server.createUser();
  const authorization = await bearerLogin(server, email);

  const order: string[] = [];
  const logins = Array.from({ length: 200 }, async (_, index) => {
    const path = `/${index % 2 === 0 ? "session" : "bearer"}/api/v1/auth/login`;
    const answer = await server.request.post(path).send({ email, password: PASSWORD });
    order.push(`login ${answer.status}`);
    return answer;
  });
  const reads = (async () => {
    for (let count = 0; count < 20; count++) {
      await server.request.get("/health").expect(200);
      await server.request.get("/bearer/api/v1/users/me").set("Authorization", authorization).expect(200);
    }
    order.push("reads");
  })();
  const answers = await Promise.all(logins);
  await reads;

  const shed = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(64);
  expect(shed.length).toBeGreaterThan(0);
  expect(answers.length - shed.length).toBe(answers.filter(({ status }) => status === 200).length);
  for (const { headers, body } of shed) {
    expect(headers["retry-after"]).toBe("1");
    expect(["Service unavailable"]).toContain(body.error === true ? body.reason : body.error);
  }
  // The reads were through, and the excess turned away, while the last logins were still waiting for a thread.
  expect(order.lastIndexOf("login 503")).toBeLessThan(order.lastIndexOf("login 200"));
  expect(order.indexOf("reads")).toBeLessThan(order.lastIndexOf("login 200"));

  await server.request.post("/bearer/api/v1/auth/login").send({ email, password: PASSWORD }).expect(200);
  await server.close();
});

test("a login that was shed does not count as a failure", async () => {
  const server = await startTestServer({
    BCRYPT_COST: "10",
    RATE_LIMIT_LOGIN: "500/15m",
    RATE_LIMIT_LOGIN_ADDRESS: "150/15m",
  });
  const { email } = await server.createUser();
  const logIn = (password: string) =>
    server.request.post("/bearer/api/v1/auth/login").send({ email, password });
  const statuses = (await Promise.all(Array.from({ length: 120 }, () => logIn("wrong password")))).map(
    ({ status }) => status,
  );
  const failures = statuses.filter((status) => status === 401).length;
  expect(statuses.filter((status) => status === 503).length).toBe(120 - failures);
  expect(failures).toBeLessThan(120);
  // What is left in the address's count is what was really judged.
  const counts = server.queries.selectFrom("rate_limit_counts").select("count").distinct();
  expect(await counts.execute()).toEqual([{ count: failures }]);
  await server.close();
});
