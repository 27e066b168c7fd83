import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { dropOldest, isOwnFolder, replaceOwnFile } from "../own-folder.ts";
import { parseBlocks } from "./parse-blocks.ts";
import type { Block } from "./read-blocks.ts";
import { blockKinds } from "./read-blocks.ts";
import type { ReadingMemory, SectionPlace, TaskGist } from "./remembered-task.ts";
import { moveGist } from "./remembered-task.ts";

/** A hash of the reader's source files, set by the build: a different version may read the same text differently. */
declare const readerHash: number | undefined;
const readerVersion = typeof readerHash === "number" ? readerHash : 0;

/** The name of every cache file ends like this. */
export const readingEnding = ".reading";
const longestFile = 16 * 1024 * 1024;

/** A block as numbers; its offsets count from the start of its piece. */
type BlockRow = readonly number[];

interface Piece {
  readonly length: number;
  readonly rows: readonly BlockRow[];
  /** The gist of the task at the start of the piece; `at` is the piece's offset when the task was read. */
  kept: { readonly gist: TaskGist; readonly at: number; readonly blockCount: number } | null;
}

/**
 * Caches the parsed pieces of one list by the hash and the length of their text. Keeps them between the readings of one
 * run and, with a path, between runs, because parsing takes most of the time.
 */
export class ReadingCache implements ReadingMemory {
  readonly #path: string | null;
  readonly #stored: ReadonlyMap<number, Piece>;
  #previous: ReadonlyMap<number, Piece> = new Map();
  #current = new Map<number, Piece>();
  /** The pieces of this reading, by offset. */
  #placed = new Map<number, Piece>();
  #hasNew = false;

  constructor(path: string | null) {
    this.#path = path;
    this.#stored = path === null ? new Map() : readPieces(path);
  }

  /** Begins a reading of the list. Drops the pieces that the last reading did not use. */
  beginReading(): void {
    this.#previous = this.#current;
    this.#current = new Map();
    this.#placed = new Map();
  }

  blocksOf(text: string, offset: number): readonly Block[] {
    const hash = textHash(text);
    const known = this.#current.get(hash) ?? this.#previous.get(hash) ?? this.#stored.get(hash);
    const piece = known?.length === text.length ? known : this.#parse(text);
    this.#current.set(hash, piece);
    this.#placed.set(offset, piece);
    return piece.rows.map((row) => blockOf(row, offset));
  }

  #parse(text: string): Piece {
    this.#hasNew = true;
    return { length: text.length, rows: parseBlocks(text).map(rowOf), kept: null };
  }

  recall(place: SectionPlace): TaskGist | null {
    const kept = this.#pieceAround(place)?.kept;
    return kept?.blockCount === place.blockCount ? moveGist(kept.gist, place.heading.start - kept.at) : null;
  }

  keep(place: SectionPlace, gist: TaskGist): void {
    const piece = this.#pieceAround(place);
    if (!piece) return;
    piece.kept = { gist, at: place.heading.start, blockCount: place.blockCount };
    this.#hasNew = true;
  }

  /**
   * The piece that contains the whole section and begins with its heading, so that its text is enough to determine the
   * reading.
   */
  #pieceAround({ heading, end }: SectionPlace): Piece | null {
    const piece = this.#placed.get(heading.start);
    return piece && end <= heading.start + piece.length ? piece : null;
  }

  /** Saves the pieces of the last reading for the next run, if any piece was parsed since the last save. */
  save(): void {
    if (!this.#hasNew || this.#path === null) return;
    this.#hasNew = false;
    const pieces = JSON.stringify([...this.#current]);
    writeCacheFile(this.#path, `${headOf(pieces)}${pieces}`);
  }
}

const rowOf = ({ kind, level, start, end, textStart, textEnd, depth }: Block): BlockRow => [
  ...[blockKinds.indexOf(kind), level, depth],
  ...[start, end, textStart, textEnd],
];

function blockOf(row: BlockRow, offset: number): Block {
  const [kind = 0, level = 0, depth = 0, start = 0, end = 0, textStart = 0, textEnd = 0] = row;
  return {
    kind: blockKinds[kind] ?? "paragraph",
    level,
    start: offset + start,
    end: offset + end,
    textStart: offset + textStart,
    textEnd: offset + textEnd,
    depth,
  };
}

/** The first line of a cache file: the reader's version and the hash of the rest. */
const headOf = (pieces: string): string => `${readerVersion} ${textHash(pieces)}\n`;

/**
 * The pieces in a cache file; empty if it is missing, damaged or from another version, or if others could have written
 * it.
 */
function readPieces(path: string): ReadonlyMap<number, Piece> {
  try {
    const file = isOwnFolder(dirname(path)) ? readFileSync(path, "utf8") : "";
    const pieces = file.slice(file.indexOf("\n") + 1);
    return file.startsWith(headOf(pieces)) ? new Map(JSON.parse(pieces)) : new Map();
  } catch {
    return new Map();
  }
}

/** Replaces a cache file atomically, and keeps the folder within its limits. Does nothing if it can't write. */
function writeCacheFile(path: string, text: string): void {
  if (text.length > longestFile) return;
  try {
    if (replaceOwnFile(path, text) === undefined) dropOldest(dirname(path), basename(path), readingEnding);
  } catch {
    // The next run reads the list again.
  }
}

/**
 * A 53-bit hash of a text, as a whole number: two multiply-and-shift hashes side by side. Not safe against forged
 * texts. Node's own hashes would take longer to load than the cache saves.
 */
export function textHash(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    // Without the rotation, the high bits of one character would never affect the low bits of the next.
    high = (high << 13) | (high >>> 19);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (low >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35);
  return ((high ^ (high >>> 16)) >>> 11) * 2 ** 32 + (low >>> 0);
}
