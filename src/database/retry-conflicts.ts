import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import { TransactionConflict } from "./database.ts";

const MOST_ATTEMPTS = 6;
const LONGEST_FIRST_PAUSE_MS = 10;

/**
 * Runs the work again if the engine rolled it back in favour of another transaction. The pause before it is random,
 * so that two conflicting transactions do not collide again.
 *
 * @throws {DomainError} `service-unavailable` if every attempt is rolled back
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransactionConflict)) throw error;
      if (attempt === MOST_ATTEMPTS) throw new DomainError("service-unavailable", { cause: error });
      await sleep(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
