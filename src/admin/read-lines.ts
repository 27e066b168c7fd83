import { createReadStream } from "node:fs";
import { reasonOf } from "../database/system-reason.ts";
import { AdminError } from "./command.ts";

/** A line of a file, counted from 1, or the reason that it can't be read. */
export type Line = { readonly number: number } & ({ readonly text: string } | { readonly fault: string });

/** An account takes some 500 bytes. */
const LONGEST_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads a text file line by line, in constant memory however long a line is. A byte order mark, carriage returns and
 * blank lines are left out.
 *
 * @throws {AdminError} for a folder, and for a file that the system refuses to read
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let bytes = 0;

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= LONGEST_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const end = (): Line[] => {
    const line = bytes > LONGEST_LINE_BYTES ? { fault: TOO_LONG } : decode(Buffer.concat(parts));
    [parts, bytes] = [[], 0];
    const numbered = { number: number++, ...line };
    return "text" in line && line.text.trim() === "" ? [] : [numbered];
  };

  for await (const chunk of readChunks(file)) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, at));
      start = at + 1;
      yield* end();
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (bytes > 0) yield* end();
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new AdminError(`${file} can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

const TOO_LONG = `is longer than ${LONGEST_LINE_BYTES / 1024} kB`;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(line: Buffer): { text: string } | { fault: string } {
  try {
    return { text: decoder.decode(line).replace(BYTE_ORDER_MARK, "").replace(/\r$/, "") };
  } catch {
    return { fault: "is not UTF-8" };
  }
}
