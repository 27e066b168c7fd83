import { homedir } from "node:os";
import { join } from "node:path";

/** A word as the shell would pass it: without quotation marks and backslashes, and with `~` expanded. */
export function unquoted(word: string): string {
  const text = word.replace(/\\(.)|["']/g, "$1");
  return /^~(?=\/|$)/.test(word) ? join(homedir(), text.slice(1)) : text;
}
