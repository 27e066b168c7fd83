import type { Block } from "./block.ts";
import { readCacheFile, writeCacheFile } from "./block-cache-file.ts";
import { blockWidth, decodeBlocks, encodeBlocks } from "./block-codec.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { textHash } from "./text-hash.ts";

/** To be raised whenever the same text would give other blocks: what an older reader left is then not used. */
const readerVersion = 2;

/** The numbers before a piece's blocks: its hash in two halves, the length of its text, how many blocks. */
const headWidth = 4;

/**
 * The blocks of the pieces of one list, found by the hash of a piece's text and its length. They are kept
 * between the readings of one run, and with a path between runs, since parsing is what takes the time.
 */
export class BlockCache {
  readonly #path: string | null;
  readonly #kept: Map<number, Int32Array>;
  #previous = new Map<number, Int32Array>();
  #current = new Map<number, Int32Array>();
  #hasNew = false;

  constructor(path: string | null) {
    this.#path = path;
    this.#kept = path === null ? new Map() : indexPieces(readCacheFile(path, readerVersion));
  }

  /** Begins a reading of the list: what the reading before the last one used is let go. */
  beginReading(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }

  blocksOf(text: string, offset: number): readonly Block[] {
    const hash = textHash(text);
    const known = this.#current.get(hash) ?? this.#previous.get(hash) ?? this.#kept.get(hash);
    if (known && known[2] === text.length) {
      this.#current.set(hash, known);
      return decodeBlocks(known, headWidth, known[3] ?? 0, offset);
    }
    const blocks = parseBlocks(text, offset);
    this.#current.set(hash, encodePiece(hash, text.length, blocks, offset));
    this.#hasNew = true;
    return blocks;
  }

  /** Keeps the pieces of the last reading for the next run, if any piece was parsed since the last time. */
  save(): void {
    if (!this.#hasNew || this.#path === null) return;
    this.#hasNew = false;
    writeCacheFile(this.#path, readerVersion, joinPieces([...this.#current.values()]));
  }
}

function encodePiece(hash: number, length: number, blocks: readonly Block[], offset: number): Int32Array {
  const numbers = new Int32Array(headWidth + blocks.length * blockWidth);
  numbers.set([Math.floor(hash / 2 ** 32), hash % 2 ** 32, length, blocks.length]);
  encodeBlocks(blocks, numbers, headWidth, offset);
  return numbers;
}

function indexPieces(numbers: Int32Array): Map<number, Int32Array> {
  const pieces = new Map<number, Int32Array>();
  for (let at = 0; at < numbers.length; ) {
    const end = at + headWidth + (numbers[at + 3] ?? 0) * blockWidth;
    const hash = (numbers[at] ?? 0) * 2 ** 32 + ((numbers[at + 1] ?? 0) >>> 0);
    pieces.set(hash, numbers.subarray(at, end));
    at = end;
  }
  return pieces;
}

function joinPieces(pieces: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
