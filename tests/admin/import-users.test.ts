import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createStore } from "../../src/repositories/store.ts";
import { createAuthenticator } from "../../src/services/authenticator.ts";
import type { StoredPassword } from "../../src/services/passwords.ts";
import { createPasswords } from "../../src/services/passwords.ts";
import { createTestStore } from "../support/create-test-store.ts";
import { mounting } from "../support/machine.ts";
import { mountTmpfs } from "../support/mount-tmpfs.ts";
import { openTestStoreAt } from "../support/open-test-store.ts";
import { runAdmin } from "../support/run-admin.ts";
import type { CommandResult } from "../support/run-command.ts";
import { openTestServer, startTestServer } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const PASSWORD = "password";

/** Published test vectors. All but the last two are for the password `password`. */
const VECTORS = {
  "scrypt (RFC 7914)":
    "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA",
  "PBKDF2 with SHA-1 (RFC 6070), as passlib writes it": "$pbkdf2$4096$c2FsdA$SwB5AbdlSJq.rUnZJvch0GWkKcE",
  "PBKDF2 with SHA-256": "$pbkdf2-sha256$i=4096,l=32$c2FsdA$xeR41ZKIyEGqUw22hFxMjZYok6ABzk4RpJY4c6qYE0o",
  "Argon2id (of its reference program)":
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
} as const;
const BCRYPT_OF_U_STAR_U = "$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

const server = await startTestServer();
afterAll(() => server.close());

const run = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  runAdmin(server.databaseUrl, args, { env });

function writeLines(lines: readonly (object | string)[], end = "\n"): string {
  const file = join(temporaryFolder(), "users.ndjson");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(file, texts.map((text) => text + end).join(""));
  return file;
}

let last = 0;
/** An account that can be imported. */
function someone(fields: object = {}) {
  last += 1;
  const hash = VECTORS["PBKDF2 with SHA-256"];
  return { email: `imported-${last}@example.com`, name: "Ada", password_hash: hash, ...fields };
}

const logIn = (email: string, password: string = PASSWORD, to = server) =>
  to.request.post("/session/api/v1/auth/login").send({ email, password });

describe("an imported hash", () => {
  test.each([
    ...Object.entries(VECTORS).map(([family, hash]) => [family, hash, PASSWORD] as const),
    ...["$2a", "$2b", "$2y"].map(
      (name) => [`bcrypt ${name}$`, `${name}${BCRYPT_OF_U_STAR_U}`, "U*U"] as const,
    ),
  ])("of %s lets its owner log in, and the login rehashes it", async (_family, hash, password) => {
    const user = someone({ password_hash: hash });
    const { code, stdout } = await run(["import-users", writeLines([user])]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported 1 user; 0 lines were refused.\n" });
    const { id } = (await server.accounts.findByEmail(user.email)) ?? { id: "" };
    expect(await server.store.importedPasswords.find({ userId: id })).toMatchObject({ hash });
    await logIn(user.email, `${password}!`).expect(401);
    expect(await server.store.importedPasswords.find({ userId: id })).toMatchObject({ hash });
    const together = await Promise.all([1, 2, 3].map(() => logIn(user.email, password)));
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await server.accounts.get(id)).passwordHash).toMatch(/^\$2b\$04\$/);
    expect(await server.store.importedPasswords.find({ userId: id })).toBeUndefined();
    await logIn(user.email, password).expect(200);
    await logIn(user.email, `${password}!`).expect(401);
  });

  test("of bcrypt at the server's own cost is stored like any other password hash", async () => {
    const user = someone({ password_hash: `$2b$04${BCRYPT_OF_U_STAR_U.slice(3)}` });
    await run(["import-users", writeLines([user])], { BCRYPT_COST: "4" });
    const { id, passwordHash } = (await server.accounts.findByEmail(user.email)) ?? { id: "" };
    expect(passwordHash).toBe(user.password_hash);
    expect(await server.store.importedPasswords.find({ userId: id })).toBeUndefined();
  });

  test("is deleted once its owner sets a new password by another route", async () => {
    const user = someone();
    await run(["import-users", writeLines([user])]);
    const { id } = (await server.accounts.findByEmail(user.email)) ?? { id: "" };
    await server.accounts.update(id, { password: "another password" });
    await logIn(user.email).expect(401);
    await logIn(user.email, "another password").expect(200);
  });

  test("of an inactive account does not allow a login", async () => {
    const user = someone({ active: false });
    await run(["import-users", writeLines([user])]);
    await logIn(user.email).expect(401);
  });

  test("is refused if it costs too much to compare with, has parameters out of range or is of another family", async () => {
    const digest = Buffer.alloc(32, 7).toString("base64").replace("=", "");
    const refused = [
      [`$scrypt$ln=18,r=8,p=1$TmFDbA$${digest}`, "needs more than 128 MiB of memory"],
      [`$argon2id$v=19$m=2097152,t=1,p=4$c29tZXNhbHQ$${digest}`, "needs more than 128 MiB of memory"],
      [`$scrypt$ln=14,r=8,p=100$TmFDbA$${digest}`, "takes too long to compare with"],
      [`$pbkdf2-sha256$i=100000000,l=32$c2FsdA$${digest}`, "takes too long to compare with"],
      [`$argon2id$v=19$m=65536,t=900,p=1$c29tZXNhbHQ$${digest}`, "takes too long to compare with"],
      [`$argon2id$v=19$m=65536,t=1,p=8192$c29tZXNhbHQ$${digest}`, "takes too long to compare with"],
      [`$2b$20${BCRYPT_OF_U_STAR_U.slice(3)}`, "takes too long to compare with"],
      [`$argon2id$v=19$m=4,t=1,p=1$c29tZXNhbHQ$${digest}`, "has parameters out of range"],
      [`$scrypt$ln=16,r=1,p=1$TmFDbA$${digest}`, "has parameters out of range"],
      [`$pbkdf2-sha256$i=0$c2FsdA$${digest}`, "has parameters out of range"],
      [
        `$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$${digest}`,
        "is not a bcrypt hash or a PHC string of scrypt, PBKDF2 or Argon2id",
      ],
      [
        "pbkdf2_sha256$260000$salt$AAAA",
        "is not a bcrypt hash or a PHC string of scrypt, PBKDF2 or Argon2id",
      ],
      [`$1$c29tZXNhbHQ$${digest}`, "is not a bcrypt hash or a PHC string of scrypt, PBKDF2 or Argon2id"],
      ["$pbkdf2-sha256$i=4096$c2FsdA$AAAA", "is shorter than 16 bytes"],
    ] as const;
    const lines = refused.map(([hash]) => someone({ password_hash: hash }));
    const { code, stderr } = await run(["import-users", writeLines(lines)]);
    expect(code).toBe(1);
    for (const [index, [hash, reason]] of refused.entries()) {
      expect(stderr).toContain(`line ${index + 1}: password_hash ${reason}\n`);
      expect(stderr).not.toContain(hash);
    }
  });
});

test("while imported hashes are stored, every login verifies its own hash or else the slowest imported one", async () => {
  const { url, remove } = await createTestStore();
  const database = await openTestStoreAt(url);
  onTestFinished(async () => {
    await database.close();
    await remove();
  });
  const store = createStore(database);
  const asked: StoredPassword[] = [];
  const passwords = {
    hash: async () => "",
    figures: () => ({ waiting: 0, running: 0 }),
    close: async () => {},
    async verify(_password: unknown, stored: StoredPassword) {
      asked.push(stored);
      return { matches: false, isOutdated: false };
    },
  };
  const { checkCredentials } = createAuthenticator(store, passwords);
  const askAll = async (emails: readonly string[]) => {
    asked.length = 0;
    for (const email of emails) await checkCredentials({ email, password: PASSWORD });
    return asked.map(({ importedHash, slowestHash }) => importedHash ?? slowestHash);
  };
  const [scrypt, pbkdf2] = [VECTORS["scrypt (RFC 7914)"], VECTORS["PBKDF2 with SHA-256"]];
  const [slow, quick] = [someone({ password_hash: scrypt }), someone({ password_hash: pbkdf2 })];
  const off = someone({ active: false, password_hash: pbkdf2 });
  expect(await askAll([slow.email])).toEqual([undefined]);
  await run(["import-users", writeLines([quick, slow, off])], { DATABASE_URL: url });
  expect(await askAll([slow.email, quick.email, off.email, "nobody@example.com"])).toEqual([
    scrypt,
    pbkdf2,
    scrypt,
    scrypt,
  ]);
});

test("a login checks the new hash if another login of the account replaces it in the meantime", async () => {
  const { url, remove } = await createTestStore();
  const database = await openTestStoreAt(url);
  onTestFinished(async () => {
    await database.close();
    await remove();
  });
  const store = createStore(database);
  const { email, ...user } = someone();
  await run(["import-users", writeLines([{ email, ...user }])], { DATABASE_URL: url });
  const { id = "" } = (await store.users.find({ email })) ?? {};
  const renewedHash = `$2b${BCRYPT_OF_U_STAR_U}`;
  const importedPasswords = {
    ...store.importedPasswords,
    // The account has been read at this point.
    async findSlowest() {
      await store.users.update(id, { passwordHash: renewedHash }, new Date());
      return store.importedPasswords.findSlowest();
    },
  };
  const passwords = createPasswords(4, 1);
  onTestFinished(passwords.close);
  const { checkCredentials } = createAuthenticator({ ...store, importedPasswords }, passwords);
  const admit = await checkCredentials({ email, password: "U*U" });
  expect((await store.transaction(admit))?.id).toBe(id);
});

describe("import-users", () => {
  test("keeps id, role, state and time, and generates missing values", async () => {
    const id = crypto.randomUUID();
    const full = someone({ id, role: "guest", active: false, created_at: "2020-02-29T12:00:00.000+01:00" });
    const bare = someone({ email: " Bare@Example.COM ", created_at: "2021-01-01T00:00:00.000Z" });
    expect((await run(["import-users", writeLines([full, bare, someone()])])).code).toBe(0);
    expect(await server.accounts.get(id)).toMatchObject({
      ...{ email: full.email, name: "Ada", role: "guest", isActive: false },
      createdAt: new Date("2020-02-29T11:00:00.000Z"),
    });
    const made = await server.accounts.findByEmail("bare@example.com");
    expect(made).toMatchObject({ role: "user", isActive: true });
    expect(made?.id).toMatch(/^0176bb3e-7000-7/);
    const [entry] = (await server.store.audit.listPage({ event: "import" }, { page: 1, perPage: 1 })).items;
    expect(entry).toMatchObject({ userId: null, by: null });
  });

  test("makes imported users findable by search", async () => {
    const admin = await server.createUser({ role: "admin" });
    await run(["import-users", writeLines([someone({ name: "Zebedee Quux" })])]);
    const login = await server.request
      .post("/bearer/api/v1/auth/login")
      .send({ email: admin.email, password: "correct horse battery" });
    const { body } = await server.request
      .get("/bearer/api/v1/users?search=quux")
      .set("Authorization", `Bearer ${login.body.accessToken}`)
      .expect(200);
    expect(body.items).toMatchObject([{ name: "Zebedee Quux" }]);
  });

  const good = () => [someone(), someone(), someone()] as const;
  const isThere = async (emails: readonly string[]) =>
    Promise.all(emails.map(async (email) => (await server.accounts.findByEmail(email)) !== undefined));

  test("imports all users or none, and reports the error of each line", async () => {
    const [one, two, three] = good();
    const owner = await server.createUser();
    const lines = [
      one,
      "{",
      someone({ email: "nobody" }),
      someone({ email: owner.email }),
      { ...someone(), email: two.email.toUpperCase() },
      two,
      someone({ id: owner.id }),
      "",
      "[]",
      someone({ role: "king", active: "yes", name: " " }),
      { ...someone(), is_active: false, Role: "admin" },
      three,
    ];
    const { code, stdout, stderr } = await run(["import-users", writeLines(lines)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toEqual([
      "line 2: is not valid JSON",
      "line 3: email is not a valid email address",
      `line 4: email ${owner.email} is used by an account or an earlier line`,
      `line 6: email ${two.email} is used by an account or an earlier line`,
      `line 7: id ${owner.id} is used by an account or an earlier line`,
      "line 9: is not a JSON object",
      "line 10: name must not be empty; role must be one of admin, user, guest; active must be true or false",
      'line 11: has unknown fields to leave out: "is_active", "Role"',
      "import-users: 8 lines were refused: nothing was imported. --skip-invalid imports the other lines",
    ]);
    expect(await isThere([one.email, two.email, three.email])).toEqual([false, false, false]);

    const second = await run(["import-users", "--skip-invalid", writeLines(lines)]);
    expect(second).toMatchObject({ code: 0, stdout: "Imported 3 users; 8 lines were refused.\n" });
    expect(await isThere([one.email, two.email, three.email])).toEqual([true, true, true]);
  });

  test("with --dry-run reports the same and stores nothing", async () => {
    const [one, two] = good();
    const { code, stdout } = await run(["import-users", writeLines([one, two]), "--dry-run"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "2 users could be imported; 0 lines were refused. Nothing was imported.\n",
    });
    expect(await isThere([one.email, two.email])).toEqual([false, false]);
    const bad = await run(["import-users", writeLines([one, "{"]), "--dry-run"]);
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining("line 2: is not valid JSON")]);
  });

  test("reports a second line with the same id, even in one batch", async () => {
    const id = crypto.randomUUID();
    const [one, two] = [someone({ id }), someone({ id })];
    const { stderr } = await run(["import-users", writeLines([one, two]), "--skip-invalid"]);
    expect(stderr).toContain(`line 2: id ${id} is used by an account or an earlier line\n`);
    expect(await isThere([one.email, two.email])).toEqual([true, false]);
  });

  test("reads CRLF, a byte order mark and a last line without a line break", async () => {
    const [one, two, three] = good();
    const file = writeLines([one, two], "\r\n");
    writeFileSync(file, `\uFEFF${readFileSync(file, "utf8")}${JSON.stringify(three)}`);
    expect((await run(["import-users", file])).stdout).toBe("Imported 3 users; 0 lines were refused.\n");
    expect((await server.accounts.findByEmail(one.email))?.name).toBe("Ada");
  });

  test("refuses a truncated file and one that isn't UTF-8", async () => {
    const [one, two] = good();
    const file = writeLines([one, two]);
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 20));
    const cut = await run(["import-users", file]);
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining("line 2: is not valid JSON\n")]);
    writeFileSync(file, Buffer.concat([whole, Buffer.from([0x22, 0xff, 0xfe, 0x22])]));
    expect((await run(["import-users", file])).stderr).toContain("line 3: is not UTF-8\n");
    expect(await isThere([one.email])).toEqual([false]);
  });

  test("skips a line of 100 MB without using more memory", async () => {
    const [one, two] = good();
    const file = writeLines([one]);
    const handle = await open(file, "a");
    for (let megabytes = 0; megabytes < 100; megabytes++) await handle.write(Buffer.alloc(1_000_000, "x"));
    await handle.write(`\n${JSON.stringify(two)}\n`);
    await handle.close();
    const { code, stdout, stderr } = await run(["import-users", file, "--skip-invalid"], {
      NODE_OPTIONS: "--max-old-space-size=48",
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported 2 users; 1 line was refused.\n" });
    expect(stderr).toContain("line 2: is longer than 64 kB\n");
  });

  test.each([
    [[], "one file must be given"],
    [["a", "b"], "one file must be given"],
    [["."], "import-users: . can't be read: "],
    [["/nowhere/users.ndjson"], "there is no file /nowhere/users.ndjson"],
    [["x", "--force"], "Unknown option '--force'"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await run(["import-users", ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe("export-users", () => {
  const line =
    /^\{"id":"[\da-f-]{36}","email":".+","name":".+","role":"\w+","active":(true|false),"created_at":".+Z","password_hash":"\$.+"\}$/;

  test("writes all users to a private file, which another store imports unchanged", async () => {
    await run(["import-users", writeLines([someone({ name: "Ñandú 😀", active: false, role: "admin" })])]);
    const file = join(temporaryFolder(), "users.ndjson");
    const { code, stdout } = await run(["export-users", "--out", file]);
    const text = readFileSync(file, "utf8");
    const lines = text.trimEnd().split("\n");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^Wrote ${lines.length} users to .*hashes: keep it as safe`)),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
    expect(text).toContain(VECTORS["PBKDF2 with SHA-256"]);

    const other = await openTestServer();
    const env = { DATABASE_URL: other.databaseUrl, BCRYPT_COST: "4" };
    expect(await run(["import-users", file], env)).toMatchObject({ code: 0 });
    const back = join(temporaryFolder(), "users.ndjson");
    await run(["export-users", "--out", back], env);
    expect(readFileSync(back, "utf8")).toBe(text);
    const { total } = await server.store.audit.listPage({ event: "export" }, { page: 1, perPage: 1 });
    expect(total).toBe(1);
  });

  test("reports one user in the singular", async () => {
    const folder = temporaryFolder();
    const env = { DATABASE_URL: `file:${join(folder, "groundwork.db")}` };
    await run(["migrate"], env);
    await run(["import-users", writeLines([someone()])], env);
    const { stdout } = await run(["export-users", "--out", join(folder, "users.ndjson")], env);
    expect(stdout).toMatch(/^Wrote 1 user to /);
  });

  test("leaves no file if its audit entry can't be stored", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "groundwork.db");
    const env = { DATABASE_URL: `file:${path}` };
    await run(["migrate"], env);
    const store = new Sqlite(path);
    store.exec("CREATE TRIGGER full BEFORE INSERT ON audit_events BEGIN SELECT RAISE(ABORT, 'no room'); END");
    store.close();
    const file = join(folder, "users.ndjson");
    const { code, stderr } = await run(["export-users", "--out", file], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("users.ndjson was not written: no room")]);
    expect(existsSync(file)).toBe(false);
  });

  test("never overwrites a file, and requires a name", async () => {
    const file = writeLines(["mine"]);
    const { code, stderr } = await run(["export-users", "--out", file]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`${file} was not written: the file exists already`),
    ]);
    expect(readFileSync(file, "utf8")).toBe("mine\n");
    expect(existsSync(`${file}.partial`)).toBe(false);
    for (const args of [[], ["--out", ""], ["--out", "-"]])
      expect((await run(["export-users", ...args])).stderr).toContain("--out must name a file");
  });

  test("into a path without a folder says so in one line", async () => {
    const file = writeLines([]);
    for (const folder of [file, `${file}-missing`]) {
      const { code, stderr } = await run(["export-users", "--out", `${folder}/out`]);
      const reason = `${folder}/out was not written: the folder ${folder} does not exist`;
      expect([code, stderr]).toEqual([1, `export-users: ${reason}\n`]);
    }
  });

  testWith([mounting], "leaves no file behind on a full disk", async () => {
    const disk = mountTmpfs("4k");
    const { email } = await server.createUser({ name: "x".repeat(90) });
    const lines = Array.from({ length: 20 }, () => someone({ name: `${email} ${"x".repeat(50)}` }));
    await run(["import-users", writeLines(lines)]);
    const file = join(disk, "users.ndjson");
    const { code, stderr } = await run(["export-users", "--out", file]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("was not written: no space left on device\n"),
    ]);
    expect(existsSync(file) || existsSync(`${file}.partial`)).toBe(false);
  });
});

testWith([mounting], "an import onto a full disk stores nothing and reports the reason", async () => {
  const disk = mountTmpfs("1m");
  const env = { DATABASE_URL: `file:${join(disk, "groundwork.db")}` };
  await run(["migrate"], env);
  const lines = Array.from({ length: 5_000 }, () => someone());
  const { code, stderr } = await run(["import-users", writeLines(lines)], env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^import-users: .*disk is full\n$/)]);
  const file = join(temporaryFolder(), "users.ndjson");
  expect((await run(["export-users", "--out", file], env)).stdout).toContain("Wrote 0 users");
});
