import jwt from "jsonwebtoken";
import { afterAll, describe, expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { UNKNOWN_ID } from "../support/ids-and-times.ts";
import { sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const auth = (path: string) => `/bearer/api/v1/auth/${path}`;
const me = (authorization: string) =>
  server.request.get("/bearer/api/v1/users/me").set("Authorization", authorization);
const refusal = (code: number, reason: string, details?: string) => ({
  error: true,
  reason,
  code,
  ...(details && { details }),
});

describe("POST /auth/register", () => {
  test("answers 200 with a user of the role user", async () => {
    const { body } = await server.request
      .post(auth("register"))
      .send({ email: " New@Example.com", name: "N", password: PASSWORD, role: "admin", isAdmin: true })
      .expect(200);
    expect(body).toEqual({
      id: expect.any(String),
      email: "new@example.com",
      name: "N",
      role: "user",
      createdAt: expect.any(String),
    });
    const stored = await server.accounts.get(body.id);
    expect(stored.passwordHash).toMatch(/^\$2[aby]\$04\$/);
  });

  test("answers 409 for a registered email, in any spelling", async () => {
    const { email } = await server.createUser();
    const attributes = { email: email.toUpperCase(), name: "Twin", password: PASSWORD };
    await server.request
      .post(auth("register"))
      .send(attributes)
      .expect(409, refusal(409, "Email already registered"));
  });

  test("accepts one of many simultaneous registrations of an email", async () => {
    const attributes = { email: "race@example.com", name: "Racer", password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.request.post(auth("register")).send(attributes)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
  });

  test.each([
    [{}, "email is required; password is required; name is required"],
    [
      { email: 1, password: [], name: {} },
      "email must be a string; password must be a string; name must be a string",
    ],
    [
      { email: "x", password: "1234567", name: "" },
      "email is not a valid email address; password must be at least 8 characters; name must not be empty",
    ],
    [{ email: "a@b.co", password: "é".repeat(37), name: "A" }, "password must be at most 72 bytes"],
    [
      { email: "a@b.co", password: "12345678\u0000", name: "\ud800" },
      "password must not contain U+0000 or a lone surrogate; name must not contain U+0000 or a lone surrogate",
    ],
  ])("answers 400 for %j and names each invalid field", async (attributes, details) => {
    const { body } = await server.request.post(auth("register")).send(attributes).expect(400);
    expect(body).toEqual(refusal(400, "Validation failed", details));
  });

  test("accepts a password of exactly 72 bytes", async () => {
    const attributes = { email: "seventy-two@example.com", name: "Long", password: "é".repeat(36) };
    await server.request.post(auth("register")).send(attributes).expect(200);
    const changed = { email: attributes.email, password: `${"é".repeat(35)}xx` };
    await server.request.post(auth("login")).send(changed).expect(401);
  });
});

describe("POST /auth/login", () => {
  test("answers with a token that is valid for an hour and not cacheable", async () => {
    const { id, email } = await server.createUser();
    const before = Math.floor(Date.now() / 1000);
    const answer = await server.request
      .post(auth("login"))
      .send({ email: ` ${email}`, password: PASSWORD })
      .expect(200);
    expect(answer.body).toEqual({ accessToken: expect.any(String), tokenType: "Bearer", expiresIn: 3600 });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["set-cookie"]).toEqual([expect.stringMatching(/^device=/)]);
    const { sub, exp, ...others } = jwt.verify(answer.body.accessToken, TEST_SECRET) as jwt.JwtPayload;
    expect(sub).toBe(id);
    expect((exp ?? 0) - before - 3600).toBeLessThanOrEqual(2);
    expect(others).toEqual({});
  });

  test("sets isAdmin only in the token of an admin", async () => {
    const { email } = await server.createUser({ role: "admin" });
    const { body } = await server.request.post(auth("login")).send({ email, password: PASSWORD }).expect(200);
    expect(jwt.decode(body.accessToken)).toMatchObject({ isAdmin: true });
  });

  test.each([
    [{}, "email is required; password is required"],
    [{ email: "x", password: "" }, "email is not a valid email address; password must not be empty"],
    [{ email: "a@b.co", password: 5 }, "password must be a string"],
    [{ email: null, password: null }, "email is required; password is required"],
  ])("answers 400 for %j", async (credentials, details) => {
    const { body } = await server.request.post(auth("login")).send(credentials).expect(400);
    expect(body).toEqual(refusal(400, "Validation failed", details));
  });

  test.each(["wrong password", "short", "x".repeat(73), `${PASSWORD}\u0000`])(
    "answers 401 for the wrong password %j",
    async (password) => {
      const { email } = await server.createUser();
      const { body, headers } = await server.request
        .post(auth("login"))
        .send({ email, password })
        .expect(401);
      expect(body).toEqual(refusal(401, "Invalid credentials"));
      expect(headers["www-authenticate"]).toMatch(/^Bearer /);
    },
  );

  test("accepts an account that was created through the session API", async () => {
    const attributes = { email: "both@example.com", name: "Both", password: PASSWORD };
    await server.request.post("/session/api/v1/auth/register").send(attributes).expect(201);
    await me(await bearerLogin(server, attributes.email)).expect(200);
    await sessionLogin(server, attributes.email);
  });
});

describe("a token", () => {
  const sign = (claims: object) =>
    `Bearer ${jwt.sign(claims, TEST_SECRET, { algorithm: "HS256", noTimestamp: true })}`;
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  test.each(["", "Bearer", "Bearer ", "Basic YTpi", "Token x"])("is missing in %j", async (authorization) => {
    const { body } = await me(authorization).expect(401);
    expect(body).toEqual(refusal(401, "Missing authorization token"));
  });

  test("is refused if its subject isn't a UUID, like a token of the session API", async () => {
    const { email } = await server.createUser();
    const { token } = await sessionLogin(server, email);
    for (const authorization of [
      sign({ sub: "7", exp: inAnHour() }),
      sign({ exp: inAnHour() }),
      `Bearer ${token}`,
    ]) {
      await me(authorization).expect(401, refusal(401, "Invalid token payload"));
    }
  });

  test("of an unknown user is refused", async () => {
    const authorization = sign({ sub: UNKNOWN_ID, exp: inAnHour() });
    await me(authorization).expect(401, refusal(401, "User not found or inactive"));
  });

  test("is refused if it was issued before the second of a password change", async () => {
    const { id } = await server.createUser();
    await server.accounts.update(id, { password: "another password" });
    const { body } = await me(sign({ sub: id, exp: inAnHour() - 10 })).expect(401);
    expect(body.reason).toMatch(/^Invalid token: /);
    await me(sign({ sub: id, exp: inAnHour() })).expect(200);
  });
});

describe("refresh and logout", () => {
  test("refresh answers with a new token", async () => {
    const { email } = await server.createUser();
    const authorization = await bearerLogin(server, email);
    const { body, headers } = await server.request
      .post(auth("refresh"))
      .set("Authorization", authorization)
      .expect(200);
    expect(body).toEqual({ accessToken: expect.any(String), tokenType: "Bearer", expiresIn: 3600 });
    expect(headers["cache-control"]).toBe("no-store");
    await me(`Bearer ${body.accessToken}`).expect(200);
  });

  test("refresh answers with a new token even in the second of the login, with the same three claims", async () => {
    const { email } = await server.createUser({ role: "admin" });
    const authorization = await bearerLogin(server, email);
    const refresh = () => server.request.post(auth("refresh")).set("Authorization", authorization);
    const answers = [await refresh(), await refresh(), await refresh()];
    const tokens = answers.map(({ body }) => `Bearer ${body.accessToken}`);
    expect(new Set([authorization, ...tokens]).size).toBe(4);
    for (const token of tokens) {
      expect(Object.keys(jwt.decode(token.slice(7), { json: true }) ?? {})).toEqual([
        "sub",
        "isAdmin",
        "exp",
      ]);
    }
  });

  test("logout answers 204, and the token remains valid until it expires", async () => {
    const { email } = await server.createUser();
    const authorization = await bearerLogin(server, email);
    await server.request.post(auth("logout")).set("Authorization", authorization).expect(204, "");
    await me(authorization).expect(200);
  });

  test.each(["refresh", "logout"])("%s requires a token", async (path) => {
    await server.request.post(auth(path)).expect(401, refusal(401, "Missing authorization token"));
  });
});
