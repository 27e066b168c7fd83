import { inputRefusal } from "../refusal.ts";

const defaultSeconds = 600;

/**
 * The time limit in `--timeout SECONDS`; ten minutes without it.
 * @throws Refusal where it is not a positive number.
 */
export function parseSeconds(given: string | undefined): number {
  const seconds = given === undefined ? defaultSeconds : Number(given);
  // Timers count in 32 bits of milliseconds.
  if (seconds > 0 && seconds <= 2_000_000) return seconds;
  throw inputRefusal("bad-timeout", `--timeout takes a number of seconds, not "${given}".`);
}
