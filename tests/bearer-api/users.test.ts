import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { TIMESTAMP, UNKNOWN_ID } from "../support/ids-and-times.ts";
import { PASSWORD, startTestServer } from "../support/start-test-server.ts";

const ACTIVE = { status: "active", order: "desc" } as const;
const NOT_FOUND = { error: true, reason: "User not found", code: 404 };
const ADMIN_REQUIRED = { error: true, reason: "Admin access required", code: 403 };

const server = await startTestServer();
afterAll(() => server.close());
const admin = await bearerLogin(server, (await server.createUser({ role: "admin" })).email);
let caller: { id: string; email: string; authorization: string };

const users = (path = "") => `/bearer/api/v1/users${path}`;
const as = (authorization: string) => ({
  get: (path: string) => server.request.get(path).set("Authorization", authorization),
  put: (path: string) => server.request.put(path).set("Authorization", authorization),
  delete: (path: string) => server.request.delete(path).set("Authorization", authorization),
});

beforeEach(async () => {
  const { id, email } = await server.createUser();
  caller = { id, email, authorization: await bearerLogin(server, email) };
});

describe("reading users", () => {
  test("works for the caller's own account at GET /users/me, also for a guest", async () => {
    const { body } = await as(caller.authorization).get(users("/me")).expect(200);
    expect(body).toEqual({
      id: caller.id,
      email: caller.email,
      name: "Ada Lovelace",
      role: "user",
      createdAt: expect.stringMatching(TIMESTAMP),
    });
    const guest = await server.createUser({ role: "guest" });
    const answer = await as(await bearerLogin(server, guest.email))
      .get(users("/me"))
      .expect(200);
    expect(answer.body.role).toBe("guest");
  });

  test("works for an account by its id, in any spelling of the id", async () => {
    const { body } = await as(caller.authorization)
      .get(users(`/${caller.id.toUpperCase()}`))
      .expect(200);
    expect(body.id).toBe(caller.id);
  });

  test.each([UNKNOWN_ID, "1", "%00", "ME2"])("answers 404 for the id %s", async (id) => {
    await as(caller.authorization)
      .get(users(`/${id}`))
      .expect(404, NOT_FOUND);
  });
});

describe("GET /users", () => {
  const list = (query: object) => as(caller.authorization).get(users()).query(query).expect(200);

  test("lists only active users, newest first", async () => {
    const [older, hidden, newer] = [
      await server.createUser(),
      await server.createUser(),
      await server.createUser(),
    ];
    await server.accounts.deactivate(hidden.id);
    const { body } = await list({ per: 2 });
    expect(body.items.map((user: { id: string }) => user.id)).toEqual([newer.id, older.id]);
    expect(Object.keys(body.metadata).sort()).toEqual(["page", "perPage", "total", "totalPages"]);
    const total = await server.accounts.listPage(ACTIVE, { page: 1, perPage: 1 });
    expect(body.metadata).toEqual({
      page: 1,
      perPage: 2,
      total: total.total,
      totalPages: Math.ceil(total.total / 2),
    });
  });

  test("clamps page and per, and falls back to 1 and 20 for values that are not whole numbers", async () => {
    const value = fc.oneof(
      fc.integer({ min: -200, max: 300 }).map(String),
      fc.constantFrom("", "x", "1.5", "1e2", "Infinity", "0x1", "-", " 3"),
    );
    await fc.assert(
      fc.asyncProperty(value, value, async (page, per) => {
        const { metadata, items } = (await list({ page, per })).body;
        const asked = (text: string, fallback: number) =>
          /^-?\d+$/.test(text) ? Math.max(1, Number(text)) : fallback;
        expect(metadata.page).toBe(asked(page, 1));
        expect(metadata.perPage).toBe(Math.min(100, asked(per, 20)));
        expect(items.length).toBeLessThanOrEqual(metadata.perPage);
        if (metadata.page > metadata.totalPages) expect(items).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  test("answers an empty page for a page number beyond every integer", async () => {
    const { body } = await list({ page: "9".repeat(40) });
    expect(body.items).toEqual([]);
  });
});

describe("PUT /users/me", () => {
  test("replaces the given fields and reads null as absent", async () => {
    const email = `changed-${caller.email}`;
    const { body } = await as(caller.authorization)
      .put(users("/me"))
      .send({ email: ` ${email.toUpperCase()} `, name: null });
    expect(body).toMatchObject({ id: caller.id, email, name: "Ada Lovelace" });
    await as(caller.authorization).put(users("/me")).send({ name: "Countess", email: null }).expect(200);
    await as(caller.authorization).put(users("/me")).expect(200);
    const after = await as(caller.authorization).get(users("/me")).expect(200);
    expect(after.body).toMatchObject({ email, name: "Countess" });
  });

  test("refuses another user's email with 409, and accepts the caller's own", async () => {
    const other = await server.createUser();
    const taken = { error: true, reason: "Email already in use", code: 409 };
    await as(caller.authorization).put(users("/me")).send({ email: other.email }).expect(409, taken);
    await as(caller.authorization).put(users("/me")).send({ email: caller.email }).expect(200);
  });

  test("refuses invalid values with 400 and names each field in order", async () => {
    const { body } = await as(caller.authorization)
      .put(users("/me"))
      .send({ email: "x", name: " " })
      .expect(400);
    expect(body).toEqual({
      error: true,
      reason: "Validation failed",
      code: 400,
      details: "name must not be empty; email is not a valid email address",
    });
    await as(caller.authorization).put(users("/me")).send({ name: 5 }).expect(400);
  });

  test("never assigns role, activity, id or password", async () => {
    const attributes = {
      role: "admin",
      is_active: false,
      isActive: false,
      id: UNKNOWN_ID,
      password: "another one",
    };
    await as(caller.authorization).put(users("/me")).send(attributes).expect(200);
    expect(await server.accounts.get(caller.id)).toMatchObject({ role: "user", isActive: true });
    await bearerLogin(server, caller.email);
  });

  test("lets one of two users who request the same email in parallel have it", async () => {
    const second = await server.createUser();
    const other = await bearerLogin(server, second.email);
    const email = `wanted-${caller.email}`;
    const answers = await Promise.all(
      [caller.authorization, other].map((one) => as(one).put(users("/me")).send({ email })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("an admin", () => {
  test("can change any account", async () => {
    const { body } = await as(admin)
      .put(users(`/${caller.id}`))
      .send({ name: "Renamed" })
      .expect(200);
    expect(body).toMatchObject({ id: caller.id, name: "Renamed" });
  });

  test("can deactivate an account, which is kept, disappears from the list and can do nothing", async () => {
    const { text } = await as(admin)
      .delete(users(`/${caller.id}`))
      .expect(204);
    expect(text).toBe("");
    await as(caller.authorization)
      .get(users("/me"))
      .expect(401, { error: true, reason: "User not found or inactive", code: 401 });
    const login = server.request
      .post("/bearer/api/v1/auth/login")
      .send({ email: caller.email, password: PASSWORD });
    await login.expect(401, { error: true, reason: "Invalid credentials", code: 401 });
    await as(admin)
      .get(users(`/${caller.id}`))
      .expect(200);
    const { body } = await as(admin).get(users()).query({ per: 100 });
    expect(body.items.map((user: { id: string }) => user.id)).not.toContain(caller.id);
    await as(admin)
      .delete(users(`/${caller.id}`))
      .expect(204);
  });

  test("gets an error for an invalid body before one for an unknown user, and that before one for a taken email", async () => {
    await as(admin)
      .put(users(`/${UNKNOWN_ID}`))
      .send({ email: "x" })
      .expect(400);
    await as(admin)
      .put(users(`/${UNKNOWN_ID}`))
      .send({ email: caller.email })
      .expect(404, NOT_FOUND);
    await as(admin)
      .put(users(`/${caller.id}`))
      .send({ email: (await server.createUser()).email })
      .expect(409);
    await as(admin)
      .delete(users(`/${UNKNOWN_ID}`))
      .expect(404, NOT_FOUND);
    await as(admin).delete(users("/nonsense")).expect(404, NOT_FOUND);
  });
});

test("users who aren't admins get 403 on the admin routes, with any body or id", async () => {
  const user = as(caller.authorization);
  await user
    .put(users(`/${caller.id}`))
    .send({ name: "Me" })
    .expect(403, ADMIN_REQUIRED);
  await user
    .put(users(`/${UNKNOWN_ID}`))
    .send("{")
    .expect(403, ADMIN_REQUIRED);
  await user.delete(users("/nonsense")).expect(403, ADMIN_REQUIRED);
});

test.each([
  ["get", ""],
  ["get", "/me"],
  ["put", "/me"],
  ["get", `/${UNKNOWN_ID}`],
  ["put", `/${UNKNOWN_ID}`],
  ["delete", `/${UNKNOWN_ID}`],
] as const)("%s /users%s requires a token before anything else", async (method, path) => {
  const { body, headers } = await server.request[method](users(path)).send("{").expect(401);
  expect(body).toEqual({ error: true, reason: "Missing authorization token", code: 401 });
  expect(headers["www-authenticate"]).toBe('Bearer realm="groundwork"');
});
