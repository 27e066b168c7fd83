import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { runCommand } from "../support/run-command.ts";
import { startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const resetLink = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand([resolve("dist/admin/main.js"), "reset-link", ...args], {
    input: "",
    env: { DATABASE_URL: server.databaseUrl, ...env },
  });

test("reset-link prints a working link under PUBLIC_URL, and an audit line", async () => {
  const { email, id } = await server.createUser();
  const { code, stdout, stderr } = await resetLink(["--email", email.toUpperCase()], {
    PUBLIC_URL: "https://accounts.example.com/",
    SESSION_API_BASE: "/people",
  });
  expect(code, stderr).toBe(0);
  const [, token] =
    /^https:\/\/accounts\.example\.com\/people\/reset#token=([\w-]{43})\n$/.exec(stdout) ?? [];
  expect(JSON.parse(stderr)).toMatchObject({ event: "reset-link", userId: id });
  expect(stderr).not.toContain(token);
  await server.request
    .post("/session/api/v1/auth/password/reset")
    .send({ token, password: "a new horse, no battery" })
    .expect(200);
});

test("reset-link without PUBLIC_URL prints a link under HOST and PORT, valid for --hours", async () => {
  const { email, id } = await server.createUser();
  const { stdout } = await resetLink(["--email", email, "--hours", "24"], { HOST: "::1", PORT: "3100" });
  expect(stdout).toMatch(/^http:\/\/\[::1\]:3100\/session\/reset#token=[\w-]{43}\n$/);
  const row = await server.queries.first<{ created_at: string; expires_at: string }>(
    sql`SELECT created_at, expires_at FROM password_resets WHERE user_id = ${id}`,
  );
  expect(Number(new Date(row?.expires_at ?? 0)) - Number(new Date(row?.created_at ?? 0))).toBe(
    24 * 3_600_000,
  );
});

test.each([
  ["PORT", "0"],
  ["HOST", "0.0.0.0"],
  ["HOST", "::"],
])("reset-link with %s=%s and without PUBLIC_URL is refused, and makes no token", async (name, value) => {
  const { email, id } = await server.createUser();
  expect(await resetLink(["--email", email], { [name]: value })).toEqual({
    code: 1,
    stdout: "",
    stderr: `reset-link: ${name} is ${value}: set PUBLIC_URL to the address of the server\n`,
  });
  const rows = await server.queries.all(sql`SELECT user_id FROM password_resets WHERE user_id = ${id}`);
  expect(rows).toEqual([]);
});

test.each([
  [["--email", "nobody@example.com"], "reset-link: no account has the email nobody@example.com\n"],
  [
    ["--email", ""],
    "reset-link: --email must be given. Usage: npm run -s reset-link -- --email a@b.co [--hours 24]\n",
  ],
  [["--email", "a@b.co", "--hours", "0"], "reset-link: --hours must be a whole number from 1 to 168\n"],
])("reset-link %j fails with one line", async (args, line) => {
  expect(await resetLink(args)).toMatchObject({ code: 1, stdout: "", stderr: line });
});

test("reset-link refuses an inactive account", async () => {
  const { email, id } = await server.createUser();
  await server.accounts.deactivate(id);
  const { code, stderr } = await resetLink(["--email", email]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `reset-link: the account ${email} is inactive: set-user --active true first\n`,
  });
});
