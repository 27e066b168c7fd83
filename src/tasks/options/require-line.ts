import { inputRefusal } from "../reporting/refusal.ts";

/**
 * A text that is to stand on one line of the document.
 * @throws Refusal where it is empty or spans lines: what follows the first would be read as something else.
 */
export function requireLine(name: string, text: string): string {
  const line = text.trim();
  if (line === "") throw inputRefusal("empty-text", `${name} must not be empty.`);
  if (/[\r\n\u2028\u2029]/.test(line)) throw inputRefusal("several-lines", `${name} must be one line.`);
  return line;
}
