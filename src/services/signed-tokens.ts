import type { KeyObject } from "node:crypto";
import { createSecretKey, hkdfSync } from "node:crypto";
import jwt from "jsonwebtoken";
import { DomainError } from "../domain/errors.ts";
import { createIdAt, readIdTime } from "./create-id.ts";
import { createRecentResults } from "./recent-results.ts";

/** The claims of a token whose signature and expiry have been checked. */
type VerifiedClaims = Readonly<Record<string, unknown>> & { readonly exp: number };

interface VerifiedToken {
  readonly claims: VerifiedClaims;
  /** In milliseconds, from the token's id. */
  readonly idTime: number | undefined;
}

/** About 5 MB of verified tokens, enough for all callers that one process serves at a time. */
const MOST_REMEMBERED = 10_000;

/**
 * Only HS256: a token never chooses its algorithm.
 *
 * @param secrets the first signs, all verify
 */
export function createSignedTokens(secrets: readonly [string, ...string[]]) {
  const keys = secrets.map(createKey) as [Key, ...Key[]];
  const [current] = keys;
  const remembered = createRecentResults<VerifiedToken>(MOST_REMEMBERED);

  /**
   * A valid signature stays valid for the same bytes, so a token that comes with every request is verified once. Its
   * expiry is checked each time, and an expired token is refused with the library's message.
   */
  function verifyOnce(token: string): VerifiedToken {
    const known = remembered.get(token);
    if (known !== undefined && known.claims.exp > toSeconds(Date.now())) return known;
    const verified = verifyWithKeys(token, keys);
    // With `nbf` it is not remembered: if the clock is set back, it is not valid yet.
    if (verified.claims["nbf"] === undefined) {
      Object.freeze(verified.claims);
      remembered.set(token, verified);
    }
    return verified;
  }

  return {
    /** A unique token with only these claims and `exp`. */
    sign(claims: object, lifetimeSeconds: number, issuedAt: Date): string {
      const exp = toSeconds(issuedAt.getTime()) + lifetimeSeconds;
      // In the header, because the APIs promise their claims. It dates the token to the millisecond and makes it
      // unique.
      const header = { alg: "HS256", kid: current.id, jti: createIdAt(issuedAt) };
      return jwt.sign({ ...claims, exp }, current.key, { algorithm: "HS256", header, noTimestamp: true });
    },

    /**
     * @param lifetimeSeconds of tokens of this kind. A token without an id was issued this long before its expiry;
     *   `issuedAt` is the last millisecond of that second.
     * @throws {DomainError} `token-invalid`, with a detail that reveals nothing
     */
    verify(token: string, lifetimeSeconds: number) {
      const { claims, idTime } = verifyOnce(token);
      return { claims, issuedAt: idTime ?? (claims.exp - lifetimeSeconds) * 1000 + 999 };
    },
  };
}

const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

type Key = ReturnType<typeof createKey>;

const createKey = (secret: string) => ({
  /** For the header `kid`: derived from the secret, which it does not reveal. */
  id: Buffer.from(hkdfSync("sha256", secret, "", "groundwork key id", 9)).toString("base64url"),
  // A key object, because the library tries to read a string as a public key at every call.
  key: createSecretKey(Buffer.from(secret)),
});

const WRONG_KEY = "invalid signature";

/** Tries the key that the token names, or every key if it names none. @throws {DomainError} `token-invalid` */
function verifyWithKeys(token: string, keys: readonly Key[]): VerifiedToken {
  const kid = readKeyId(token);
  let detail = "unknown key";
  for (const { key } of keys.filter(({ id }) => kid === undefined || id === kid)) {
    const verified = verifySignature(token, key);
    if (typeof verified === "object") return verified;
    detail = verified;
    if (detail !== WRONG_KEY) break;
  }
  throw new DomainError("token-invalid", { detail });
}

/** @returns undefined if the header has none or is invalid, which the check of the signature reports */
function readKeyId(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split(".", 1)[0] ?? "", "base64url").toString());
    return Object(header).kid;
  } catch {
    return undefined;
  }
}

/** @returns the token, or the error's message */
function verifySignature(token: string, key: KeyObject): VerifiedToken | string {
  try {
    const { header, payload } = jwt.verify(token, key, { algorithms: ["HS256"], complete: true });
    // The library accepts a token without expiry, and a payload that is not an object.
    if (!Number.isInteger(Object(payload).exp)) return "exp is missing";
    return { claims: payload as VerifiedClaims, idTime: readIdTime(Object(header).jti) };
  } catch (error) {
    return error instanceof jwt.JsonWebTokenError ? error.message : "malformed token";
  }
}
