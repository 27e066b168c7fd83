import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { issueReset } from "../../src/services/password-resets.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { createBearerPerson, createSessionPerson } from "../support/people.ts";
import { runAdmin } from "../support/run-admin.ts";
import { sessionLogin } from "../support/session-client.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const server = await startTestServer();
afterAll(() => server.close());

const createAdmin = (args: readonly string[], input = PASSWORD) =>
  runAdmin(server.databaseUrl, ["create-admin", ...args], { input });

describe("create-admin", () => {
  test("creates an admin with the password from standard input while a server is running", async () => {
    const { code, stdout, stderr } = await createAdmin(
      ["--email", " Root@Example.com", "--name", "Root"],
      `${PASSWORD}\n`,
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Created the admin root@example.com.\n" });
    expect(stdout + stderr).not.toContain(PASSWORD);
    const authorization = await bearerLogin(server, "root@example.com");
    const { body } = await server.request
      .get("/bearer/api/v1/users/me")
      .set("Authorization", authorization)
      .expect(200);
    expect(body).toMatchObject({ name: "Root", role: "admin" });
  });

  test("refuses an email that has an account, and prints the day of its creation", async () => {
    const { email, createdAt } = await server.createUser();
    const { code, stderr } = await createAdmin(["--email", email, "--name", "Eve"], "a stolen account");
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${email} already has an account, created on ${createdAt.toISOString().slice(0, 10)}`,
    );
    await bearerLogin(server, email);
    expect((await server.accounts.findByEmail(email))?.role).toBe("user");
  });

  test("refuses a name that neither API would accept", async () => {
    const { code, stderr } = await createAdmin(
      ["--email", "long@example.com", "--name", "x".repeat(101)],
      "",
    );
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "create-admin: --name must be at most 100 characters\n",
    });
    expect(await server.accounts.findByEmail("long@example.com")).toBeUndefined();
  });

  test("refuses a password of PASSWORD_BLOCKLIST", async () => {
    const file = join(temporaryFolder(), "common.txt");
    writeFileSync(file, PASSWORD);
    const { code, stderr } = await runAdmin(
      server.databaseUrl,
      ["create-admin", "--email", "common@example.com", "--name", "Root"],
      { input: PASSWORD, env: { PASSWORD_BLOCKLIST: file } },
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: "create-admin: the password is too common\n" });
  });

  test("with --promote sets the password and role, reactivates the account, ends its sessions and tokens, and writes an audit line", async () => {
    const { id, email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    await server.accounts.deactivate(id);
    const { code, stderr } = await createAdmin(["--email", email, "--promote"], "the new password");
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toMatchObject({ event: "promotion", userId: id });
    const { items } = await server.store.audit.listPage({ event: "promotion" }, { page: 1, perPage: 100 });
    expect(items.find(({ userId }) => userId === id)).toMatchObject({
      by: null,
      address: null,
      requestId: null,
    });
    await server.request.get("/session/api/v1/auth/me").set("Cookie", cookie).expect(401);
    const credentials = { email, password: "the new password" };
    await server.request.post("/bearer/api/v1/auth/login").send(credentials).expect(200);
    expect(await server.accounts.get(id)).toMatchObject({ role: "admin", isActive: true });
  });
});

test.each(["\n\n", "\r\n", "\r\n\r\n"])(
  "create-admin doesn't count %j as part of the password",
  async (end) => {
    const email = `end${end.length}${end.charCodeAt(0)}@example.com`;
    expect(await createAdmin(["--email", email, "--name", "A"], PASSWORD + end)).toMatchObject({ code: 0 });
    await bearerLogin(server, email);
  },
);

describe("set-user", () => {
  test("changes role and activity, and deactivating ends sessions", async () => {
    const { id, email } = await server.createUser();
    const { cookie } = await sessionLogin(server, email);
    const { code, stdout } = await runAdmin(server.databaseUrl, [
      "set-user",
      "--email",
      email.toUpperCase(),
      "--role",
      "guest",
      "--active",
      "false",
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${email}: role guest, inactive.\n` });
    await runAdmin(server.databaseUrl, ["set-user", "--email", email, "--active", "true"]);
    await server.request.get("/session/api/v1/auth/me").set("Cookie", cookie).expect(401);
    expect(await server.accounts.get(id)).toMatchObject({ role: "guest", isActive: true });
    const { items } = await server.store.audit.listPage({ userId: id }, { page: 1, perPage: 100 });
    expect(items.map(({ event }) => event)).toEqual(["reactivation", "deactivation", "role-change", "login"]);
  });

  test("neither demotes nor deactivates the last active admin", async () => {
    const own = await openTestServer();
    const { id, email } = await own.createUser({ role: "admin" });
    const set = (...args: string[]) => runAdmin(own.databaseUrl, ["set-user", "--email", email, ...args]);
    for (const args of [
      ["--role", "user"],
      ["--active", "false"],
      ["--role", "admin", "--active", "false"],
    ]) {
      const { code, stdout, stderr } = await set(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toBe("set-user: The last admin: make another account an admin first\n");
    }
    expect(await own.accounts.get(id)).toMatchObject({ role: "admin", isActive: true });
    await own.createUser({ role: "admin" });
    expect(await set("--role", "user")).toMatchObject({ code: 0 });
  });
});

describe("clear-limits", () => {
  /** Ada and Bea, who have both reached their limit. */
  async function startWithLimits(settings: Record<string, string>) {
    const limited = await openTestServer({ RATE_LIMIT_LOGIN: "2/15m", ...settings });
    const [ada, bea] = [await limited.createUser(), await limited.createUser()];
    const logIn = async ({ email }: { email: string }, password = PASSWORD) =>
      (await limited.request.post("/bearer/api/v1/auth/login").send({ email, password })).status;
    for (const user of [ada, bea, ada, bea]) expect(await logIn(user, "wrong password")).toBe(401);
    expect([await logIn(ada), await logIn(bea)]).toEqual([429, 429]);
    const clear = (...args: string[]) => runAdmin(limited.databaseUrl, ["clear-limits", ...args]);
    return { ada, bea, logIn, clear };
  }

  test("resets the limits of all clients while a server is running", async () => {
    const { ada, bea, logIn, clear } = await startWithLimits({ RATE_LIMIT_LOGIN_ADDRESS: "4/15m" });
    expect(await clear()).toEqual({ code: 0, stdout: "Cleared 3 rate limit counts.\n", stderr: "" });
    expect([await logIn(ada), await logIn(bea)]).toEqual([200, 200]);
  });

  test("with --email resets every limit of one account", async () => {
    const { ada, bea, logIn, clear } = await startWithLimits({ RATE_LIMIT_LOGIN_ACCOUNT: "2/1h" });
    const { stdout } = await clear("--email", ` ${ada.email.toUpperCase()}`);
    expect(stdout).toBe(`Cleared 2 rate limit counts of ${ada.email}.\n`);
    expect([await logIn(ada), await logIn(bea)]).toEqual([200, 429]);
    expect((await clear("--email", "nobody@example.com")).stdout).toBe(
      "Cleared 0 rate limit counts of nobody@example.com.\n",
    );
  });
});

describe("revoke-access", () => {
  const startWithCredentials = async () => {
    const own = await openTestServer();
    const [ada, bea] = [await createSessionPerson(own), await createBearerPerson(own)];
    const { value } = (await bea.post("/auth/tokens").expect(201)).body;
    const { token } = await own.store.transaction((transaction) => issueReset(transaction, ada.user.id));
    const reset = { token, password: "a new horse, no battery" };
    return {
      own,
      beaEmail: bea.user.email,
      revoke: (...args: string[]) => runAdmin(own.databaseUrl, ["revoke-access", ...args]),
      /** The statuses of a session, a JWT, an API token and a reset link. */
      tryAll: async () => [
        (await ada.get("/auth/me")).status,
        (await bea.get("/users/me")).status,
        (await own.request.get("/bearer/api/v1/users/me").set("Authorization", `Bearer ${value}`)).status,
        (await own.request.post("/session/api/v1/auth/password/reset").send(reset)).status,
      ],
    };
  };

  test("with --all ends every session, JWT, API token and reset link while a server is running, and writes one audit entry", async () => {
    const { own, beaEmail, revoke, tryAll } = await startWithCredentials();
    const { code, stdout, stderr } = await revoke("--all");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "Ended all sessions, JWTs, API tokens and reset links of 2 accounts. Their passwords are unchanged.\n",
    });
    expect(JSON.parse(stderr)).toMatchObject({ event: "access-revocation" });
    expect(await tryAll()).toEqual([401, 401, 401, 401]);
    const page = { page: 1, perPage: 100 };
    const { items } = await own.store.audit.listPage({ event: "access-revocation" }, page);
    expect(items).toMatchObject([{ userId: null, by: null, address: null }]);
    const authorization = await bearerLogin(own, beaEmail);
    await own.request.get("/bearer/api/v1/users/me").set("Authorization", authorization).expect(200);
  });

  test("without --all ends nothing", async () => {
    const { revoke, tryAll } = await startWithCredentials();
    expect(await revoke()).toEqual({
      code: 1,
      stdout: "",
      stderr: "revoke-access: --all must be given. Usage: npm run -s revoke-access -- --all\n",
    });
    expect(await tryAll()).toEqual([200, 200, 200, 200]);
  });
});
