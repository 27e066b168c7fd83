import { inputRefusal } from "../refusal.ts";

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
