import { createHash } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createUserTokens } from "../../src/services/user-tokens.ts";
import { createGate } from "../support/gate.ts";
import { UNKNOWN_ID, UUID } from "../support/ids-and-times.ts";
import type { Person } from "../support/people.ts";
import { createBearerPerson, createStranger } from "../support/people.ts";
import { someToken } from "../support/rows.ts";
import { startTestServer } from "../support/start-test-server.ts";

const issuing = createGate();
/** Each request for a token waits at the gate after its guards and before it stores anything. */
vi.mock(import("../../src/services/user-tokens.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    createUserTokens(...args) {
      const tokens = module.createUserTokens(...args);
      const issue: typeof tokens.issue = async (...details) => {
        await issuing.pass();
        return tokens.issue(...details);
      };
      return { ...tokens, issue };
    },
  };
});

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;
const failure = (code: number, reason: string) => ({ error: true, reason, code });
const GUEST = failure(403, "Guests may not write");
const NOT_FOUND = failure(404, "Token not found");
const REFUSED = failure(401, "Invalid token: unknown or expired");

interface Issued {
  readonly id: string;
  readonly value: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const server = await startTestServer();
afterAll(() => server.close());
const stranger = createStranger(server, "/bearer/api/v1");

let owner: Person;
beforeEach(async () => {
  owner = await createBearerPerson(server);
});

const issue = async (person = owner): Promise<Issued> => (await person.post("/auth/tokens").expect(201)).body;

type Method = "get" | "post" | "put" | "delete";
const script = (value: string, method: Method, path: string) =>
  stranger[method](path).set("Authorization", `Bearer ${value}`);

/** Sets the expiry of a stored token. */
const setExpiry = (id: string, expiresAt: Date | null) =>
  server.queries.run(sql`UPDATE user_tokens SET expires_at = ${expiresAt} WHERE id = ${id}`);

const readRows = () =>
  server.queries.all<{ id: string; value_hash: string; last_used_at: string | null }>(
    sql`SELECT * FROM user_tokens`,
  );

describe("POST /auth/tokens", () => {
  test("works while a login rehashes the same password", async () => {
    const { status } = await server.store.transaction(async ({ users }) => {
      issuing.close();
      await users.update(owner.user.id, { passwordHash: "the same, hashed anew" }, new Date());
      const status = owner.post("/auth/tokens").then((answer) => answer.status);
      await issuing.arrivals(1);
      issuing.open();
      return { status };
    });
    expect(await status).toBe(201);
  });

  test("answers 201 with a value of 32 random bytes in base64, valid for seven days", async () => {
    const token = await issue();
    expect(token).toEqual({
      id: expect.stringMatching(UUID),
      value: expect.any(String),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(Buffer.from(token.value, "base64")).toHaveLength(32);
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(SEVEN_DAYS_MS);
    expect((await issue()).value).not.toBe(token.value);
  });

  test("stores only the SHA-256 of the value", async () => {
    const { id, value } = await issue();
    const row = (await readRows()).find((one) => one.id === id);
    expect(row?.["value_hash"]).toBe(createHash("sha256").update(value).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(value);
  });

  test("answers with Cache-Control: no-store", async () => {
    const { headers } = await owner.post("/auth/tokens").expect(201);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("refuses users who were deleted, deactivated or got a new password in the meantime", async () => {
    const userTokens = createUserTokens(server.store);
    const [deleted, deactivated, changed] = [
      await server.createUser(),
      await server.createUser(),
      await server.createUser(),
    ];
    await server.accounts.remove(deleted.id);
    await server.accounts.deactivate(deactivated.id);
    await server.accounts.update(changed.id, { password: "another password" });
    await expect(userTokens.issue(deleted, {}, {})).rejects.toMatchObject({ code: "token-user-not-found" });
    await expect(userTokens.issue(deactivated, {}, {})).rejects.toMatchObject({
      code: "token-user-not-found",
    });
    await expect(userTokens.issue(changed, {}, {})).rejects.toMatchObject({ code: "token-invalid" });
  });
});

describe("a new API token's name and lifetime", () => {
  const request = (body: object) => owner.post("/auth/tokens").send(body);

  test("are chosen by its owner", async () => {
    const { body } = await request({ name: `  ${"ü".repeat(100)} `, expiresInDays: 1 }).expect(201);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(SEVEN_DAYS_MS / 7);
    await request({ name: null, expiresInDays: null }).expect(201);
    const { tokens } = (await owner.get("/auth/tokens")).body;
    expect(tokens.map(({ name }: { name: string | null }) => name)).toEqual([null, "ü".repeat(100)]);
  });

  test.each([
    [{ name: "x".repeat(101) }, "name must be at most 100 characters"],
    [{ name: " " }, "name must not be empty"],
    [{ name: 7 }, "name must be a string"],
    [{ expiresInDays: 0 }, "expiresInDays must be a whole number from 1 to 7"],
    [{ expiresInDays: 8 }, "expiresInDays must be a whole number from 1 to 7"],
    [{ expiresInDays: 1.5 }, "expiresInDays must be a whole number from 1 to 7"],
    [{ expiresInDays: "1" }, "expiresInDays must be a whole number from 1 to 7"],
  ])("are validated: %j", async (body, details) => {
    await request(body).expect(400, { ...failure(400, "Validation failed"), details });
  });

  test("are read after the checks for 401 and 403", async () => {
    const missing = failure(401, "Missing authorization token");
    await stranger.post("/auth/tokens").send({ name: 7 }).expect(401, missing);
    const guest = await createBearerPerson(server, "guest");
    await guest.post("/auth/tokens").send({ name: 7 }).expect(403, GUEST);
  });
});

test("an account has at most 100 valid API tokens, even if many are requested in parallel", async () => {
  const expiresAt = new Date(Date.now() + SEVEN_DAYS_MS);
  const tokens = Array.from({ length: 98 }, () => someToken(owner.user.id, expiresAt));
  for (const token of tokens) await server.store.userTokens.insert({ ...token, valueHash: token.id });
  const answers = await Promise.all(Array.from({ length: 4 }, () => owner.post("/auth/tokens")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  await owner.post("/auth/tokens").expect(409, failure(409, "Too many tokens"));
  await setExpiry(tokens[0]?.id ?? "", new Date(Date.now() - 1));
  await owner.post("/auth/tokens").expect(201);
});

describe("the last use of an API token", () => {
  const lastUse = async (id: string) => {
    const row = (await readRows()).find((one) => one.id === id);
    return row?.last_used_at === null ? null : new Date(row?.last_used_at ?? 0).getTime();
  };

  test("is listed, and recorded at most once a minute", async () => {
    const { id, value } = await issue();
    expect(await lastUse(id)).toBeNull();
    await script(value, "get", "/users/me").expect(200);
    await expect.poll(() => lastUse(id)).not.toBeNull();
    const { tokens } = (await owner.get("/auth/tokens")).body;
    const noted = await lastUse(id);
    expect(Date.parse(tokens[0].lastUsedAt)).toBe(noted);
    const { noteUse } = server.store.userTokens;
    const hash = createHash("sha256").update(value).digest("hex");
    const note = (time: number) => noteUse(hash, new Date(time), new Date(time - 60_000));
    await note((noted ?? 0) + 59_999);
    expect(await lastUse(id)).toBe(noted);
    await note((noted ?? 0) + 60_000);
    expect(await lastUse(id)).toBe((noted ?? 0) + 60_000);
  });
});

describe("GET /auth/tokens", () => {
  test("lists the caller's tokens, newest first, without their values", async () => {
    const [first, second] = [await issue(), await issue()];
    await issue(await createBearerPerson(server));
    await owner.get("/auth/tokens").expect(200, {
      tokens: [second, first].map(({ id, createdAt, expiresAt }) => ({
        ...{ id, name: null, createdAt, expiresAt, lastUsedAt: null },
      })),
    });
  });

  test("shows a token without expiry as such, and leaves out expired ones", async () => {
    const [eternal, expired] = [await issue(), await issue()];
    await setExpiry(eternal.id, null);
    await setExpiry(expired.id, new Date(Date.now() - 1));
    await owner.get("/auth/tokens").expect(200, {
      tokens: [
        { id: eternal.id, name: null, createdAt: eternal.createdAt, expiresAt: null, lastUsedAt: null },
      ],
    });
  });

  test("requires a login, and accepts guests", async () => {
    await stranger.get("/auth/tokens").expect(401);
    const guest = await createBearerPerson(server, "guest");
    await guest.get("/auth/tokens").expect(200, { tokens: [] });
  });
});

describe("an API token", () => {
  test("works wherever a JWT does", async () => {
    const { value } = await issue();
    const me = await script(value, "get", "/users/me").expect(200);
    expect(me.body.id).toBe(owner.user.id);
    await script(value, "put", "/users/me").send({ name: "Script" }).expect(200);
    await script(value, "post", "/posts").send({ title: "T", content: "C" }).expect(201);
    await script(value, "get", "/auth/tokens").expect(200);
    await script(value, "get", `/users/${owner.user.id}`).expect(200);
  });

  test("has its owner's current permissions", async () => {
    const { value } = await issue();
    await script(value, "delete", `/users/${UNKNOWN_ID}`).expect(403);
    await server.accounts.update(owner.user.id, { role: "admin" });
    await script(value, "delete", `/users/${UNKNOWN_ID}`).expect(404);
  });

  test.each(["/auth/refresh", "/auth/tokens"])("can't renew itself at %s", async (path) => {
    const { value } = await issue();
    const { body, headers } = await script(value, "post", path).expect(401);
    expect(body).toEqual(failure(401, "Invalid token payload"));
    expect(headers["www-authenticate"]).toContain("invalid_token");
    await script(Buffer.alloc(32).toString("base64"), "post", path).expect(401, REFUSED);
  });

  test("is refused after it has expired, and accepted forever without an expiry", async () => {
    const { id, value } = await issue();
    await setExpiry(id, new Date(Date.now() - 1));
    await script(value, "get", "/users/me").expect(401, REFUSED);
    await setExpiry(id, null);
    await script(value, "get", "/users/me").expect(200);
  });

  test("is refused while its owner is inactive, even if the store still has it", async () => {
    const { value } = await issue();
    const setActive = (isActive: boolean) =>
      server.store.users.update(owner.user.id, { isActive }, new Date());
    await setActive(false);
    await script(value, "get", "/users/me").expect(401, failure(401, "User not found or inactive"));
    await setActive(true);
    await script(value, "get", "/users/me").expect(200);
  });

  test.each([
    ["one letter wrong", (value: string) => (value.startsWith("A") ? "B" : "A") + value.slice(1)],
    ["unpadded", (value: string) => value.slice(0, -1)],
    ["its own hash", (value: string) => createHash("sha256").update(value).digest("hex")],
    ["twice", (value: string) => value + value],
  ])("is refused with a wrong value: %s", async (_name, spoil) => {
    const { value } = await issue();
    const { body } = await script(spoil(value), "get", "/users/me").expect(401);
    expect(body.reason).toMatch(/^Invalid token: ./);
  });

  test("works in the session API, and ends there too", async () => {
    const { id, value } = await issue();
    const list = () => server.request.get("/session/api/v1/users").set("Authorization", `Bearer ${value}`);
    await list().expect(200);
    await owner.delete(`/auth/tokens/${id}`).expect(204);
    await list().expect(401, { error: "Invalid token" });
  });
});

describe("an API token", () => {
  test("ends when it is deleted", async () => {
    const [kept, revoked] = [await issue(), await issue()];
    const { text } = await owner.delete(`/auth/tokens/${revoked.id.toUpperCase()}`).expect(204);
    expect(text).toBe("");
    await script(revoked.value, "get", "/users/me").expect(401, REFUSED);
    await script(kept.value, "get", "/users/me").expect(200);
    await owner.delete(`/auth/tokens/${revoked.id}`).expect(404, NOT_FOUND);
  });

  test("can be deleted only by its owner, even with the token itself", async () => {
    const { id, value } = await issue();
    const [other, guest] = [await createBearerPerson(server), await createBearerPerson(server, "guest")];
    await stranger.delete(`/auth/tokens/${id}`).expect(401);
    await other.delete(`/auth/tokens/${id}`).expect(404, NOT_FOUND);
    await guest.delete(`/auth/tokens/${id}`).expect(403, GUEST);
    for (const wrong of [UNKNOWN_ID, "nonsense"]) {
      await owner.delete(`/auth/tokens/${wrong}`).expect(404, NOT_FOUND);
    }
    await script(value, "delete", `/auth/tokens/${id}`).expect(204);
    await script(value, "get", "/users/me").expect(401, REFUSED);
  });

  test("ends with all others of its owner at logout, even if a token logs out", async () => {
    const [first, second] = [await issue(), await issue()];
    await script(first.value, "post", "/auth/logout").expect(204);
    for (const { value } of [first, second]) await script(value, "get", "/users/me").expect(401, REFUSED);
    await owner.get("/auth/tokens").expect(200, { tokens: [] });
  });

  test("of another user survives a logout", async () => {
    const other = await createBearerPerson(server);
    const { value } = await issue(other);
    await owner.post("/auth/logout").expect(204);
    await script(value, "get", "/users/me").expect(200);
  });

  test("ends when the password changes", async () => {
    const { value } = await issue();
    await server.accounts.update(owner.user.id, { password: "another password" });
    await script(value, "get", "/users/me").expect(401, REFUSED);
  });

  test("ends when its owner is deleted", async () => {
    const { id, value } = await issue();
    await server.accounts.remove(owner.user.id);
    await script(value, "get", "/users/me").expect(401, REFUSED);
    expect((await readRows()).some((row) => row.id === id)).toBe(false);
  });
});
