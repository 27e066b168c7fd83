import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** "grwk": what a cache file begins with. */
const magic = 0x6772776b;
/** Magic, version, how many numbers, how many bytes of text, and the checksum of both. */
const headWidth = 5;

const mostFiles = 64;
const mostBytes = 64 * 1024 * 1024;

/** What a cache file holds besides its head: whole numbers, and a text after them. */
export interface CacheBody {
  readonly numbers: Int32Array;
  readonly text: string;
}

/** The body of a cache file; null where it is missing, damaged, or written by another version. */
export function readCacheFile(path: string, version: number): CacheBody | null {
  const file = readNumbers(path);
  const [first, ofVersion, count = 0, textBytes = 0, sum] = file;
  const body = file.subarray(headWidth);
  const isWhole = first === magic && ofVersion === version && body.length === count + wordsOf(textBytes);
  if (!isWhole || sum !== checksum(body)) return null;
  const text = Buffer.from(file.buffer, file.byteOffset + (headWidth + count) * 4, textBytes);
  return { numbers: body.subarray(0, count), text: text.toString() };
}

/** How many numbers so many bytes take up, the last one filled with zeros. */
const wordsOf = (bytes: number): number => Math.ceil(bytes / 4);

function readNumbers(path: string): Int32Array {
  try {
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
  if (file.byteLength > mostBytes) return;
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, file, { mode: 0o600 });
    renameSync(temporary, path);
    dropOldest(dirname(path), basename(path));
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

/** Files that were not written for the longest time go first, and never the one just written. */
function dropOldest(folder: string, kept: string): void {
  const others = readdirSync(folder).filter((name) => name !== kept);
  const files = others.map((name) => ({ path: join(folder, name), ...sizeAndTime(join(folder, name)) }));
  let bytes = statSync(join(folder, kept)).size;
  for (const [index, { path, size }] of files.toSorted((one, other) => other.time - one.time).entries()) {
    bytes += size;
    if (index >= mostFiles - 1 || bytes > mostBytes) rmSync(path, { force: true });
  }
}

function sizeAndTime(path: string): { size: number; time: number } {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
  return { size, time: mtimeMs };
}
