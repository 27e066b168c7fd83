import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import { createPasswords } from "../../src/services/passwords.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { linesWith } from "../support/log-lines.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createSessionPerson, withApiToken } from "../support/people.ts";
import { startTestServer } from "../support/start-test-server.ts";

const LAST_ADMIN = { error: true, reason: "The last admin", code: 409 };
const NOT_WITH_API_TOKEN = { error: true, reason: "Not allowed with an API token", code: 403 };

const server = await startTestServer();
afterAll(() => server.close());

let admin: Person;
let user: Person;
beforeEach(async () => {
  await server.queries.run(sql`DELETE FROM users`);
  admin = await createBearerPerson(server, "admin");
  user = await createBearerPerson(server);
});

const change = (by: Person, who: Person, body: object) => by.put(`/users/${who.user.id}`).send(body);
const stored = (who: Person) => server.accounts.get(who.user.id);
const eventsOf = ({ headers }: { headers: Record<string, unknown> }) =>
  linesWith(server, { msg: "audit", requestId: headers["x-request-id"] }).map(({ event, userId }) => ({
    event,
    userId,
  }));

describe("PUT /users/:userID by an admin", () => {
  test("sets the role, which takes effect at the next request, and writes an audit line", async () => {
    const promoted = await change(admin, user, { role: "admin" }).expect(200);
    expect(promoted.body).toMatchObject({ id: user.user.id, role: "admin" });
    expect(eventsOf(promoted)).toEqual([{ event: "promotion", userId: user.user.id }]);
    await change(user, admin, { name: "By the new admin" }).expect(200);

    const demoted = await change(admin, user, { role: "guest" }).expect(200);
    expect(eventsOf(demoted)).toEqual([{ event: "role-change", userId: user.user.id }]);
    await change(user, admin, { name: "By a guest" }).expect(403);
  });

  test("deactivates and reactivates, and restores no token", async () => {
    const deactivated = await change(admin, user, { active: false }).expect(200);
    expect(eventsOf(deactivated)).toEqual([{ event: "deactivation", userId: user.user.id }]);
    expect(await stored(user)).toMatchObject({ isActive: false });
    await user.get("/users/me").expect(401);

    const reactivated = await change(admin, user, { active: true }).expect(200);
    expect(eventsOf(reactivated)).toEqual([{ event: "reactivation", userId: user.user.id }]);
    await user.get("/users/me").expect(401);
    await bearerLogin(server, user.user.email);
  });

  test("reads null as absent, and writes no audit line if nothing changes", async () => {
    const body = { role: null, active: null };
    expect(eventsOf(await change(admin, user, body).expect(200))).toEqual([]);
    expect(eventsOf(await change(admin, user, { role: "user", active: true }).expect(200))).toEqual([]);
    expect(await stored(user)).toMatchObject({ role: "user", isActive: true });
  });

  test("refuses other values and changes nothing", async () => {
    const { body } = await change(admin, user, { name: "New", role: "root", active: "yes" }).expect(400);
    expect(body.details).toBe("role must be one of admin, user, guest; active must be true or false");
    expect(await stored(user)).toMatchObject({ name: "Ada Lovelace", role: "user" });
  });

  test("refuses an API token for these fields, but accepts it for the others", async () => {
    const script = await withApiToken(server, admin);
    for (const body of [{ role: "admin" }, { role: "guest" }]) {
      await change(script, user, body).expect(403, NOT_WITH_API_TOKEN);
    }
    await change(script, user, { name: "By a script", role: "user", active: false }).expect(200);
    await change(script, user, { active: true }).expect(403, NOT_WITH_API_TOKEN);
    await change(script, admin, { active: false }).expect(403, NOT_WITH_API_TOKEN);
    await change(script, user, { name: "Still by it" }).expect(200);
    await change(script, admin, { name: "Ada", email: null, password: null }).expect(200);
    expect(await stored(user)).toMatchObject({ name: "Still by it", role: "user", isActive: false });
  });

  test("refuses an API token for its owner's email and state before it judges the other fields", async () => {
    const script = await withApiToken(server, admin);
    for (const body of [{ email: "new@example.com" }, { active: false }]) {
      await change(script, admin, { ...body, name: "" }).expect(403, NOT_WITH_API_TOKEN);
    }
  });
});

test("role and active are ignored in the bodies of all other routes", async () => {
  const wanted = { role: "admin", active: false, admin: true };
  await user.put("/users/me").send(wanted).expect(200);
  const session = await createSessionPerson(server);
  await session.put(`/users/${session.user.id}`).send(wanted).expect(200);
  const account = { email: "new@example.com", name: "New", password: "correct horse battery" };
  const { body } = await server.request
    .post("/bearer/api/v1/auth/register")
    .send({ ...account, ...wanted })
    .expect(200);
  for (const id of [user.user.id, session.user.id, body.id]) {
    expect(await server.accounts.get(id)).toMatchObject({ role: "user", isActive: true });
  }
});

describe("DELETE /users/me", () => {
  test("deactivates the caller's own account, including a guest's, and keeps the record", async () => {
    for (const person of [user, await createBearerPerson(server, "guest")]) {
      const answer = await person.delete("/users/me").expect(204);
      expect(answer.text).toBe("");
      expect(eventsOf(answer)).toEqual([{ event: "deactivation", userId: person.user.id }]);
      await person.get("/users/me").expect(401);
      expect(await stored(person)).toMatchObject({ isActive: false });
    }
  });

  test("refuses an API token", async () => {
    const script = await withApiToken(server, user);
    await script.delete("/users/me").expect(403, NOT_WITH_API_TOKEN);
    expect(await stored(user)).toMatchObject({ isActive: true });
  });
});

describe("the last active admin", () => {
  test("can't be demoted or deactivated, and the rest of the request has no effect", async () => {
    const inactive = await createBearerPerson(server, "admin");
    await server.accounts.deactivate(inactive.user.id);
    for (const body of [{ role: "user" }, { role: "guest", name: "New" }, { active: false }]) {
      await change(admin, admin, body).expect(409, LAST_ADMIN);
    }
    await admin.delete("/users/me").expect(409, LAST_ADMIN);
    expect(await stored(admin)).toMatchObject({ role: "admin", isActive: true, name: "Ada Lovelace" });
    await admin.get("/users/me").expect(200);
  });

  test("can change everything else, and can be demoted once there is another admin", async () => {
    await change(admin, admin, { role: "admin", active: true, name: "Still here" }).expect(200);
    await change(admin, admin, { name: "Here too" }).expect(200);
    await change(admin, user, { role: "admin" }).expect(200);
    await change(admin, admin, { role: "user" }).expect(200);
    await user.delete("/users/me").expect(409, LAST_ADMIN);
  });

  test("can be deactivated by DELETE /users/:userID, as specified", async () => {
    await admin.delete(`/users/${admin.user.id}`).expect(204);
    expect(await stored(admin)).toMatchObject({ isActive: false });
  });

  test("isn't required to change another account once none is left", async () => {
    await server.accounts.deactivate(admin.user.id);
    await server.accounts.update(admin.user.id, { role: "user" });
    await server.accounts.update(user.user.id, { role: "guest" });
    expect([await stored(admin), await stored(user)]).toMatchObject([{ role: "user" }, { role: "guest" }]);
  });

  test("remains if all admins demote each other at the same time", async () => {
    const passwords = createPasswords(4, 1);
    const accounts = createAccounts(server.store, passwords);
    const admins = [admin, ...(await Promise.all([1, 2, 3].map(() => createBearerPerson(server, "admin"))))];
    const outcomes = await Promise.allSettled(
      admins.map((one, n) =>
        accounts.update(one.user.id, n % 2 === 0 ? { role: "user" } : { isActive: false }),
      ),
    );
    await passwords.close();
    expect(outcomes.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "last-admin" } },
    ]);
    const left = (await Promise.all(admins.map(stored))).filter(
      (one) => one.role === "admin" && one.isActive,
    );
    expect(left).toHaveLength(1);
  });
});

describe("names in the bearer API", () => {
  const account = (name: string) => ({ email: "long@example.com", password: "correct horse battery", name });

  test("have at most 100 characters, counted in code points after trimming", async () => {
    const register = (name: string) =>
      server.request.post("/bearer/api/v1/auth/register").send(account(name));
    const { body } = await register("x".repeat(101)).expect(400);
    expect(body.details).toBe("name must be at most 100 characters");
    await register(` ${"😀".repeat(100)} `).expect(200);
    await user
      .put("/users/me")
      .send({ name: "x".repeat(101) })
      .expect(400);
    await change(admin, user, { name: "x".repeat(101) }).expect(400);
  });
});

describe("GET /users?status", () => {
  const listed = async (person: Person, query: object) =>
    (await person.get("/users").query(query).expect(200)).body.items as { id: string; active?: boolean }[];

  test("lists active, inactive or all users for admins, newest first, with each user's state", async () => {
    const gone = await createBearerPerson(server);
    await server.accounts.deactivate(gone.user.id);
    const [a, u, g] = [admin, user, gone].map((person) => person.user.id);
    const pairs = async (status: string) =>
      (await listed(admin, { status })).map(({ id, active }) => [id, active]);
    expect(await pairs("active")).toEqual([
      [u, true],
      [a, true],
    ]);
    expect(await pairs("inactive")).toEqual([[g, false]]);
    expect(await pairs("all")).toEqual([
      [g, false],
      [u, true],
      [a, true],
    ]);
    const { body } = await admin.get("/users").query({ status: "inactive", per: 1 }).expect(200);
    expect(body.metadata).toEqual({ page: 1, perPage: 1, total: 1, totalPages: 1 });
  });

  test("lists only active users without a status parameter, and shows no state", async () => {
    for (const item of await listed(user, {})) expect(item).not.toHaveProperty("active");
  });

  test("answers 403 for all but admins, before 400 for an unknown status", async () => {
    const forbidden = { error: true, reason: "Admin access required", code: 403 };
    for (const status of ["active", "all", "nonsense", ""]) {
      await user.get("/users").query({ status }).expect(403, forbidden);
    }
    const { body } = await admin.get("/users").query({ status: "nonsense" }).expect(400);
    expect(body.details).toBe("status must be one of active, inactive, all");
  });
});
