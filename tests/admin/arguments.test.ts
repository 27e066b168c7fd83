import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { terminal } from "../support/machine.ts";
import { runAdmin } from "../support/run-admin.ts";
import { runCommand } from "../support/run-command.ts";
import { ctrlC, ctrlD, runOnTerminal } from "../support/run-on-terminal.ts";
import { openTestServer, PASSWORD, startTestServer } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeWith } from "../support/test-with.ts";

const server = await startTestServer();
afterAll(() => server.close());

test.each([
  "create-admin",
  "copy-database",
  "set-user",
  "clear-limits",
  "backup",
  "migrate",
  "export-users",
  "import-users",
])("%s --help prints its usage with any configuration", async (command) => {
  const result = await runAdmin("nonsense", [command, "--help"]);
  expect(result).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npm run -s \S+.*\n$/),
    stderr: "",
  });
  expect(result.stdout).toContain(command);
});

test.each([
  [["--email", "nobody", "--name", "A"], PASSWORD, "--email must be an email address"],
  [["--email", "a@b.co"], PASSWORD, "--name must be given"],
  [["--email", "a@b.co", "--name", "A"], "two lines\nof a password", "the password must be one line"],
  [["--email", "a@b.co", "--name", "A"], Buffer.from("pässword12", "latin1"), "the password is not UTF-8"],
  [["--email", "a@b.co", "--name", "A"], "short", "the password must be at least 8 characters"],
  [["--email", "a@b.co", "--name", "A"], "x".repeat(73), "the password must be at most 72 bytes"],
  [["--email", "a@b.co", "--name", "A", "--password", PASSWORD], "", "Unknown option '--password'"],
])("create-admin refuses %j", async (args, input, message) => {
  const { code, stdout, stderr } = await runAdmin(server.databaseUrl, ["create-admin", ...args], { input });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(await server.accounts.findByEmail("a@b.co")).toBeUndefined();
});

describeWith([terminal], "create-admin on a terminal", () => {
  const type = (keys: string) =>
    runOnTerminal(["create-admin", "--email", "typed@b.co", "--name", "A"], {
      script: "dist/admin/main.js",
      env: { DATABASE_URL: server.databaseUrl },
      type: { when: /Password: /, keys },
    });

  test.each([
    ["Ctrl-C", ctrlC],
    ["Ctrl-D", ctrlD],
  ])("says in one line that %s gave no password", async (_key, keys) => {
    const output = "Password: \r\ncreate-admin: no password was given\r\n";
    expect(await type(keys)).toEqual({ exitCode: 1, output });
  });

  test("reads the password without showing it", async () => {
    const { exitCode, output } = await type(`${PASSWORD}\r`);
    expect(exitCode).toBe(0);
    expect(output).toContain("Created the admin typed@b.co.");
    expect(output).not.toContain(PASSWORD);
  });
});

test.each([
  [["--email", "nobody@example.com", "--role", "admin"], "no account has the email"],
  [["--email", "nobody@example.com", "--role", "king"], "--role must be one of admin, user, guest"],
  [["--email", "nobody@example.com", "--active", "yes"], "--active must be true or false"],
  [["--email", "nobody@example.com"], "--role or --active must be given"],
  [["--email", "", "--role", "admin"], "--email and"],
  [[], "--email and"],
])("set-user refuses %j", async (args, message) => {
  const { code, stderr } = await runAdmin(server.databaseUrl, ["set-user", ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test.each([
  [["--email"], "argument missing"],
  [["--email", " "], "--email must not be empty"],
  [["everything"], "Unexpected argument 'everything'"],
])("clear-limits refuses %j and clears nothing", async (args, message) => {
  const limited = await openTestServer({ RATE_LIMIT_LOGIN: "1/15m" });
  const { email } = await limited.createUser();
  const logIn = async (password: string) =>
    (await limited.request.post("/bearer/api/v1/auth/login").send({ email, password })).status;
  expect([await logIn("wrong password"), await logIn(PASSWORD)]).toEqual([401, 429]);
  const { code, stdout, stderr } = await runAdmin(limited.databaseUrl, ["clear-limits", ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(message);
  expect(await logIn(PASSWORD)).toBe(429);
});

test("the maintenance commands list their usages with --help, and their names without a command", async () => {
  const help = await runAdmin("nonsense", ["--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toMatch(/^(Usage: npm run -s .+\n){10}$/);
  const names = "there are create-admin, copy-database, set-user";
  expect(await runAdmin("nonsense", [])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`groundwork: no command was given; ${names}`),
  });
  expect(await runAdmin("nonsense", ["fly"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`fly: unknown command; ${names}`),
  });
});

test("the usages of a dependency name its script, because the project has no npm scripts for them", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/groundwork"));
  const script = join("node_modules", "groundwork", "dist", "admin", "main.js");
  const env = { DATABASE_URL: "file:none.db" };
  const run = (...args: readonly string[]) =>
    runCommand([join(folder, script), ...args], { env, cwd: folder });
  expect((await run("--help")).stdout).toContain(`Usage: node ${script} set-user --email a@b.co [--role`);
  expect((await run("revoke-access", "--all")).stderr).toContain(`with node ${script} migrate\n`);
});

const SERVER = "postgres://postgres@127.0.0.1:1/none";
test.each([
  [[], "FROM must be file:PATH or postgres://"],
  [[SERVER], "TO must be file:PATH or postgres://"],
  [["", SERVER], "FROM must be file:PATH or postgres://"],
  [[":memory:", SERVER], "FROM must be file:PATH or postgres://"],
  [[SERVER, "copy.db"], "TO must be file:PATH or postgres://"],
  [[SERVER, SERVER], "an SQLite file and a PostgreSQL address must be given"],
  [["file:a.db", SERVER, "more"], "an SQLite file and a PostgreSQL address must be given"],
])("copy-database refuses %j with its usage", async (args, message) => {
  const { code, stdout, stderr } = await runAdmin("nonsense", ["copy-database", ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^copy-database: .+\. Usage: npm run -s copy-database -- FROM TO, .+\n$/);
  expect(stderr).toContain(message);
});

describe("a missing store", () => {
  const newcomer = ["create-admin", "--email", "a@b.co", "--name", "A"];
  const someone = ["set-user", "--email", "a@b.co", "--role", "admin"];
  const runOn = (databaseUrl: string, args: readonly string[]) =>
    runAdmin(databaseUrl, args, { input: PASSWORD });

  test.each([[newcomer], [someone], [["clear-limits"]]])(
    "is not created by %j, which reports the path",
    async (args) => {
      const path = join(temporaryFolder(), "mistyped.db");
      const { code, stdout, stderr } = await runOn(`file:${path}`, args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(`there is no database at ${path}`);
      expect(stderr).toContain("npm run -s migrate");
      expect(existsSync(path)).toBe(false);
    },
  );

  test("is created by migrate, so an admin can be created before the first start", async () => {
    const path = join(temporaryFolder(), "new.db");
    const created = await runOn(`file:${path}`, ["migrate"]);
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining(`Created ${path}`) });
    expect(await runOn(`file:${path}`, newcomer)).toMatchObject({ code: 0 });
    expect(await runOn(`file:${path}`, someone)).toMatchObject({ code: 0 });
  });

  test.each([[newcomer], [someone], [["clear-limits"]], [["migrate"]], [["backup", "copy.db"]]])(
    "is refused if it would exist only in memory: %j",
    async (args) => {
      const { code, stderr } = await runOn(":memory:", args);
      expect(code).toBe(1);
      expect(stderr).toContain("DATABASE_URL=:memory: ends with this command");
    },
  );
});
