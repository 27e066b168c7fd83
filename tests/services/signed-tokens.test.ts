import jwt from "jsonwebtoken";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSignedTokens } from "../../src/services/signed-tokens.ts";
import { TEST_SECRET } from "../support/start-test-server.ts";

const NOW = new Date("2026-01-31T12:00:00.000Z");
const EXPIRED = { valid: false, reason: "jwt expired" };

const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a token that was good a moment ago is refused in the second in which it expires", () => {
  const tokens = createSignedTokens(TEST_SECRET);
  const token = tokens.sign({ sub: "ada" }, 60);
  expect(tokens.verify(token)).toMatchObject({ valid: true, claims: { sub: "ada" } });
  vi.setSystemTime(inSeconds(59));
  expect(tokens.verify(token)).toMatchObject({ valid: true, claims: { sub: "ada" } });
  vi.setSystemTime(inSeconds(60));
  expect(tokens.verify(token)).toEqual(EXPIRED);
  expect(tokens.verify(token)).toEqual(EXPIRED);
});

test("a token that names a first second waits for it again where the clock is set back", () => {
  const tokens = createSignedTokens(TEST_SECRET);
  const [exp, nbf] = [inSeconds(60).getTime() / 1000, NOW.getTime() / 1000];
  const token = jwt.sign({ sub: "ada", exp, nbf }, TEST_SECRET);
  expect(tokens.verify(token).valid).toBe(true);
  vi.setSystemTime(inSeconds(-1));
  expect(tokens.verify(token)).toEqual({ valid: false, reason: "jwt not active" });
});

test("a token with one bit changed is refused also while the real one is remembered", () => {
  const tokens = createSignedTokens(TEST_SECRET);
  const token = tokens.sign({ sub: "ada" }, 60);
  expect(tokens.verify(token).valid).toBe(true);
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const otherSignature = Buffer.from(signature, "base64url");
  otherSignature[0] = (otherSignature[0] ?? 0) ^ 1;
  const otherPayload = Buffer.from(JSON.stringify({ ...jwt.decode(token, { json: true }), sub: "eve" }));
  expect(tokens.verify(`${header}.${payload}.${otherSignature.toString("base64url")}`).valid).toBe(false);
  expect(tokens.verify(`${header}.${otherPayload.toString("base64url")}.${signature}`).valid).toBe(false);
});

test("claims that are remembered can't be changed by who reads them", () => {
  const tokens = createSignedTokens(TEST_SECRET);
  const token = tokens.sign({ sub: "ada" }, 60);
  const verification = tokens.verify(token);
  if (!verification.valid) throw new Error(verification.reason);
  expect(() => Object.assign(verification.claims, { sub: "eve" })).toThrow(TypeError);
  expect(tokens.verify(token)).toMatchObject({ claims: { sub: "ada" } });
});

test("tokens of another key are refused, whatever this one remembers", () => {
  const token = createSignedTokens(TEST_SECRET).sign({ sub: "ada" }, 60);
  const others = createSignedTokens(`${TEST_SECRET}, another`);
  expect(others.verify(token)).toEqual({ valid: false, reason: "invalid signature" });
});
