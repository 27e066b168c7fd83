import { afterAll, expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { linesWith } from "../support/log-lines.ts";
import { sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** The audit lines of one request. */
const auditOf = (headers: Record<string, unknown>) =>
  linesWith(server, { msg: "audit", requestId: headers["x-request-id"] });

const line = (details: object) =>
  expect.objectContaining({
    time: expect.any(Number),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    address: expect.stringMatching(/127\.0\.0\.1$/),
    ...details,
  });

test.each(["/session/api/v1/auth/login", "/bearer/api/v1/auth/login"])(
  "%s writes one audit line for a login and one for a failed login",
  async (path) => {
    const { id, email } = await server.createUser();
    const good = await server.request.post(path).send({ email, password: PASSWORD });
    expect(auditOf(good.headers)).toEqual([line({ event: "login", userId: id })]);
    const bad = await server.request.post(path).send({ email, password: "wrong password" });
    expect(auditOf(bad.headers)).toEqual([line({ event: "login-failed", userId: id })]);
    const unknown = await server.request.post(path).send({ email: "nobody@example.com", password: PASSWORD });
    expect(auditOf(unknown.headers)).toEqual([line({ event: "login-failed" })]);
    expect(auditOf(unknown.headers)[0]).not.toHaveProperty("userId");
  },
);

test("an audit line for a refusal names the user if known", async () => {
  const { id, email } = await server.createUser();
  const other = await server.createUser();
  const authorization = await bearerLogin(server, email);
  const bearer = await server.request
    .delete(`/bearer/api/v1/users/${other.id}`)
    .set("Authorization", authorization);
  const { cookie } = await sessionLogin(server, email);
  const session = await server.request.delete(`/session/api/v1/users/${other.id}`).set("Cookie", cookie);
  for (const { status, headers } of [bearer, session]) {
    expect(status).toBe(403);
    expect(auditOf(headers)).toEqual([line({ event: "refused", status: 403, userId: id })]);
  }
  const foreign = await server.request
    .post("/session/api/v1/auth/logout")
    .set("Sec-Fetch-Site", "cross-site");
  expect(auditOf(foreign.headers)).toEqual([line({ event: "refused", status: 403 })]);
});

test("a login or registration that ends the browser's previous session also writes an audit line for that", async () => {
  const before = await server.createUser();
  const { email, id } = await server.createUser();
  const { cookie } = await sessionLogin(server, before.email);
  const login = () =>
    server.request
      .post("/session/api/v1/auth/login")
      .set("Cookie", cookie)
      .send({ email, password: PASSWORD });
  expect(auditOf((await login()).headers)).toEqual([
    line({ event: "session-end", userId: before.id }),
    line({ event: "login", userId: id }),
  ]);
  // That session is over.
  expect(auditOf((await login()).headers)).toEqual([line({ event: "login", userId: id })]);

  const other = await sessionLogin(server, before.email);
  const registered = await server.request
    .post("/session/api/v1/auth/register")
    .set("Cookie", other.cookie)
    .send({ email: "dora@example.com", name: "Dora", password: PASSWORD });
  expect(auditOf(registered.headers)).toEqual(
    expect.arrayContaining([
      line({ event: "session-end", userId: before.id }),
      line({ event: "registration", userId: registered.body.user.id }),
    ]),
  );
});

test("a registration, deactivation, deletion, new password or new email each writes one audit line", async () => {
  const admin = await server.createUser({ role: "admin" });
  const authorization = await bearerLogin(server, admin.email);
  const attributes = { email: "bea@example.com", name: "Bea", password: PASSWORD };
  const registered = await server.request.post("/session/api/v1/auth/register").send(attributes);
  const { id } = registered.body.user;
  expect(auditOf(registered.headers)).toEqual([line({ event: "registration", userId: id })]);

  const { token } = await sessionLogin(server, admin.email);
  const created = await server.request
    .post("/session/api/v1/users")
    .set("Authorization", `Bearer ${token}`)
    .send({ ...attributes, email: "cleo@example.com" });
  expect(auditOf(created.headers)).toEqual([
    line({ event: "registration", userId: created.body.user.id, by: admin.id }),
  ]);

  const { cookie } = await sessionLogin(server, attributes.email);
  const changed = await server.request
    .put(`/session/api/v1/users/${id}`)
    .set("Cookie", cookie)
    .send({ password: "another password" });
  expect(auditOf(changed.headers)).toEqual([line({ event: "password-change", userId: id })]);
  expect(auditOf(changed.headers)[0]).not.toHaveProperty("by");

  const moved = await server.request
    .put(`/session/api/v1/users/${id}`)
    .set("Cookie", cookie)
    .send({ email: "BEA@example.org", name: "Bea" });
  expect(auditOf(moved.headers)).toEqual([line({ event: "email-change", userId: id })]);
  const movedBack = await server.request
    .put(`/bearer/api/v1/users/${id}`)
    .set("Authorization", authorization)
    .send({ email: attributes.email });
  expect(auditOf(movedBack.headers)).toEqual([line({ event: "email-change", userId: id, by: admin.id })]);
  const renamed = await server.request
    .put("/bearer/api/v1/users/me")
    .set("Authorization", authorization)
    .send({ name: "Root", email: admin.email });
  expect(auditOf(renamed.headers)).toEqual([]);

  const deactivated = await server.request
    .delete(`/bearer/api/v1/users/${id}`)
    .set("Authorization", authorization);
  expect(auditOf(deactivated.headers)).toEqual([line({ event: "deactivation", userId: id, by: admin.id })]);

  const deleted = await server.request
    .delete(`/session/api/v1/users/${id}`)
    .set("Authorization", `Bearer ${token}`);
  expect(auditOf(deleted.headers)).toEqual([line({ event: "deletion", userId: id, by: admin.id })]);
});
