import { createSecretKey, randomUUID } from "node:crypto";
import jwt from "jsonwebtoken";
import { createRecentResults } from "./recent-results.ts";

/** The claims of a token whose signature and expiry have been checked. */
type VerifiedClaims = Readonly<Record<string, unknown>> & { readonly exp: number };

/** A verified token's claims, or what is wrong with it in words that give nothing away. */
type Verification =
  | { readonly valid: true; readonly claims: VerifiedClaims }
  | { readonly valid: false; readonly reason: string };

/** HS256 and nothing else: the algorithm is never the token's to choose. */
export interface SignedTokens {
  /** A token like no other, with these claims and `exp` alone. */
  sign(claims: object, lifetimeSeconds: number): string;
  verify(token: string): Verification;
}

/** About 5 MB of tokens of our own making: as many callers as one process serves at a time. */
const MOST_REMEMBERED = 10_000;

export function createSignedTokens(secret: string): SignedTokens {
  // A key object, because the library tries to read a string as a public key at every call.
  const key = createSecretKey(Buffer.from(secret));
  const remembered = createRecentResults<VerifiedClaims>(MOST_REMEMBERED);

  function verifySignature(token: string): Verification {
    try {
      return checkClaims(jwt.verify(token, key, { algorithms: ["HS256"] }));
    } catch (error) {
      return {
        valid: false,
        reason: error instanceof jwt.JsonWebTokenError ? error.message : "malformed token",
      };
    }
  }

  return {
    sign(claims, lifetimeSeconds) {
      const exp = nowInSeconds() + lifetimeSeconds;
      // In the header, because the APIs promise their claims; without it, two tokens of one second would be the same.
      const header = { alg: "HS256", jti: randomUUID() };
      return jwt.sign({ ...claims, exp }, key, { algorithm: "HS256", header, noTimestamp: true });
    },

    /**
     * A signature that was right stays right for the same bytes, so what a client sends with every request is computed
     * once. What time changes is looked at each time, and a token that has run out is refused in the library's words.
     */
    verify(token) {
      const known = remembered.get(token);
      if (known !== undefined && known.exp > nowInSeconds()) return { valid: true, claims: known };
      const verification = verifySignature(token);
      if (verification.valid && isValidUntilExpiry(verification.claims)) {
        remembered.set(token, Object.freeze(verification.claims));
      }
      return verification;
    },
  };
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** A clock that is set back makes a token with `nbf` wait again. */
const isValidUntilExpiry = (claims: VerifiedClaims): boolean => claims["nbf"] === undefined;

/** The library accepts a token without expiry, and a payload that is no object. */
function checkClaims(claims: unknown): Verification {
  if (typeof claims !== "object" || claims === null)
    return { valid: false, reason: "payload is not an object" };
  if (!("exp" in claims) || !Number.isInteger(claims.exp)) return { valid: false, reason: "exp is missing" };
  return { valid: true, claims: claims as VerifiedClaims };
}
