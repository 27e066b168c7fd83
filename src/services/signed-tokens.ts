import { createSecretKey } from "node:crypto";
import jwt from "jsonwebtoken";

/** The claims of a token whose signature and expiry have been checked. */
type VerifiedClaims = Readonly<Record<string, unknown>> & { readonly exp: number };

/** A verified token's claims, or what is wrong with it in words that give nothing away. */
type Verification =
  | { readonly valid: true; readonly claims: VerifiedClaims }
  | { readonly valid: false; readonly reason: string };

/** HS256 and nothing else: the algorithm is never the token's to choose. */
export interface SignedTokens {
  sign(claims: object, lifetimeSeconds: number): string;
  verify(token: string): Verification;
}

export function createSignedTokens(secret: string): SignedTokens {
  // A key object, because the library tries to read a string as a public key at every call.
  const key = createSecretKey(Buffer.from(secret));

  return {
    sign(claims, lifetimeSeconds) {
      const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds;
      return jwt.sign({ ...claims, exp }, key, { algorithm: "HS256", noTimestamp: true });
    },

    verify(token) {
      try {
        return checkClaims(jwt.verify(token, key, { algorithms: ["HS256"] }));
      } catch (error) {
        return {
          valid: false,
          reason: error instanceof jwt.JsonWebTokenError ? error.message : "malformed token",
        };
      }
    },
  };
}

/** The library accepts a token without expiry, and a payload that is no object. */
function checkClaims(claims: unknown): Verification {
  if (typeof claims !== "object" || claims === null)
    return { valid: false, reason: "payload is not an object" };
  if (!("exp" in claims) || !Number.isInteger(claims.exp)) return { valid: false, reason: "exp is missing" };
  return { valid: true, claims: claims as VerifiedClaims };
}
