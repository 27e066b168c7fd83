import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { claimFolder, dropOldest, isOwnFolder } from "../own-folder.ts";

/** "grwk": what a cache file begins with. */
const magic = 0x6772776b;
/** Magic, version, how many numbers, how many bytes of text, and the checksum of both. */
const headWidth = 5;

const longestFile = 16 * 1024 * 1024;

/** What a cache file holds besides its head: whole numbers, and a text after them. */
export interface CacheBody {
  readonly numbers: Int32Array;
  readonly text: string;
}

/** The name of every cache file ends like this. */
export const readingEnding = ".reading";

/** The body of a cache file; null where it is missing, damaged, another version's, or not safely the user's own. */
export function readCacheFile(path: string, version: number): CacheBody | null {
  const file = readNumbers(path);
  const [first, ofVersion, count = 0, textBytes = 0, sum] = file;
  const body = file.subarray(headWidth);
  const isWhole = first === magic && ofVersion === version && body.length === count + wordsOf(textBytes);
  if (!isWhole || sum !== checksum(body)) return null;
  const text = Buffer.from(file.buffer, file.byteOffset + (headWidth + count) * 4, textBytes);
  return { numbers: body.subarray(0, count), text: text.toString() };
}

/** How many numbers a number of bytes takes up, the last one filled with zeros. */
const wordsOf = (bytes: number): number => Math.ceil(bytes / 4);

function readNumbers(path: string): Int32Array {
  try {
    if (!isOwnFolder(dirname(path))) return new Int32Array();
    const bytes = readFileSync(path);
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4));
    return new Int32Array(copy);
  } catch {
    // Nothing kept yet, or nothing that may be read: both are an empty cache.
    return new Int32Array();
  }
}

/** Replaces a cache file as a whole, and keeps the folder within its bounds. Does nothing where it may not write. */
export function writeCacheFile(path: string, version: number, { numbers, text }: CacheBody): void {
  const textBytes = Buffer.byteLength(text);
  const file = new Int32Array(headWidth + numbers.length + wordsOf(textBytes));
  file.set(numbers, headWidth);
  Buffer.from(file.buffer).write(text, (headWidth + numbers.length) * 4);
  const sum = checksum(file.subarray(headWidth));
  file.set([magic, version, numbers.length, textBytes, sum]);
  if (file.byteLength > longestFile) return;
  const temporary = `${path}.${process.pid}`;
  try {
    if (claimFolder(dirname(path)) !== undefined) return;
    writeFileSync(temporary, file, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
    dropOldest(dirname(path), basename(path), readingEnding);
  } catch {
    removeIfPossible(temporary);
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What could not be written cannot be taken away either.
  }
}

function checksum(numbers: Int32Array): number {
  let sum = magic;
  for (let index = 0; index < numbers.length; index++) {
    sum = Math.imul(sum ^ (numbers[index] ?? 0), 0x5bd1e995);
    sum ^= sum >>> 15;
  }
  return sum;
}
