import { inputRefusal } from "../../refusal.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come in
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/**
 * A text that is to be on one line of the document.
 * @throws Refusal where it is empty, spans lines (what follows the first would be read as something else), or
 * holds characters that steer a terminal instead of being read.
 */
export function requireLine(name: string, text: string): string {
  const line = text.trim();
  if (line === "") throw inputRefusal("empty-text", `${name} must not be empty.`);
  if (/[\r\n\u2028\u2029]/.test(line)) throw inputRefusal("several-lines", `${name} must be one line.`);
  if (controls.test(line))
    throw inputRefusal("control-character", `${name} must hold no control characters.`);
  return line;
}

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
