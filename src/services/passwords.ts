import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import bcrypt from "bcryptjs";
import { Piscina } from "piscina";
import { DomainError } from "../domain/errors.ts";
import { isPlausiblePassword } from "../domain/password.ts";

/** At cost 10 a thread clears about 14 a second: whoever is behind this many would wait for seconds, so is told at once. */
const MOST_WAITING_PER_THREAD = 64;

/** bcrypt on threads of its own, behind a bounded queue. */
export interface Passwords {
  /** @throws {DomainError} `service-unavailable` where too many are waiting already */
  hash(password: string): Promise<string>;
  /**
   * Costs the same whether the hash is there or not and whatever the password is, so that time tells nothing.
   *
   * @param password whatever the client sent; what can't be a password is never a match
   * @throws {DomainError} `service-unavailable` where too many are waiting already
   */
  verify(password: unknown, passwordHash: string | undefined): Promise<boolean>;
  /** Whether a hash was made at a lower cost than hashes are made now. */
  isOutdated(passwordHash: string): boolean;
  close(): Promise<void>;
}

/**
 * @param cost bcrypt's: each step doubles the work
 * @param processes how many share the processors; together they leave one to everything else, where they can
 */
export async function createPasswords(cost: number, processes = 1): Promise<Passwords> {
  const threads = Math.max(1, Math.floor((availableParallelism() - 1) / processes));
  const pool = new Piscina({
    // The worker is compiled beside this file, or not compiled at all in development.
    filename: new URL(`./password-worker${extname(import.meta.filename)}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    maxQueue: MOST_WAITING_PER_THREAD * threads,
    idleTimeout: 30_000,
  });

  async function run<Result>(task: object, name: "hash" | "verify"): Promise<Result> {
    try {
      return await pool.run(task, { name });
    } catch (error) {
      if (isQueueFull(error)) throw new DomainError("service-unavailable", { cause: error });
      throw error;
    }
  }

  const hash = (password: string): Promise<string> => run({ password, cost }, "hash");
  const decoy = {
    password: "no password is this long or this random",
    hash: await hash(randomBytes(24).toString("base64")),
  };

  return {
    hash,
    async verify(password, passwordHash) {
      const canMatch = isPlausiblePassword(password) && passwordHash !== undefined;
      const candidate = canMatch
        ? { password, passwordHash }
        : { password: decoy.password, passwordHash: decoy.hash };
      const matches = await run<boolean>(candidate, "verify");
      return canMatch && matches;
    },
    isOutdated: (passwordHash) => bcrypt.getRounds(passwordHash) < cost,
    close: () => pool.close({ force: true }),
  };
}

const isQueueFull = (error: unknown): boolean =>
  error instanceof Error && /queue is at limit/i.test(error.message);
