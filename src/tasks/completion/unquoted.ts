import { homedir } from "node:os";
import { join } from "node:path";

/** A word as the shell will hand it over once the line is entered: without quotation marks, backslashes and `~`. */
export function unquoted(word: string): string {
  const text = word.replace(/\\(.)|["']/g, "$1");
  return /^~(?=\/|$)/.test(word) ? join(homedir(), text.slice(1)) : text;
}
