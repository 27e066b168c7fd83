import jwt from "jsonwebtoken";
import { afterAll, describe, expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { cookieOf, sessionCookieLines, sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const auth = (path: string) => `/session/api/v1/auth/${path}`;
const me = (cookie: string) => server.request.get(auth("me")).set("Cookie", cookie);

describe("POST /auth/register", () => {
  test("answers 201 with the user and starts a session", async () => {
    const attributes = { email: "new@example.com", name: "New", password: PASSWORD };
    const { body, headers } = await server.request.post(auth("register")).send(attributes).expect(201);
    expect(body.user).toMatchObject({ email: "new@example.com", admin: false });
    expect(body.token).toBeUndefined();
    await me(cookieOf(headers)).expect(200, body);
  });

  test("answers 422 with all messages and starts no session", async () => {
    const { body, headers } = await server.request.post(auth("register")).send({ email: "x" }).expect(422);
    expect(body.errors).toEqual(["Email is invalid", "Name can't be blank", "Password can't be blank"]);
    expect(headers["set-cookie"]).toBeUndefined();
  });
});

describe("POST /auth/login", () => {
  test("answers with the user and a token with two claims, and starts a session", async () => {
    const { id, email } = await server.createUser();
    const before = Math.floor(Date.now() / 1000);
    const { body, headers } = await server.request
      .post(auth("login"))
      .send({ email: ` ${email.toUpperCase()}`, password: PASSWORD })
      .expect(200);
    const { header, payload } = jwt.verify(body.token, TEST_SECRET, {
      complete: true,
      algorithms: ["HS256"],
    });
    const { exp, ...claims } = payload as jwt.JwtPayload;
    expect(header.alg).toBe("HS256");
    expect(claims).toEqual({ user_id: id });
    expect((exp ?? 0) - before - 86_400).toBeLessThanOrEqual(2);
    expect(body.user.id).toBe(id);
    await me(cookieOf(headers)).expect(200);
  });

  test("sets a cookie that scripts, other paths and cross-site requests don't get", async () => {
    const { email } = await server.createUser();
    const { headers } = await server.request.post(auth("login")).send({ email, password: PASSWORD });
    const lines = sessionCookieLines(headers);
    expect(lines.map((line) => line.split("=", 1)[0])).toEqual(["session", "session.sig"]);
    for (const line of lines) {
      expect(line).toMatch(/; path=\/session;/);
      expect(line).toMatch(/; samesite=lax; httponly$/);
      const days = (Date.parse(/expires=([^;]+)/.exec(line)?.[1] ?? "") - Date.now()) / 86_400_000;
      expect(Math.round(days)).toBe(14);
    }
  });

  const long = "x".repeat(73);
  test.each([
    [{}],
    [{ email: "nobody@example.com", password: PASSWORD }],
    [{ email: "known@example.com", password: "wrong password" }],
    [{ email: "known@example.com", password: PASSWORD.toUpperCase() }],
    [{ email: "known@example.com", password: ` ${PASSWORD}` }],
    [{ email: "known@example.com" }],
    [{ email: "known@example.com", password: 12_345_678 }],
    [{ email: "known@example.com", password: long }],
    [{ email: "known@example.com", password: `${PASSWORD}\u0000` }],
    [{ email: ["known@example.com"], password: PASSWORD }],
    [{ email: "known@example.com\u0000", password: PASSWORD }],
  ])("answers 401 for %j", async (credentials) => {
    if (!(await server.accounts.findByEmail("known@example.com")))
      await server.createUser({ email: "known@example.com" });
    const { body, headers } = await server.request.post(auth("login")).send(credentials).expect(401);
    expect(body).toEqual({ error: "Invalid credentials" });
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test("ends the session that the browser still had", async () => {
    const { email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    await server.request
      .post(auth("login"))
      .set("Cookie", cookie)
      .send({ email, password: PASSWORD })
      .expect(200);
    await me(cookie).expect(401);
  });
});

describe("a session", () => {
  test("ends permanently at logout, also for a copy of its cookie, and other sessions continue", async () => {
    const { email } = await server.createUser();
    const one = await sessionLogin(server, email);
    const other = await sessionLogin(server, email);
    expect(one.cookie).not.toBe(other.cookie);
    const { body, headers } = await server.request.post(auth("logout")).set("Cookie", one.cookie).expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    expect(cookieOf(headers)).toMatch(/^session=;/);
    await me(one.cookie).expect(401, { error: "Unauthorized" });
    await me(other.cookie).expect(200);
  });

  test("isn't needed to log out", async () => {
    await server.request.post(auth("logout")).expect(200);
  });

  test("isn't opened by a bearer token, which GET /auth/me ignores", async () => {
    const { email } = await server.createUser();
    const { cookie, token } = await sessionLogin(server, email);
    await server.request
      .get(auth("me"))
      .set("Authorization", `Bearer ${token}`)
      .expect(401, { error: "Unauthorized" });
    await me(cookie).set("Authorization", "Bearer nonsense").expect(200);
  });
});

describe("a bearer token", () => {
  const list = (authorization: string) =>
    server.request.get("/session/api/v1/users").set("Authorization", authorization);
  const claims = (id: string) => ({ user_id: id, exp: Math.floor(Date.now() / 1000) + 3600 });
  const sign = (payload: object) => jwt.sign(payload, TEST_SECRET, { algorithm: "HS256", noTimestamp: true });

  test("is accepted on routes that need a login, with its scheme in any case", async () => {
    const { email } = await server.createUser();
    const { token } = await sessionLogin(server, email);
    for (const scheme of ["Bearer", "bearer", "BEARER"]) await list(`${scheme} ${token}`).expect(200);
  });

  test("takes precedence over a cookie", async () => {
    const { email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    await list("Bearer").set("Cookie", cookie).expect(401, { error: "Missing token" });
    await list("Bearer x").set("Cookie", cookie).expect(401, { error: "Invalid token" });
    await list("Basic x").set("Cookie", cookie).expect(200);
  });

  test("that is invalid is refused even by routes that need no login, and changes nothing there", async () => {
    const { email } = await server.createUser();
    const { cookie, token } = await sessionLogin(server, email);
    const send = (path: string, authorization: string, body: object = {}) =>
      server.request.post(auth(path)).set("Cookie", cookie).set("Authorization", authorization).send(body);
    const newcomer = { email: `new-${email}`, name: "Newcomer", password: PASSWORD };
    for (const path of ["login", "register", "logout", "password/reset"]) {
      await send(path, "Bearer", newcomer).expect(401, { error: "Missing token" });
      await send(path, "Bearer x", newcomer).expect(401, { error: "Invalid token" });
    }
    await me(cookie).expect(200);
    expect(await server.accounts.findByEmail(newcomer.email)).toBeUndefined();

    await send("login", `Bearer ${token}`, { email, password: "wrong" }).expect(401, {
      error: "Invalid credentials",
    });
    await send("register", `Bearer ${token}`, newcomer).expect(201);
    await send("logout", `Bearer ${token}`).expect(200);
  });

  test("of the bearer API is refused", async () => {
    const { email } = await server.createUser();
    await list(await bearerLogin(server, email)).expect(401, { error: "Invalid token" });
  });

  test("names no user with an id of another form", async () => {
    const { id } = await server.createUser();
    const { exp } = claims(id);
    for (const userId of [7, "7", null, {}, [id]]) {
      await list(`Bearer ${sign({ user_id: userId, exp })}`).expect(401, { error: "User not found" });
    }
  });

  test("is refused if its user is deleted or inactive", async () => {
    const gone = await server.createUser();
    const inactive = await server.createUser();
    await server.accounts.remove(gone.id);
    await server.accounts.deactivate(inactive.id);
    for (const { id } of [gone, inactive]) {
      await list(`Bearer ${sign(claims(id))}`).expect(401, { error: "User not found" });
    }
  });

  test("is refused if it was issued before the second of a password change", async () => {
    const { id } = await server.createUser();
    const issuedAgo = (seconds: number) =>
      sign({ user_id: id, exp: Math.floor(Date.now() / 1000) + 86_400 - seconds });
    await server.accounts.update(id, { password: "another password" });
    await list(`Bearer ${issuedAgo(10)}`).expect(401, { error: "Invalid token" });
    await list(`Bearer ${issuedAgo(0)}`).expect(200);
  });
});
