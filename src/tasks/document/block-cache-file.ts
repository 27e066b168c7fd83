import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** "grwk": what a cache file begins with. */
const magic = 0x6772776b;
/** Magic, version, length and checksum. */
const headWidth = 4;

const mostFiles = 64;
const mostBytes = 64 * 1024 * 1024;

/** The numbers that a cache file holds; none where it is missing, damaged, or written by another version. */
export function readCacheFile(path: string, version: number): Int32Array {
  const numbers = readNumbers(path);
  const body = numbers.subarray(headWidth);
  const isWhole = numbers[0] === magic && numbers[1] === version && numbers[2] === body.length;
  return isWhole && numbers[3] === checksum(body) ? body : new Int32Array();
}

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
export function writeCacheFile(path: string, version: number, body: Int32Array): void {
  const numbers = new Int32Array(headWidth + body.length);
  numbers.set([magic, version, body.length, checksum(body)]);
  numbers.set(body, headWidth);
  if (numbers.byteLength > mostBytes) return;
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, numbers, { mode: 0o600 });
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
