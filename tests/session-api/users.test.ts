import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { TIMESTAMP, UNKNOWN_ID, UUID } from "../support/ids-and-times.ts";
import { sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer({ SESSION_API_ACCESS: "open" });
afterAll(() => server.close());
const users = (path = "") => `/session/api/v1/users${path}`;
const uniqueEmail = () => `${Math.random().toString(36).slice(2)}@example.com`;

describe("POST /users", () => {
  test("answers 201 with the user, and the email is lower-cased and trimmed", async () => {
    const { body, headers } = await server.request
      .post(users())
      .send({ email: "  Grace@Example.COM ", name: "  Grace Hopper ", password: PASSWORD })
      .expect(201);
    expect(body).toEqual({
      user: {
        id: expect.stringMatching(UUID),
        email: "grace@example.com",
        name: "Grace Hopper",
        admin: false,
        created_at: expect.stringMatching(TIMESTAMP),
      },
    });
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test.each([
    [{}, ["Email can't be blank", "Name can't be blank", "Password can't be blank"]],
    [
      { email: null, name: " ", password: "" },
      ["Email can't be blank", "Name can't be blank", "Password can't be blank"],
    ],
    [{ email: 5, name: [], password: {} }, ["Email is invalid", "Name is invalid", "Password is invalid"]],
    [
      { email: "nobody", name: "A", password: "1234567" },
      [
        "Email is invalid",
        "Name is too short (minimum is 2 characters)",
        "Password is too short (minimum is 8 characters)",
      ],
    ],
    [
      { email: "a@b", name: "x".repeat(101), password: "x".repeat(73) },
      [
        "Email is invalid",
        "Name is too long (maximum is 100 characters)",
        "Password is too long (maximum is 72 bytes)",
      ],
    ],
    [
      { email: "a\u0000@b.co", name: "nul\u0000", password: "12345678\ud800" },
      ["Email is invalid", "Name is invalid", "Password is invalid"],
    ],
  ])("refuses %j with every message that applies, in field order", async (attributes, errors) => {
    const { body } = await server.request.post(users()).send(attributes).expect(422);
    expect(body).toEqual({ errors });
  });

  test("reports a taken email together with the other errors", async () => {
    const { email } = await server.createUser();
    const attributes = { email: email.toUpperCase(), name: "", password: "short" };
    const { body } = await server.request.post(users()).send(attributes).expect(422);
    expect(body.errors).toEqual([
      "Email has already been taken",
      "Name can't be blank",
      "Password is too short (minimum is 8 characters)",
    ]);
  });

  test("never assigns admin, role, active, id or a prototype from the body", async () => {
    const attributes = `{"email":"${uniqueEmail()}","name":"Eve","password":"${PASSWORD}","admin":true,"role":"admin",
      "active":false,"is_active":false,"id":"${UNKNOWN_ID}","__proto__":{"admin":true}}`;
    const { body } = await server.request.post(users()).send(attributes).expect(201);
    expect(body.user.admin).toBe(false);
    expect(body.user.id).not.toBe(UNKNOWN_ID);
    expect(await server.accounts.get(body.user.id)).toMatchObject({ role: "user", isActive: true });
  });

  test("counts the lengths of names and passwords in code points, and of long passwords in bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 104 }),
        fc.integer({ min: 6, max: 20 }),
        async (nameLength, passwordLength) => {
          const attributes = {
            email: uniqueEmail(),
            name: "🦊".repeat(nameLength),
            password: "🔑".repeat(passwordLength),
          };
          const isValid =
            nameLength >= 2 && nameLength <= 100 && passwordLength >= 8 && passwordLength * 4 <= 72;
          const { status } = await server.request.post(users()).send(attributes);
          expect(status).toBe(isValid ? 201 : 422);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("accepts any well-formed email address", async () => {
    await fc.assert(
      fc.asyncProperty(fc.emailAddress(), async (email) => {
        const { status, body } = await server.request
          .post(users())
          .send({ email, name: "Ada", password: PASSWORD });
        expect(status === 201 || body.errors[0] === "Email has already been taken").toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("accepts one of many simultaneous registrations of an email", async () => {
    const attributes = { email: uniqueEmail(), name: "Twin", password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.request.post(users()).send(attributes)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body).toEqual({
      errors: ["Email has already been taken"],
    });
  });
});

describe("GET /users", () => {
  test("answers with one user by id, in any spelling of the id", async () => {
    const { id, email } = await server.createUser();
    const { body } = await server.request.get(users(`/${id.toUpperCase()}`)).expect(200);
    expect(body.user).toMatchObject({ id, email });
    expect(Object.keys(body.user).sort()).toEqual(["admin", "created_at", "email", "id", "name"]);
  });

  test.each([UNKNOWN_ID, "1", "me", "1e3", "%00", "x".repeat(10_000), "%2e%2e"])(
    "answers 404 for the id %s",
    async (id) => {
      const { body } = await server.request.get(users(`/${id}`)).expect(404);
      expect(body).toEqual({ error: "User not found" });
    },
  );

  test("answers 404 for a bad percent escape", async () => {
    const { body } = await server.request.get(users("/%E0%A4%A")).expect(404);
    expect(body).toEqual({ error: "Not found" });
  });

  test("lists all users, oldest first, including inactive ones, without a query", async () => {
    const first = await server.createUser();
    const second = await server.createUser();
    await server.accounts.deactivate(first.id);
    const { body, headers } = await server.request.get(users()).expect(200);
    const ids = body.users.map((user: { id: string }) => user.id);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    expect(ids).toEqual([...ids].sort());
  });

  test("paginates on request, clamps values out of range and ignores values that aren't whole numbers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: -9, max: 300 }).map(String),
          fc.constantFrom("abc", "", "1.5", "1e3", "0x10", "9".repeat(30)),
        ),
        fc.oneof(fc.integer({ min: -9, max: 300 }).map(String), fc.constantFrom("abc", "", "2.5", " 5")),
        async (page, perPage) => {
          const { body } = await server.request.get(users()).query({ page, per_page: perPage }).expect(200);
          const { meta, items } = body;
          const asked = (text: string, fallback: number) =>
            /^-?\d+$/.test(text) ? Math.max(1, Number(text)) : fallback;
          expect(meta.per_page).toBe(Math.min(asked(perPage, 20), 100));
          if (page.length < 10) expect(meta.page).toBe(asked(page, 1));
          expect(meta.total_pages).toBe(Math.ceil(meta.total / meta.per_page));
          expect(items.length).toBe(
            Math.max(0, Math.min(meta.per_page, meta.total - (meta.page - 1) * meta.per_page)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("uses the defaults for a query value that is missing or given twice", async () => {
    const { body } = await server.request.get(users("?per_page=3")).expect(200);
    expect(body.meta).toMatchObject({ page: 1, per_page: 3 });
    const twice = await server.request.get(users("?page=1&page=2")).expect(200);
    expect(twice.body.meta).toMatchObject({ page: 1, per_page: 20 });
  });
});

describe("PUT /users/:id", () => {
  test("changes only the given fields", async () => {
    const { id, email } = await server.createUser();
    const { body } = await server.request
      .put(users(`/${id}`))
      .send({ name: "Countess" })
      .expect(200);
    expect(body.user).toMatchObject({ id, email, name: "Countess" });
    await server.request
      .put(users(`/${id}`))
      .send({})
      .expect(200);
    await server.request
      .put(users(`/${id}`))
      .send({ password: null, email: email.toUpperCase() })
      .expect(200);
    await sessionLogin(server, email);
  });

  test("changes the password, and only the new one works afterwards", async () => {
    const { id, email } = await server.createUser();
    await server.request
      .put(users(`/${id}`))
      .send({ password: "a brand new one" })
      .expect(200);
    const login = (password: string) =>
      server.request.post("/session/api/v1/auth/login").send({ email, password });
    await login(PASSWORD).expect(401);
    await login("a brand new one").expect(200);
  });

  test.each([
    [{ email: "x", name: null }, ["Email is invalid", "Name can't be blank"]],
    [{ password: "" }, ["Password can't be blank"]],
    [{ name: "x" }, ["Name is too short (minimum is 2 characters)"]],
  ])("validates only the given fields: %j", async (changes, errors) => {
    const { id } = await server.createUser();
    const { body } = await server.request
      .put(users(`/${id}`))
      .send(changes)
      .expect(422);
    expect(body).toEqual({ errors });
  });

  test("refuses the email of another user", async () => {
    const [one, other] = [await server.createUser(), await server.createUser()];
    const { body } = await server.request
      .put(users(`/${one.id}`))
      .send({ email: ` ${other.email} ` })
      .expect(422);
    expect(body).toEqual({ errors: ["Email has already been taken"] });
  });

  test("answers 404 before 422, and 400 before 404", async () => {
    await server.request
      .put(users(`/${UNKNOWN_ID}`))
      .send({ name: "" })
      .expect(404);
    await server.request
      .put(users(`/${UNKNOWN_ID}`))
      .send("{")
      .expect(400);
  });
});

describe("DELETE /users/:id", () => {
  test("answers 204 with no body, and the user answers 404 afterwards", async () => {
    const { id } = await server.createUser();
    const { text } = await server.request.delete(users(`/${id}`)).expect(204);
    expect(text).toBe("");
    const { body } = await server.request.delete(users(`/${id}`)).expect(404);
    expect(body).toEqual({ error: "User not found" });
  });
});

describe("the classic variant", () => {
  test("serves the same routes without the version", async () => {
    const attributes = { email: uniqueEmail(), name: "Classic", password: PASSWORD };
    const { body } = await server.request.post("/session/api/users").send(attributes).expect(201);
    await server.request.get(`/session/api/users/${body.user.id}`).expect(200);
    await server.request.put(`/session/api/users/${body.user.id}`).send({ name: "Modern" }).expect(200);
    await server.request.get("/session/api/users").expect(200);
    await server.request.delete(`/session/api/users/${body.user.id}`).expect(204);
  });

  test("maps fields to messages in a 422 answer", async () => {
    const { email } = await server.createUser();
    const { body } = await server.request.post("/session/api/users").send({ email, name: "x" }).expect(422);
    expect(body).toEqual({
      errors: {
        email: ["has already been taken"],
        name: ["is too short (minimum is 2 characters)"],
        password: ["can't be blank"],
      },
    });
  });

  test("has no auth routes", async () => {
    await server.request.post("/session/api/auth/login").send({}).expect(404, { error: "Not found" });
  });
});
