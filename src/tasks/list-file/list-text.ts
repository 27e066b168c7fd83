import { readFileSync } from "node:fs";
import { inputRefusal, unreadable } from "../refusal.ts";

// `ignoreBOM` keeps the mark in the text, so that it is written back.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of a Markdown file, byte order mark and line endings included.
 * @throws Refusal if it is missing, unreadable, binary or not UTF-8.
 */
export function readListText(path: string): string {
  const bytes = readBytes(path);
  if (bytes.includes(0)) throw inputRefusal("binary-file", `${path} is not text: it holds a zero byte.`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw inputRefusal("not-utf8", `${path} is not UTF-8: convert it first (iconv -t UTF-8).`);
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
