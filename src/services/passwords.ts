import { randomBytes } from "node:crypto";
import bcrypt from "bcryptjs";
import { isPlausiblePassword, normalizePassword, passwordForms } from "../domain/password.ts";
import { createHashPool } from "./hash-pool.ts";

/** The hashes that a password is compared with. */
export interface StoredPassword {
  /** Undefined if the account does not exist or is inactive. */
  readonly passwordHash: string | undefined;
  /** The account's imported hash, if it has one. It takes precedence. */
  readonly importedHash?: string | undefined;
  /** The slowest of all imported hashes; undefined if there are none. */
  readonly slowestHash?: string | undefined;
}

/** Stands in for the bcrypt hash of an account with an imported one. No password matches it. */
export const IMPORTED_PASSWORD = "imported";

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * bcrypt in separate processes, behind a queue that is bounded by time.
 *
 * @param cost bcrypt's: each step doubles the work
 * @param concurrency the number of hashes computed at a time
 */
export function createPasswords(cost: number, concurrency: number) {
  const pool = createHashPool(concurrency);
  const decoyPassword = "the password of no account";
  const decoyHash = inventHash(cost);

  /** @returns which of the forms matches, or -1, also without a hash */
  async function findMatch(forms: readonly string[], passwordHash: string | undefined): Promise<number> {
    if (passwordHash === undefined) return -1;
    for (const [index, password] of forms.entries()) {
      if ((await pool.run({ password, passwordHash })) === true) return index;
    }
    return -1;
  }

  /**
   * A failed comparison of a lower cost is quicker, which would show that the account exists. One more of each cost
   * from that one to below the current one makes the work equal.
   */
  async function findOwnMatch(forms: readonly string[], passwordHash: string): Promise<number> {
    const match = await findMatch(forms, passwordHash);
    if (match !== -1) return match;
    for (let lower = bcrypt.getRounds(passwordHash); lower < cost; lower++) {
      await findMatch(forms, inventHash(lower));
    }
    return -1;
  }

  return {
    /** @throws {DomainError} `service-unavailable` if the wait would be too long */
    hash: async (password: string) =>
      (await pool.run({ password: normalizePassword(password), cost })) as string,
    /**
     * Takes the same time with or without a hash and for any password, so that the time reveals nothing. While imported
     * hashes are stored, every check is one comparison longer.
     *
     * @param password the value that the client sent, of any type; a value that can't be a password never matches
     * @returns whether it matches, and whether to renew the hash, at the current cost and in the current form
     * @throws {DomainError} `service-unavailable` if the wait would be too long
     */
    async verify(password: unknown, { passwordHash, importedHash, slowestHash }: StoredPassword) {
      const isPlausible = isPlausiblePassword(password);
      const forms = isPlausible ? passwordForms(password) : [decoyPassword];
      const ownHash = importedHash === undefined ? passwordHash : undefined;
      const match = await findOwnMatch(forms, ownHash ?? decoyHash);
      // The slowest hash is another account's, so its match means nothing.
      const foreignMatch = await findMatch(forms, importedHash ?? slowestHash);
      if (!isPlausible) return NO_MATCH;
      if (importedHash !== undefined) return { matches: foreignMatch !== -1, isOutdated: true };
      if (match === -1 || ownHash === undefined) return NO_MATCH;
      return { matches: true, isOutdated: match > 0 || bcrypt.getRounds(ownHash) < cost };
    },
    figures: pool.figures,
    close: pool.close,
  };
}

const NO_MATCH = { matches: false, isOutdated: false };

/** A hash without a known password. Comparing with it takes as long as with any other of this cost. */
const inventHash = (cost: number): string =>
  bcrypt.genSaltSync(cost) + bcrypt.encodeBase64(randomBytes(23), 23);
