import { inputRefusal } from "../refusal.ts";

/**
 * The day of the Created line: as given, else today.
 * @throws Refusal where it is not a day written YYYY-MM-DD.
 */
export function requireDate(given: string | undefined): string {
  if (given === undefined) return today();
  const date = new Date(`${given}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(given) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(given);
  if (!isReal) throw inputRefusal("bad-date", `--date takes a day as YYYY-MM-DD, not "${given}".`);
  return given;
}

function today(): string {
  const now = new Date();
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${padded(now.getMonth() + 1)}-${padded(now.getDate())}`;
}
