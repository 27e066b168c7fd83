import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { linesWith } from "../support/log-lines.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson, withApiToken } from "../support/people.ts";
import { sessionLogin } from "../support/session-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NEW_PASSWORD = "a new horse, no battery";

const server = await startTestServer();
afterAll(() => server.close());

const APIS = [
  {
    name: "PUT /auth/password of the session API",
    path: "/auth/password",
    createPerson: createSessionPerson,
    body: (current: unknown, password: unknown = NEW_PASSWORD) => ({ current_password: current, password }),
    wrong: { status: 422, body: { errors: ["Current password is incorrect"] } },
    common: { status: 422, body: { errors: ["Password is too common"] } },
  },
  {
    name: "PUT /users/me/password of the bearer API",
    path: "/users/me/password",
    createPerson: createBearerPerson,
    body: (current: unknown, password: unknown = NEW_PASSWORD) => ({ currentPassword: current, password }),
    wrong: { status: 403, body: { error: true, reason: "Current password is incorrect", code: 403 } },
    common: {
      status: 400,
      body: { error: true, reason: "Validation failed", code: 400, details: "password is too common" },
    },
  },
];

const logIn = ({ user }: Person, password: string, to: TestServer = server) =>
  to.request.post("/bearer/api/v1/auth/login").send({ email: user.email, password });

describe.each(APIS)("$name", ({ path, createPerson, body, wrong, common }) => {
  test("changes the password of a user who knows the current one, and ends all earlier access", async () => {
    const person = await createPerson(server);
    const { cookie, token } = await sessionLogin(server, person.user.email);
    const { body: answer } = await person.put(path).send(body(PASSWORD)).expect(200);
    expect(answer.user ?? answer).toMatchObject({ id: person.user.id, email: person.user.email });

    await logIn(person, PASSWORD).expect(401);
    await logIn(person, NEW_PASSWORD).expect(200);
    const me = "/session/api/v1/auth/me";
    await server.request.get(me).set("Cookie", cookie).expect(401);
    await server.request.get("/session/api/v1/posts").set("Authorization", `Bearer ${token}`).expect(401);
    expect(linesWith(server, { event: "password-change", userId: person.user.id })).toHaveLength(1);
  });

  test("counts a wrong current password as a failed login", async () => {
    const strict = await openTestServer({ RATE_LIMIT_LOGIN: "2/1h" });
    const person = await createPerson(strict);
    for (let count = 0; count < 2; count++) {
      const answer = await person.put(path).send(body("wrong password"));
      expect({ status: answer.status, body: answer.body }).toEqual(wrong);
    }
    await person.put(path).send(body(PASSWORD)).expect(429);
    await logIn(person, PASSWORD, strict).expect(429);
    expect(linesWith(strict, { event: "login-failed" })).toHaveLength(2);
  });

  test("does not count a current password that no account can have as a failed login", async () => {
    const strict = await openTestServer({ RATE_LIMIT_LOGIN: "1/1h" });
    const person = await createPerson(strict);
    for (const text of ["a password\0", "a password\uD800"]) {
      const answer = await person.put(path).send(body(text)).expect(common.status);
      expect(JSON.stringify(answer.body)).toMatch(
        /Current password is invalid|currentPassword must not contain/,
      );
    }
    await person.put(path).send(body(PASSWORD)).expect(200);
  });

  test("accepts only one of two changes with the same current password", async () => {
    const person = await createPerson(server);
    const passwords = ["the first new one", "the second new one"];
    const answers = await Promise.all(passwords.map((text) => person.put(path).send(body(PASSWORD, text))));
    const logins = await Promise.all(passwords.map((text) => logIn(person, text)));
    const won = answers.map(({ status }) => status === 200);
    expect(won.toSorted()).toEqual([false, true]);
    expect(logins.map(({ status }) => status === 200)).toEqual(won);
  });

  test("validates the new password and requires the current one before it checks anything", async () => {
    const person = await createPerson(server);
    const status = wrong.status === 422 ? 422 : 400;
    await person.put(path).send(body(PASSWORD, "short")).expect(status);
    await person.put(path).send({ password: NEW_PASSWORD }).expect(status);
    await person.put(path).send(body("", NEW_PASSWORD)).expect(status);
    await logIn(person, PASSWORD).expect(200);
  });

  test("refuses API tokens, whatever the body", async () => {
    const owner = await createBearerPerson(server);
    const base = path.startsWith("/auth") ? "/session/api/v1" : "/bearer/api/v1";
    const script = await withApiToken(server, owner, base);
    for (const sent of [body(PASSWORD), {}, "no JSON"]) await script.put(path).send(sent).expect(403);
    await logIn(owner, PASSWORD).expect(200);
  });

  test("refuses a password of PASSWORD_BLOCKLIST in any Unicode form", async () => {
    const file = join(temporaryFolder(), "common.txt");
    // Some editors save it with a byte order mark.
    writeFileSync(file, "\uFEFFcorrect horse\r\ncafé au lait\n\n");
    const strict = await openTestServer({ PASSWORD_BLOCKLIST: file });
    const person = await createPerson(strict);
    for (const password of ["correct horse", "café au lait".normalize("NFD")]) {
      const answer = await person.put(path).send(body(PASSWORD, password));
      expect({ status: answer.status, body: answer.body }).toEqual(common);
    }
    await person.put(path).send(body(PASSWORD, "correct horses")).expect(200);
  });
});

test("every route that sets a password refuses one of PASSWORD_BLOCKLIST, and an existing one still logs in", async () => {
  const file = join(temporaryFolder(), "common.txt");
  writeFileSync(file, PASSWORD);
  const settings = { DATABASE_URL: `file:${join(temporaryFolder(), "groundwork.db")}` };
  const lenient = await openTestServer(settings);
  const { email, id } = await lenient.createUser({ role: "admin" });
  await lenient.close();

  const strict = await openTestServer({ ...settings, PASSWORD_BLOCKLIST: file });
  const { cookie } = await sessionLogin(strict, email);
  const newAccount = { email: "new@example.com", name: "Ada", password: PASSWORD };
  const common = { errors: ["Password is too common"] };
  const session = (method: "post" | "put", path: string) =>
    strict.request[method](`/session/api${path}`).set("Cookie", cookie);
  await session("post", "/v1/auth/register").send(newAccount).expect(422, common);
  await session("post", "/v1/users").send(newAccount).expect(422, common);
  await session("put", `/v1/users/${id}`).send({ password: PASSWORD }).expect(422, common);
  await session("put", `/users/${id}`)
    .send({ password: PASSWORD })
    .expect(422, { errors: { password: ["is too common"] } });
  const { body } = await strict.request.post("/bearer/api/v1/auth/register").send(newAccount).expect(400);
  expect(body.details).toBe("password is too common");
});

test("a password of PASSWORD_BLOCKLIST is reported with the body's other errors, in field order", async () => {
  const file = join(temporaryFolder(), "common.txt");
  writeFileSync(file, `${PASSWORD}\nqwerty\n`);
  const strict = await openTestServer({ PASSWORD_BLOCKLIST: file });
  const user = await strict.createUser({ role: "admin" });
  const invalid = { email: user.email, name: "", password: "qwerty" };
  const { cookie } = await sessionLogin(strict, user.email);
  await strict.request
    .post("/session/api/v1/users")
    .set("Cookie", cookie)
    .send(invalid)
    .expect(422, {
      errors: [
        "Email has already been taken",
        "Name can't be blank",
        "Password is too short (minimum is 8 characters)",
        "Password is too common",
      ],
    });
  const { body } = await strict.request
    .post("/bearer/api/v1/auth/register")
    .send({ ...invalid, email: "x", password: PASSWORD })
    .expect(400);
  expect(body.details).toBe(
    "email is not a valid email address; password is too common; name must not be empty",
  );
});

test("PASSWORD_BLOCKLIST is consulted only for callers who may set the password", async () => {
  const file = join(temporaryFolder(), "common.txt");
  writeFileSync(file, NEW_PASSWORD);
  const strict = await openTestServer({ PASSWORD_BLOCKLIST: file });
  const admin = await createBearerPerson(strict, "admin");
  const other = await strict.createUser({ role: "admin" });
  const script = await withApiToken(strict, admin, "/session/api/v1");
  const user = await createSessionPerson(strict);
  const common = { password: NEW_PASSWORD };
  for (const sent of [common, { password: "short" }, { email: "no address" }]) {
    await script.put(`/users/${other.id}`).send(sent).expect(403);
  }
  await user.put(`/users/${other.id}`).send(common).expect(403);
  const session = "/session/api/v1";
  await strict.request.post(`${session}/users`).send(common).expect(401);
  await strict.request
    .post(`${session}/auth/password/reset`)
    .send({ ...common, token: "no token" })
    .expect(401);
});

test("a PASSWORD_BLOCKLIST that can't be read prevents the start", () => {
  expect(() => readConfig({ JWT_SECRET: TEST_SECRET, PASSWORD_BLOCKLIST: "/nowhere/list.txt" })).toThrow(
    /^PASSWORD_BLOCKLIST can't be read: ENOENT/,
  );
});
