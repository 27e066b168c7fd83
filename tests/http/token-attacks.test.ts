import { createHmac } from "node:crypto";
import jwt from "jsonwebtoken";
import { afterAll, describe, expect, test } from "vitest";
import { bearerLogin } from "../support/bearer-client.ts";
import { openConnection } from "../support/open-connection.ts";
import { sessionLogin } from "../support/session-client.ts";
import { PASSWORD, startTestServer, TEST_SECRET } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const user = await server.createUser();

const now = () => Math.floor(Date.now() / 1000);
const encode = (value: object | string) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** A token with any header and payload, signed with the right secret. */
function forge(header: object | string, payload: object | string, algorithm = "sha256"): string {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${createHmac(algorithm, TEST_SECRET).update(content).digest("base64url")}`;
}

/** The claims of both APIs, so that the same forgery can be tried on each. */
const claims = (overrides: object = {}) => ({
  sub: user.id,
  user_id: user.id,
  exp: now() + 3600,
  ...overrides,
});

async function expectRefused(token: string): Promise<void> {
  const header = `Bearer ${token}`;
  const bearer = await server.request.get("/bearer/api/v1/users/me").set("Authorization", header);
  expect([token.slice(0, 60), bearer.status]).toEqual([token.slice(0, 60), 401]);
  // Words only: nothing of the token is repeated.
  expect(bearer.body.reason).toMatch(/^Invalid token: [a-z ]+$/);
  expect(bearer.headers["www-authenticate"]).toBe('Bearer realm="groundwork", error="invalid_token"');
  const session = await server.request.get("/session/api/v1/users").set("Authorization", header);
  expect([session.status, session.body]).toEqual([401, { error: "Invalid token" }]);
  expect(JSON.stringify([bearer.body, session.body])).not.toMatch(/ at |node_modules|\.ts/);
}

const HS256 = { alg: "HS256", typ: "JWT" };

test("the forgeries of these tests would be accepted without their fault", async () => {
  const header = `Bearer ${forge(HS256, claims())}`;
  await server.request.get("/bearer/api/v1/users/me").set("Authorization", header).expect(200);
  await server.request.get("/session/api/v1/users").set("Authorization", header).expect(200);
});

describe("both APIs refuse a token", () => {
  test.each(["none", "None", "NONE", "nOnE"])("with the algorithm %s, signed or not", async (alg) => {
    await expectRefused(`${encode({ alg })}.${encode(claims())}.`);
    await expectRefused(forge({ alg }, claims()));
  });

  test.each([
    ["HS384", "sha384"],
    ["HS512", "sha512"],
    ["RS256", "sha256"],
    ["ES256", "sha256"],
    ["hs256", "sha256"],
  ])("with the algorithm %s", async (alg, digest) => {
    await expectRefused(forge({ alg, typ: "JWT" }, claims(), digest));
  });

  test("signed with a key that the token itself names or contains", async () => {
    const key = "a key of the attacker, 32 bytes or more";
    for (const header of [
      { kid: "../../dev/null" },
      { kid: "' OR 1=1" },
      { jku: "https://evil.example/keys.json" },
      { jwk: { kty: "oct", k: encode(key) } },
      { x5c: [encode(key)] },
    ]) {
      await expectRefused(
        jwt.sign(claims(), key, { algorithm: "HS256", header: { alg: "HS256", ...header } }),
      );
      await expectRefused(jwt.sign(claims(), "", { algorithm: "none", header: { ...header, alg: "none" } }));
    }
  });

  test("with missing, extra, empty or altered parts", async () => {
    const token = forge(HS256, claims());
    const [header, payload, signature] = token.split(".") as [string, string, string];
    for (const mangled of [
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${token}.${signature}`,
      `${token}.x.y`,
      `.${payload}.${signature}`,
      `${header}..${signature}`,
      "..",
      ".",
      `${header}.${payload}.${signature.slice(0, -2)}`,
      `${header}.${payload}.${signature}AAAA`,
      `${header}.${encode(claims({ sub: "x" }))}.${signature}`,
      `"${token}"`,
      `${token},${token}`,
      token.toUpperCase(),
      "x",
    ]) {
      await expectRefused(mangled);
    }
  });

  test("with a payload that isn't an object of claims", async () => {
    for (const payload of ["", "garbage", "null", "[]", '"text"', "42", "{", JSON.stringify([claims()])]) {
      await expectRefused(forge(HS256, payload));
    }
    await expectRefused(forge("garbage", claims()));
  });

  test("without a valid expiry in the future", async () => {
    const { exp: _, ...endless } = claims();
    await expectRefused(forge(HS256, endless));
    const bad = [now(), now() - 1, 0, -1, String(now() + 3600), null, true, {}, [now() + 60], now() + 0.5];
    for (const exp of bad) await expectRefused(forge(HS256, claims({ exp })));
  });

  test('before its "nbf" time', async () => {
    await expectRefused(forge(HS256, claims({ nbf: now() + 3600 })));
  });
});

test("a token of 12 kB is refused, and one that exceeds the header limit closes the connection", async () => {
  await expectRefused(forge(HS256, claims({ padding: "x".repeat(8_000) })).replace(/.$/, "_"));
  const connection = await openConnection(server.origin);
  const huge = "x".repeat(100_000);
  connection.send(`GET /bearer/api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${huge}\r\n\r\n`);
  expect(await connection.untilClosed()).toMatch(/^(HTTP\/1\.1 431 |$)/);
  await server.request.get("/health").expect(200);
});

test("only the first of two Authorization headers counts", async () => {
  const [good, bad] = [`Bearer ${forge(HS256, claims())}`, "Bearer x"];
  const statusOf = async (first: string, second: string) => {
    const connection = await openConnection(server.origin);
    connection.send(
      `GET /bearer/api/v1/users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${first}\r\nAuthorization: ${second}\r\n\r\n`,
    );
    return Number((await connection.untilClosed()).slice(9, 12));
  };
  expect(await statusOf(good, bad)).toBe(200);
  expect(await statusOf(bad, good)).toBe(401);
});

test("a forged token with the right key still needs an active user and gets the role in the store", async () => {
  const farAhead = `Bearer ${forge(HS256, claims({ exp: now() + 10 * 365 * 86_400, isAdmin: true }))}`;
  await server.request.delete(`/bearer/api/v1/users/${user.id}`).set("Authorization", farAhead).expect(403);
});

test("a revoked role is refused at the next request in both APIs", async () => {
  const admin = await server.createUser({ role: "admin" });
  // A second admin, because the last one can't lose the role.
  await server.createUser({ role: "admin" });
  const authorization = await bearerLogin(server, admin.email);
  const { cookie } = await sessionLogin(server, admin.email);
  const ids = [(await server.createUser()).id, (await server.createUser()).id] as const;
  await server.request
    .delete(`/bearer/api/v1/users/${ids[0]}`)
    .set("Authorization", authorization)
    .expect(204);
  await server.accounts.update(admin.id, { role: "user" });
  await server.request
    .delete(`/bearer/api/v1/users/${ids[1]}`)
    .set("Authorization", authorization)
    .expect(403);
  await server.request.delete(`/session/api/v1/users/${ids[1]}`).set("Cookie", cookie).expect(403);
});

describe("cookies and tokens of both APIs are refused at the next request after", () => {
  const statuses = async (cookie: string, token: string, authorization: string) => [
    (await server.request.get("/session/api/v1/auth/me").set("Cookie", cookie)).status,
    (await server.request.get("/session/api/v1/users").set("Authorization", `Bearer ${token}`)).status,
    (await server.request.get("/bearer/api/v1/users/me").set("Authorization", authorization)).status,
    (await server.request.post("/bearer/api/v1/auth/refresh").set("Authorization", authorization)).status,
  ];

  test.each([
    ["a deactivation", (id: string) => server.accounts.deactivate(id)],
    ["a deletion", (id: string) => server.accounts.remove(id)],
    ["a new password", (id: string) => server.accounts.update(id, { password: "another password" })],
  ])("%s", async (_name, change) => {
    const { id, email } = await server.createUser();
    const { cookie, token } = await sessionLogin(server, email);
    const authorization = await bearerLogin(server, email);
    expect(await statuses(cookie, token, authorization)).toEqual([200, 200, 200, 200]);
    await change(id);
    expect(await statuses(cookie, token, authorization)).toEqual([401, 401, 401, 401]);
  });
});

test("answers about users and tokens are never cached and have no ETag", async () => {
  const { email } = user;
  const authorization = await bearerLogin(server, email);
  const { cookie } = await sessionLogin(server, email);
  const answers = [
    await server.request.get("/bearer/api/v1/users/me").set("Authorization", authorization),
    await server.request.post("/bearer/api/v1/auth/refresh").set("Authorization", authorization),
    await server.request.get("/session/api/v1/auth/me").set("Cookie", cookie),
    await server.request.get("/session/api/v1/users").set("Cookie", cookie),
    await server.request.post("/session/api/v1/auth/login").send({}),
  ];
  for (const { headers } of answers) {
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["etag"]).toBeUndefined();
  }
});

test("an unknown email, a wrong password and an inactive user get identical login answers, byte for byte", async () => {
  const inactive = await server.createUser();
  await server.accounts.deactivate(inactive.id);
  for (const path of ["/session/api/v1/auth/login", "/bearer/api/v1/auth/login"]) {
    const seen = new Set<string>();
    for (const credentials of [
      { email: "nobody@example.com", password: PASSWORD },
      { email: user.email, password: "wrong password" },
      { email: inactive.email, password: PASSWORD },
    ]) {
      const { status, text, headers } = await server.request.post(path).send(credentials);
      const { date: _date, "x-request-id": _id, ...others } = headers;
      expect(status).toBe(401);
      seen.add(JSON.stringify([text, others]));
    }
    expect(seen.size).toBe(1);
  }
});
