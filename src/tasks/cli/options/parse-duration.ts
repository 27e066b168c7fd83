import { inputRefusal } from "../../refusal.ts";

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The milliseconds in `90s`, `30m`, `4h`, `1.5h` or `2d`.
 * @throws Refusal for anything else.
 */
export function parseDuration(option: string, given: string): number {
  const [, count, unit] = /^\s*(\d+(?:\.\d+)?)\s*([smhd])\s*$/i.exec(given) ?? [];
  if (count === undefined || unit === undefined) {
    throw inputRefusal("bad-duration", `${option} takes a time such as 30m, 4h or 2d, not "${given}".`);
  }
  return Number(count) * milliseconds[unit.toLowerCase() as keyof typeof milliseconds];
}

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
