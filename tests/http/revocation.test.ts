import jwt from "jsonwebtoken";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import { afterAll, describe, expect, test, vi } from "vitest";
import { nameOf, sql } from "../../src/database/sql.ts";
import type { Caller } from "../../src/domain/caller.ts";
import { isRevoked, issueTime, revocationTime } from "../../src/domain/user.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { createGate } from "../support/gate.ts";
import { createBearerPerson, withApiToken } from "../support/people.ts";
import { someUser } from "../support/rows.ts";
import { sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const confirming = createGate();
/** Each refresh waits at the gate after its token was checked. */
vi.mock(import("../../src/services/authenticator.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    createAuthenticator(...args) {
      const authenticator = module.createAuthenticator(...args);
      const confirm: typeof authenticator.confirm = async (checked) => {
        await confirming.pass();
        return authenticator.confirm(checked);
      };
      return { ...authenticator, confirm };
    },
  };
});

const hashing = createGate();
const SLOW_PASSWORD = "a slowly hashed password";
/** This password waits at the gate before it is hashed. */
vi.mock(import("../../src/services/passwords.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    createPasswords(...args) {
      const passwords = module.createPasswords(...args);
      const hash: typeof passwords.hash = async (password) => {
        if (password === SLOW_PASSWORD) await hashing.pass();
        return passwords.hash(password);
      };
      return { ...passwords, hash };
    },
  };
});

const NEW_PASSWORD = "another password";
const SESSION = "/session/api/v1";
const BEARER = "/bearer/api/v1";

const server = await startTestServer();
afterAll(() => server.close());

const sessionStatus = async (cookie: string) =>
  (await server.request.get(`${SESSION}/auth/me`).set("Cookie", cookie)).status;
const sessionTokenStatus = async (authorization: string) =>
  (await server.request.get(`${SESSION}/users`).set("Authorization", authorization)).status;
const bearerStatus = async (authorization: string) =>
  (await server.request.get(`${BEARER}/users/me`).set("Authorization", authorization)).status;

describe("a password change that is under way also ends access that is issued for the old password", () => {
  const ROUNDS = 8;

  /** Sends a password change and another request in parallel. */
  async function race<Answer>(request: (email: string) => PromiseLike<Answer>) {
    const { id, email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    const change = server.request
      .put(`${SESSION}/users/${id}`)
      .set("Cookie", cookie)
      .send({ password: NEW_PASSWORD });
    const [changed, answer] = await Promise.all([change, request(email)]);
    expect(changed.status).toBe(200);
    return answer;
  }

  test("by a login of the session API", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { status, body } = await race((email) =>
        server.request.post(`${SESSION}/auth/login`).send({ email, password: PASSWORD }),
      );
      if (status === 200) expect(await sessionTokenStatus(`Bearer ${body.token}`)).toBe(401);
    }
  });

  test("by a login of the bearer API", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { status, body } = await race((email) =>
        server.request.post(`${BEARER}/auth/login`).send({ email, password: PASSWORD }),
      );
      if (status === 200) expect(await bearerStatus(`Bearer ${body.accessToken}`)).toBe(401);
    }
  });

  test("by a refresh", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { status, body } = await race(async (email) => {
        const authorization = await bearerLogin(server, email).catch(() => "Bearer x");
        return server.request.post(`${BEARER}/auth/refresh`).set("Authorization", authorization);
      });
      if (status === 200) expect(await bearerStatus(`Bearer ${body.accessToken}`)).toBe(401);
    }
  });

  test("by a refresh whose token was checked before the change", async () => {
    const { id, email } = await server.createUser();
    const authorization = await bearerLogin(server, email);
    confirming.close();
    const refresh = server.request
      .post(`${BEARER}/auth/refresh`)
      .set("Authorization", authorization)
      .then((answer) => answer);
    await confirming.arrivals(1);
    await server.accounts.update(id, { password: NEW_PASSWORD });
    confirming.open();
    const { status, body } = await refresh;
    expect([status, body.reason]).toEqual([401, "Invalid token: revoked"]);
  });

  test("by a password check that ends while the change is being stored", async () => {
    const { id, email } = await server.createUser();
    const { login } = await server.store.transaction(async ({ users }) => {
      const now = new Date();
      await users.update(id, { accessRevokedAt: revocationTime(now) }, now);
      const check = server.accounts.checkCredentials({ email, password: PASSWORD });
      return { login: check.then(server.store.transaction) };
    });
    const user = await login;
    // Either the check ran after the change, or the change revokes the login.
    const current = await server.accounts.get(id);
    expect(user === undefined || !isRevoked(current, user.authenticatedAt.getTime())).toBe(true);
    expect(user?.accessRevokedAt ?? current.accessRevokedAt).toEqual(current.accessRevokedAt);
  });
});

describe("the time in a token's id", () => {
  const at = (milliseconds: number) => new Date(milliseconds);
  const CHANGE = Date.UTC(2026, 0, 31, 12, 0, 0, 500);

  test("shows within one millisecond whether it was issued before or after a revocation", () => {
    const before = someUser();
    const issuedBefore = issueTime(before, at(CHANGE));
    const after = { ...before, accessRevokedAt: revocationTime(at(CHANGE)) };
    expect(isRevoked(after, issuedBefore.getTime())).toBe(true);
    expect(isRevoked(after, issueTime(after, at(CHANGE)).getTime())).toBe(false);
    // The clock of another machine may be behind.
    expect(isRevoked(after, issueTime(after, at(CHANGE - 2_000)).getTime())).toBe(false);
    // Otherwise tokens of an account would expire a lifetime after its last revocation, not after their issue.
    expect(issueTime(after, at(CHANGE + 2_000))).toEqual(at(CHANGE + 2_000));
  });

  test.each([
    ["a millisecond before it", (revoked: number) => uuidv7({ msecs: revoked - 1 }), 401],
    ["at the same time", (revoked: number) => uuidv7({ msecs: revoked }), 200],
    ["in the same second without an id", () => undefined, 200],
    ["in the same second with an id that contains no time", () => uuidv4(), 200],
    ["in the same second with an id that isn't a string", () => 7 as unknown as string, 200],
  ])("decides about a token issued %s", async (_name, idOf, status) => {
    const { id } = await server.createUser();
    const { accessRevokedAt } = await server.accounts.update(id, { password: NEW_PASSWORD });
    const revoked = accessRevokedAt?.getTime() ?? 0;
    const jti = idOf(revoked);
    const header = { alg: "HS256", ...(jti !== undefined && { jti }) };
    const sign = (claims: object, lifetime: number) =>
      `Bearer ${jwt.sign({ ...claims, exp: Math.floor(revoked / 1000) + lifetime }, TEST_SECRET, { header, noTimestamp: true })}`;
    expect(await bearerStatus(sign({ sub: id }, 3_600))).toBe(status);
    expect(await sessionTokenStatus(sign({ user_id: id }, 86_400))).toBe(status);
  });
});

describe("a deactivation", () => {
  test("ends all access, and a reactivation restores none", async () => {
    const person = await createBearerPerson(server);
    const { id, email } = person.user;
    const script = await withApiToken(server, person);
    const { cookie, token } = await sessionLogin(server, email);
    await server.accounts.deactivate(id);
    await server.accounts.update(id, { isActive: true });
    expect(await bearerStatus(person.credential[1])).toBe(401);
    expect(await bearerStatus(script.credential[1])).toBe(401);
    expect(await sessionTokenStatus(`Bearer ${token}`)).toBe(401);
    expect(await sessionStatus(cookie)).toBe(401);
    for (const table of ["sessions", "user_tokens"] as const) {
      const rows = server.queries.all(sql`SELECT * FROM ${nameOf(table)} WHERE user_id = ${id}`);
      expect(await rows).toEqual([]);
    }
    expect(await bearerStatus(await bearerLogin(server, email))).toBe(200);
  });
});

describe("a password change by", () => {
  const change = (id: string, headers: Record<string, string>) =>
    server.request.put(`${SESSION}/users/${id}`).set(headers).send({ password: NEW_PASSWORD }).expect(200);

  test("a session keeps that session of the user and ends the others", async () => {
    const { id, email } = await server.createUser();
    const [own, other] = [await sessionLogin(server, email), await sessionLogin(server, email)];
    await change(id, { Cookie: own.cookie });
    expect([await sessionStatus(own.cookie), await sessionStatus(other.cookie)]).toEqual([200, 401]);
  });

  test("a token ends every session of the user, even with a session's cookie in the request", async () => {
    const { id, email } = await server.createUser();
    const { cookie, token } = await sessionLogin(server, email);
    await change(id, { Cookie: cookie, Authorization: `Bearer ${token}` });
    expect(await sessionStatus(cookie)).toBe(401);
    expect(await sessionTokenStatus(`Bearer ${token}`)).toBe(401);
  });

  test("an admin ends every session of the user, whatever cookie the request has", async () => {
    const [{ id, email }, admin] = [await server.createUser(), await server.createUser({ role: "admin" })];
    const victim = await sessionLogin(server, email);
    const { token, cookie } = await sessionLogin(server, admin.email);
    await change(id, { Cookie: victim.cookie, Authorization: `Bearer ${token}` });
    expect(await sessionStatus(victim.cookie)).toBe(401);
    expect(await sessionStatus(cookie)).toBe(200);
  });
});

describe("a password that is still being hashed when its caller's access ends", () => {
  /** Requests a change with these headers, ends the access, and then lets the change go on. */
  async function change(id: string, headers: Record<string, string>, endAccess: () => Promise<unknown>) {
    hashing.close();
    const answer = server.request
      .put(`${SESSION}/users/${id}`)
      .set(headers)
      .send({ password: SLOW_PASSWORD })
      .then(({ status, body }) => [status, body]);
    await hashing.arrivals(1);
    await endAccess();
    hashing.open();
    return answer;
  }
  const refusal = (error: string) => [401, { error }];

  test.each([
    ["session", "Unauthorized", ({ cookie }: { cookie: string }) => ({ Cookie: cookie })],
    ["token", "Invalid token", ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` })],
  ])("does not replace the new password that ended the user's %s", async (_name, error, headersOf) => {
    const { id, email } = await server.createUser();
    const stolen = headersOf(await sessionLogin(server, email));
    const rescue = () => server.accounts.update(id, { password: NEW_PASSWORD });
    expect(await change(id, stolen, rescue)).toEqual(refusal(error));
    await server.request.post(`${SESSION}/auth/login`).send({ email, password: NEW_PASSWORD }).expect(200);
  });

  test("is not stored after a logout, or after an admin who sets it is deactivated", async () => {
    const { id, email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    const logOut = async () => server.request.post(`${SESSION}/auth/logout`).set("Cookie", cookie);
    expect(await change(id, { Cookie: cookie }, logOut)).toEqual(refusal("Unauthorized"));
    const admin = await server.createUser({ role: "admin" });
    const { token } = await sessionLogin(server, admin.email);
    const deactivate = () => server.accounts.deactivate(admin.id);
    const answer = await change(id, { Authorization: `Bearer ${token}` }, deactivate);
    expect(answer).toEqual(refusal("User not found"));
    await sessionLogin(server, email);
  });

  test("is not stored after an admin who sets it is demoted, unless it is the admin's own", async () => {
    const { id, email } = await server.createUser();
    const admin = await server.createUser({ role: "admin" });
    const { cookie } = await sessionLogin(server, admin.email);
    const demote = () => server.accounts.update(admin.id, { role: "user" });
    expect(await change(id, { Cookie: cookie }, demote)).toEqual([403, { error: "Forbidden" }]);
    await sessionLogin(server, email);
    await server.accounts.update(admin.id, { role: "admin" });
    expect(await change(admin.id, { Cookie: cookie }, demote)).toMatchObject([
      200,
      { user: { admin: false } },
    ]);
  });

  test("is not stored after the API token of its request is revoked", async () => {
    const { id, email } = await server.createUser();
    const admin = await createBearerPerson(server, "admin");
    const [header, value] = (await withApiToken(server, admin)).credential;
    const revoke = async () => admin.post("/auth/logout").expect(204);
    expect(await change(id, { [header]: value }, revoke)).toEqual(refusal("Invalid token"));
    await sessionLogin(server, email);
  });

  test("is stored if another change by the same session is stored first", async () => {
    const { id, email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    const again = async () =>
      server.request.put(`${SESSION}/users/${id}`).set("Cookie", cookie).send({ password: NEW_PASSWORD });
    expect(await change(id, { Cookie: cookie }, again)).toMatchObject([200, { user: { id } }]);
    expect(await sessionStatus(cookie)).toBe(200);
  });
});

test("an admin who was demoted after the guard makes, changes and deletes no account", async () => {
  const { accounts } = server;
  const [admin, other] = [await createBearerPerson(server, "admin"), await server.createUser()];
  const trail = { caller: { user: admin.user, credential: "jwt" } } as const;
  await accounts.update(admin.user.id, { role: "user" });
  const registration = { email: "late@example.com", name: "Ada", password: PASSWORD };
  for (const act of [
    () => accounts.update(admin.user.id, { role: "admin" }, trail),
    () => accounts.update(other.id, { name: "Renamed" }, trail),
    () => accounts.deactivate(other.id, trail),
    () => accounts.remove(other.id, trail),
    () => accounts.register(registration, { trail }),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: "admin-required" });
  }
  expect(await accounts.get(other.id)).toEqual(other);
  await accounts.update(admin.user.id, { name: "Renamed" }, trail);
});

test("PUT /users/me answers 401 if the account was deleted after its token was checked", async () => {
  const person = await createBearerPerson(server);
  const caller: Caller = { user: person.user, credential: "jwt" };
  await server.accounts.remove(person.user.id);
  for (const changes of [{ name: "Ada" }, { password: NEW_PASSWORD }]) {
    await expect(server.accounts.update(caller.user.id, changes, { caller })).rejects.toMatchObject({
      code: "token-user-not-found",
    });
  }
  await expect(server.accounts.update(caller.user.id, { name: "Ada" })).rejects.toMatchObject({
    code: "user-not-found",
  });
});

test("a registration whose session can't be stored leaves no account, so it can be repeated", async () => {
  const registration = { email: "whole@example.com", name: "Ada", password: PASSWORD };
  const register = () => server.request.post(`${SESSION}/auth/register`).send(registration);
  await server.queries.run(sql`ALTER TABLE sessions RENAME TO sessions_away`);
  const failed = await register();
  await server.queries.run(sql`ALTER TABLE sessions_away RENAME TO sessions`);
  expect([failed.status, failed.headers["set-cookie"]]).toEqual([500, undefined]);
  expect(await server.accounts.findByEmail(registration.email)).toBeUndefined();
  await register().expect(201);
});

describe("a leaked API token", () => {
  const OWN = { error: true, reason: "Not allowed with an API token", code: 403 };
  const FORBIDDEN = { error: "Forbidden" };

  test("can't take over its owner's account by any route of the bearer API", async () => {
    const owner = await createBearerPerson(server, "admin");
    const script = await withApiToken(server, owner);
    const self = `/users/${owner.user.id.toUpperCase()}`;
    await script.put("/users/me").send({ email: "thief@example.com" }).expect(403, OWN);
    await script.put(self).send({ email: "thief@example.com", name: "Thief" }).expect(403, OWN);
    for (const email of ["thief@example.com", "not an email", 5]) {
      await script.put("/users/me").send({ email, name: "" }).expect(403, OWN);
      await script.put(self).send({ email, role: "king" }).expect(403, OWN);
    }
    await script.put("/users/me").send({ email: null, name: "" }).expect(400);
    await script.delete(self).expect(403, OWN);
    await script.post("/auth/refresh").expect(401);
    await script.post("/auth/tokens").expect(401);
    expect(await server.accounts.get(owner.user.id)).toMatchObject({
      email: owner.user.email,
      isActive: true,
    });
    await owner.get("/users/me").expect(200);
  });

  test("can't take over its owner's account by any route of the session API", async () => {
    const owner = await createBearerPerson(server, "admin");
    const [name, value] = (await withApiToken(server, owner)).credential;
    const { id, email } = owner.user;
    const { cookie } = await sessionLogin(server, email);
    for (const base of ["/session/api", SESSION]) {
      const put = (changes: object) =>
        server.request.put(`${base}/users/${id}`).set(name, value).send(changes);
      await put({ password: NEW_PASSWORD }).expect(403, FORBIDDEN);
      await put({ email: "thief@example.com" }).expect(403, FORBIDDEN);
      // Before the rules of the fields.
      await put({ password: "short" }).expect(403, FORBIDDEN);
      await put({ email: "not an email", name: "" }).expect(403, FORBIDDEN);
      await put({ email: ` ${email.toUpperCase()}`, password: null, name: "" }).expect(422);
      await server.request
        .delete(`${base}/users/${id}`)
        .set(name, value)
        .set("Cookie", cookie)
        .expect(403, FORBIDDEN);
    }
    expect(await sessionStatus(cookie)).toBe(200);
    await bearerLogin(server, email);
  });

  test.each([{ password: NEW_PASSWORD }, { email: "thief@example.com", name: "Thief" }])(
    "can't take over another admin's account by %j in either API",
    async (changes) => {
      const script = await withApiToken(server, await createBearerPerson(server, "admin"));
      const [name, value] = script.credential;
      const admin = await server.createUser({ role: "admin" });
      await script
        .put(`/users/${admin.id}`)
        .send({ email: "thief@example.com", ...changes })
        .expect(403, OWN);
      for (const base of ["/session/api", SESSION]) {
        await server.request
          .put(`${base}/users/${admin.id}`)
          .set(name, value)
          .send(changes)
          .expect(403, FORBIDDEN);
      }
      expect(await server.accounts.get(admin.id)).toEqual(admin);
      await script.put(`/users/${admin.id}`).send({ name: "Renamed", email: admin.email }).expect(200);
    },
  );

  test("can't take over an account that becomes an admin's while its new password is hashed", async () => {
    const admin = await createBearerPerson(server, "admin");
    const { id, email } = await server.createUser();
    const script = await withApiToken(server, admin);
    const value = script.credential[1].slice("Bearer ".length);
    const caller: Caller = { user: admin.user, credential: "api-token", value };
    for (const changes of [{ password: NEW_PASSWORD }, { email: "thief@example.com" }]) {
      const change = await server.store.transaction(async ({ users }) => {
        await users.update(id, { role: "admin" }, new Date());
        return { outcome: server.accounts.update(id, changes, { caller }).catch((error: unknown) => error) };
      });
      expect(await change.outcome).toMatchObject({ code: "api-token-not-allowed" });
      expect(await server.accounts.get(id)).toMatchObject({ email });
      await server.accounts.update(id, { role: "user" });
    }
    await bearerLogin(server, email);
  });

  test("can still do everything else that its owner may do", async () => {
    const owner = await createBearerPerson(server, "admin");
    const script = await withApiToken(server, owner);
    await script
      .put("/users/me")
      .send({ name: "Renamed", email: ` ${owner.user.email.toUpperCase()}` })
      .expect(200);
    const other = await server.createUser();
    await script.put(`/users/${other.id}`).send({ email: "moved@example.com" }).expect(200);
    await script.delete(`/users/${other.id}`).expect(204);
  });
});
