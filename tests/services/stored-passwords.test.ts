import bcrypt from "bcryptjs";
import { expect, test } from "vitest";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer, PASSWORD } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const logIn = (server: TestServer, email: string, password = PASSWORD) =>
  server.request.post("/session/api/v1/auth/login").send({ email, password });

test("passwords are stored as bcrypt hashes, and a login rehashes them after the cost is raised", async () => {
  const settings = { DATABASE_URL: `file:${temporaryFolder()}/groundwork.db` };
  const before = await openTestServer({ ...settings, BCRYPT_COST: "4" });
  const { id, email } = await before.createUser();
  const hashIn = async (server: TestServer) => (await server.accounts.get(id)).passwordHash;
  expect(await hashIn(before)).toMatch(/^\$2b\$04\$/);
  await before.close();

  const after = await openTestServer({ ...settings, BCRYPT_COST: "5" });
  await logIn(after, email, "wrong password").expect(401);
  expect(await hashIn(after)).toMatch(/^\$2b\$04\$/);
  const atOnce = await Promise.all([1, 2, 3].map(() => logIn(after, email)));
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await hashIn(after)).toMatch(/^\$2b\$05\$/);
  const { headers } = await logIn(after, email).expect(200);
  expect(headers["set-cookie"]).toBeDefined();
});

test("a password must match in every character, including spaces and case", async () => {
  const server = await openTestServer();
  const { id, email } = await server.createUser();
  const password = ` é${"x".repeat(67)}Z `;
  expect(Buffer.byteLength(password)).toBe(72);
  await server.accounts.update(id, { password });
  await logIn(server, email, password).expect(200);
  const changed = [7, 40, 70].map((at) => `${password.slice(0, at)}y${password.slice(at + 1)}`);
  for (const wrong of [password.trim(), password.toLowerCase(), `${password}!`, ...changed]) {
    await logIn(server, email, wrong).expect(401);
  }
});

test("a password matches in every Unicode form, even if it is longer than bcrypt reads", async () => {
  const server = await openTestServer();
  const { id, email } = await server.createUser();
  const composed = "\u00e9".repeat(36);
  const decomposed = composed.normalize("NFD");
  expect(Buffer.byteLength(decomposed)).toBeGreaterThan(72);
  for (const [set, typed] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    await server.accounts.update(id, { password: set });
    await logIn(server, email, typed).expect(200);
    await logIn(server, email, set).expect(200);
    await logIn(server, email, typed.slice(0, -2)).expect(401);
  }
});

test("a hash of another Unicode form still matches, and a login replaces it", async () => {
  const server = await openTestServer();
  const { id, email } = await server.createUser();
  const decomposed = "cafe\u0301 au lait";
  const composed = decomposed.normalize("NFC");
  for (const typed of [decomposed, composed]) {
    await server.store.users.update(id, { passwordHash: await bcrypt.hash(decomposed, 4) }, new Date());
    await logIn(server, email, "caf\u00e8 au lait").expect(401);
    await logIn(server, email, typed).expect(200);
    const { passwordHash } = await server.accounts.get(id);
    expect(await bcrypt.compare(composed, passwordHash)).toBe(true);
  }
});
