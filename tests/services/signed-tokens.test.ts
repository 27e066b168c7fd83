import { createHash, createHmac } from "node:crypto";
import jwt from "jsonwebtoken";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DomainError } from "../../src/domain/errors.ts";
import { createSignedTokens } from "../../src/services/signed-tokens.ts";
import { TEST_SECRET } from "../support/start-test-server.ts";

const NOW = new Date("2026-01-31T12:00:00.000Z");
/** The claims of a token that is valid for a minute, or why it is refused. */
function verify(tokens: ReturnType<typeof createSignedTokens>, token: string) {
  try {
    return { valid: true, ...tokens.verify(token, 60) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "token-invalid") throw error;
    return { valid: false, reason: error.detail };
  }
}

const EXPIRED = { valid: false, reason: "jwt expired" };

const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a token that was just verified is refused once it expires", () => {
  const tokens = createSignedTokens([TEST_SECRET]);
  const token = tokens.sign({ sub: "ada" }, 60, NOW);
  expect(verify(tokens, token)).toMatchObject({ valid: true, claims: { sub: "ada" } });
  vi.setSystemTime(inSeconds(59));
  expect(verify(tokens, token)).toMatchObject({ valid: true, claims: { sub: "ada" } });
  vi.setSystemTime(inSeconds(60));
  expect(verify(tokens, token)).toEqual(EXPIRED);
  expect(verify(tokens, token)).toEqual(EXPIRED);
});

test("a token with `nbf` is refused again before that time if the clock is set back", () => {
  const tokens = createSignedTokens([TEST_SECRET]);
  const [exp, nbf] = [inSeconds(60).getTime() / 1000, NOW.getTime() / 1000];
  const token = jwt.sign({ sub: "ada", exp, nbf }, TEST_SECRET);
  expect(verify(tokens, token).valid).toBe(true);
  vi.setSystemTime(inSeconds(-1));
  expect(verify(tokens, token)).toEqual({ valid: false, reason: "jwt not active" });
});

test.each([undefined, 7, "no UUID", "01234567-89ab-4def-8123-456789abcdef"])(
  "a token with the id %s was issued a lifetime before its expiry",
  (jti) => {
    const tokens = createSignedTokens([TEST_SECRET]);
    const header = { alg: "HS256", jti } as jwt.JwtHeader;
    const token = jwt.sign({ exp: inSeconds(45).getTime() / 1000 }, TEST_SECRET, { header });
    expect(verify(tokens, token)).toMatchObject({ valid: true, issuedAt: inSeconds(-15).getTime() + 999 });
  },
);

test("a token with one changed bit is refused even while the real one is remembered", () => {
  const tokens = createSignedTokens([TEST_SECRET]);
  const token = tokens.sign({ sub: "ada" }, 60, NOW);
  expect(verify(tokens, token).valid).toBe(true);
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const otherSignature = Buffer.from(signature, "base64url");
  otherSignature[0] = (otherSignature[0] ?? 0) ^ 1;
  const otherPayload = Buffer.from(JSON.stringify({ ...jwt.decode(token, { json: true }), sub: "eve" }));
  expect(verify(tokens, `${header}.${payload}.${otherSignature.toString("base64url")}`).valid).toBe(false);
  expect(verify(tokens, `${header}.${otherPayload.toString("base64url")}.${signature}`).valid).toBe(false);
});

test("remembered claims can't be changed by a caller", () => {
  const tokens = createSignedTokens([TEST_SECRET]);
  const token = tokens.sign({ sub: "ada" }, 60, NOW);
  const { claims } = tokens.verify(token, 60);
  expect(() => Object.assign(claims, { sub: "eve" })).toThrow(TypeError);
  expect(verify(tokens, token)).toMatchObject({ claims: { sub: "ada" } });
});

test("a token that was signed with another secret is refused", () => {
  const token = createSignedTokens([TEST_SECRET]).sign({ sub: "ada" }, 60, NOW);
  const others = createSignedTokens([`${TEST_SECRET}, another`]);
  expect(verify(others, token)).toEqual({ valid: false, reason: "unknown key" });
});

describe("with several keys", () => {
  const KEYS = [
    "first key of 32 bytes or more, a test",
    "second key of 32 bytes or more, a test",
    "third",
  ] as const;
  const [oldest, older, newest] = KEYS;
  const sign = (secret: string) => createSignedTokens([secret]).sign({ sub: "ada" }, 60, NOW);
  const forge = (secret: string, header: object) =>
    jwt.sign({ sub: "ada", exp: NOW.getTime() / 1000 + 60 }, secret, { header: { alg: "HS256", ...header } });

  test("the first key signs and every key verifies until it is removed", () => {
    const all = createSignedTokens([newest, older, oldest]);
    expect(jwt.decode(all.sign({}, 60, NOW), { complete: true })?.header.kid).toBe(
      jwt.decode(sign(newest), { complete: true })?.header.kid,
    );
    for (const secret of KEYS) expect(verify(all, sign(secret))).toMatchObject({ valid: true });
    const two = createSignedTokens([newest, older]);
    expect(verify(two, sign(oldest))).toEqual({ valid: false, reason: "unknown key" });
    expect(verify(two, sign(older))).toMatchObject({ valid: true });
  });

  test("a token without `kid` is tried with every key", () => {
    const all = createSignedTokens([newest, older, oldest]);
    for (const secret of KEYS) expect(verify(all, forge(secret, {}))).toMatchObject({ valid: true });
    expect(verify(all, forge("a key of nobody here", {}))).toEqual({
      valid: false,
      reason: "invalid signature",
    });
    vi.setSystemTime(inSeconds(60));
    for (const secret of KEYS) expect(verify(all, forge(secret, {}))).toEqual(EXPIRED);
  });

  test("a token is refused if its `kid` names an unknown key or another than the one that signed it", () => {
    const all = createSignedTokens([newest, older]);
    const kid = jwt.decode(sign(older), { complete: true })?.header.kid ?? "";
    expect(verify(all, forge(newest, { kid }))).toEqual({ valid: false, reason: "invalid signature" });
    for (const unknown of [
      "",
      "../../dev/null",
      "' OR 1=1",
      `${kid}=`,
      "x".repeat(1_000_000),
      7,
      null,
      {},
      [kid],
    ]) {
      const [, payload] = sign(newest).split(".");
      const content = `${encode({ alg: "HS256", kid: unknown })}.${payload}`;
      const signature = createHmac("sha256", newest).update(content).digest("base64url");
      expect(verify(all, `${content}.${signature}`)).toEqual({ valid: false, reason: "unknown key" });
    }
  });

  test("a token with a known `kid` and another algorithm is refused", () => {
    const all = createSignedTokens([newest, older]);
    const kid = jwt.decode(sign(older), { complete: true })?.header.kid;
    const [, payload] = sign(older).split(".");
    for (const [alg, digest] of [
      ["HS512", "sha512"],
      ["HS384", "sha384"],
      ["RS256", "sha256"],
    ] as const) {
      const content = `${encode({ alg, kid })}.${payload}`;
      const signature = createHmac(digest, older).update(content).digest("base64url");
      expect(verify(all, `${content}.${signature}`)).toMatchObject({ valid: false });
    }
    expect(verify(all, `${encode({ alg: "none", kid })}.${payload}.`)).toMatchObject({ valid: false });
  });

  test("a key's id reveals nothing about the secret", () => {
    const kid = jwt.decode(sign(oldest), { complete: true })?.header.kid ?? "";
    expect(kid).toMatch(/^[\w-]{12}$/);
    expect(oldest).not.toContain(kid);
    expect(createHash("sha256").update(oldest).digest("base64url")).not.toContain(kid);
  });
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
