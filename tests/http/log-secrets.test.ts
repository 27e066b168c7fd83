import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { cookieOf } from "../support/session-client.ts";
import { openTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const SESSION_SECRET = "a session secret of some length, for this test";
const PASSWORD = "Tr0ub4dor and three";
const NEW_PASSWORD = "correct horse, new staple";
const WRONG_PASSWORD = "wrong password of mine";
const SESSION = "/session/api/v1";
const BEARER = "/bearer/api/v1";

test("the log of a busy server at the finest level contains no secret", async () => {
  const server = await openTestServer({ LOG_LEVEL: "trace", SESSION_SECRET, RATE_LIMIT_LOGIN: "6/15m" });
  const secrets = new Set([TEST_SECRET, SESSION_SECRET, PASSWORD, NEW_PASSWORD, WRONG_PASSWORD]);
  const credentials = { email: "ada@example.com", password: PASSWORD };

  const registered = await server.request
    .post(`${SESSION}/auth/register`)
    .send({ ...credentials, name: "Ada" });
  const session = await server.request.post(`${SESSION}/auth/login`).send(credentials).expect(200);
  const bearer = await server.request.post(`${BEARER}/auth/login`).send(credentials).expect(200);
  for (const { headers } of [registered, session]) {
    for (const part of cookieOf(headers).split("; ")) secrets.add(part.slice(part.indexOf("=") + 1));
  }
  secrets.add(session.body.token);
  secrets.add(bearer.body.accessToken);
  const cookie = cookieOf(session.headers);
  const authorization = `Bearer ${bearer.body.accessToken}`;

  for (const api of [SESSION, BEARER]) {
    const post = () => server.request.post(`${api}/auth/login`);
    await post().send({ ...credentials, password: WRONG_PASSWORD });
    await post().send({ email: { nested: PASSWORD }, password: [WRONG_PASSWORD] });
    await post().type("json").send(`{"email":"ada@example.com","password":"${PASSWORD}`);
    await post().type("json").send(`"${PASSWORD}"`);
    await post().type("text/plain; charset=latin1").send(`{"password":"${PASSWORD}"}`);
    await post().set("Content-Encoding", "gzip").type("json").send(`{"password":"${PASSWORD}"}`);
    await post().send({ ...credentials, padding: PASSWORD.repeat(10_000) });
    await server.request.get(
      `${api}/users?token=${session.body.token}&password=${encodeURIComponent(PASSWORD)}`,
    );
    await server.request.get(`${api}/users`).set("Authorization", `Bearer ${session.body.token}x`);
    await server.request.get(`${api}/users`).set("Authorization", authorization).set("Cookie", cookie);
    await server.request.get(`${api}/users/me`).set("Cookie", cookie.replace("session=", "session=x"));
    for (let count = 0; count < 4; count++) await post().send({ ...credentials, password: WRONG_PASSWORD });
  }
  const { id } = registered.body.user;
  await server.request
    .put(`${SESSION}/users/${id}`)
    .set("Cookie", cookie)
    .send({ password: NEW_PASSWORD })
    .expect(200);

  // A fault of the server while it handles the secrets.
  await server.queries.run(sql`ALTER TABLE users RENAME TO people`);
  const fault = { ...credentials, email: "bea@example.com", name: "Bea" };
  await server.request.post(`${BEARER}/auth/register`).send(fault).expect(500);
  await server.request.get(`${SESSION}/auth/me`).set("Cookie", cookie).expect(500);
  await server.request.get(`${BEARER}/users`).set("Authorization", authorization);

  const log = server.logLines.join("");
  expect(server.logLines.length).toBeGreaterThan(30);
  expect(log).toContain("login-failed");
  expect(log).toMatch(/no such table: users|relation .*users.* does not exist/);
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/\$2[aby]\$|set-cookie|authorization|nested|padding/i);
});
