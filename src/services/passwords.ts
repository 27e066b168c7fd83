import { randomBytes } from "node:crypto";
import bcrypt from "bcryptjs";
import { isPlausiblePassword, normalizePassword, passwordForms } from "../domain/password.ts";
import type { HashPool } from "./hash-pool.ts";
import { createHashPool } from "./hash-pool.ts";

/** Whether a password is the one behind a hash, and whether to hash it anew: at the present cost, in the present form. */
interface Verdict {
  readonly matches: boolean;
  readonly isOutdated: boolean;
}

/** bcrypt in processes of its own, behind a queue that is bounded by time. */
export interface Passwords {
  /** @throws {DomainError} `service-unavailable` where the wait would be too long */
  hash(password: string): Promise<string>;
  /**
   * Costs the same whether the hash is there or not and whatever the password is, so that time tells nothing.
   *
   * @param password whatever the client sent; what can't be a password is never a match
   * @throws {DomainError} `service-unavailable` where the wait would be too long
   */
  verify(password: unknown, passwordHash: string | undefined): Promise<Verdict>;
  figures: HashPool["figures"];
  close(): Promise<void>;
}

/**
 * @param cost bcrypt's: each step doubles the work
 * @param concurrency how many hashes are computed at a time
 */
export function createPasswords(cost: number, concurrency: number): Passwords {
  const pool = createHashPool(concurrency);
  const decoyPassword = "the password of no account";
  const decoyHash = inventHash(cost);

  /** @returns which of the forms matches, or -1 */
  async function findMatch(forms: readonly string[], passwordHash: string): Promise<number> {
    for (const [index, password] of forms.entries()) {
      if ((await pool.run({ password, passwordHash })) === true) return index;
    }
    return -1;
  }

  return {
    hash: async (password) => (await pool.run({ password: normalizePassword(password), cost })) as string,
    async verify(password, passwordHash) {
      const forms = isPlausiblePassword(password) ? passwordForms(password) : [decoyPassword];
      const match = await findMatch(forms, passwordHash ?? decoyHash);
      if (match === -1 || passwordHash === undefined || !isPlausiblePassword(password)) return NO_MATCH;
      return { matches: true, isOutdated: match > 0 || bcrypt.getRounds(passwordHash) < cost };
    },
    figures: pool.figures,
    close: () => pool.close(),
  };
}

const NO_MATCH: Verdict = { matches: false, isOutdated: false };

/** A hash that no password is known for. Comparing with it takes as long as with any other of this cost. */
const inventHash = (cost: number): string =>
  bcrypt.genSaltSync(cost) + bcrypt.encodeBase64(randomBytes(23), 23);
