import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { dropOldest, isOwnFolder, replaceOwnFile } from "../own-folder.ts";
import { parseBlocks } from "./parse-blocks.ts";
import type { Block } from "./read-blocks.ts";
import { blockKinds } from "./read-blocks.ts";
import type { ReadingMemory, SectionPlace, TaskGist } from "./remembered-task.ts";
import { moveGist } from "./remembered-task.ts";

/** What the build makes of the sources of the reader: any other reader may read the same text otherwise. */
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
  /** The gist of the task that the piece begins with; `at` is where the piece stood when the task was read. */
  kept: { readonly gist: TaskGist; readonly at: number; readonly blockCount: number } | null;
}

/**
 * What was read of the pieces of one list, found by the hash of a piece's text and its length. It is kept
 * between the readings of one run, and with a path between runs, since parsing is what takes the time.
 */
export class ReadingCache implements ReadingMemory {
  readonly #path: string | null;
  readonly #stored: ReadonlyMap<number, Piece>;
  #previous: ReadonlyMap<number, Piece> = new Map();
  #current = new Map<number, Piece>();
  /** The pieces of this reading, by where they begin. */
  #placed = new Map<number, Piece>();
  #hasNew = false;

  constructor(path: string | null) {
    this.#path = path;
    this.#stored = path === null ? new Map() : readPieces(path);
  }

  /** Begins a reading of the list: what the reading before the last one used is let go. */
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
   * The piece whose text decides by itself what the section says: it begins with its heading and does not end before
   * it.
   */
  #pieceAround({ heading, end }: SectionPlace): Piece | null {
    const piece = this.#placed.get(heading.start);
    return piece && end <= heading.start + piece.length ? piece : null;
  }

  /** Keeps the pieces of the last reading for the next run, if anything was read anew since the last time. */
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

/** The pieces in a cache file; none if it is missing, damaged, another version's, or not safely the user's own. */
function readPieces(path: string): ReadonlyMap<number, Piece> {
  try {
    const file = isOwnFolder(dirname(path)) ? readFileSync(path, "utf8") : "";
    const pieces = file.slice(file.indexOf("\n") + 1);
    return file.startsWith(headOf(pieces)) ? new Map(JSON.parse(pieces)) : new Map();
  } catch {
    return new Map();
  }
}

/** Replaces a cache file as a whole, and keeps the folder within its bounds. Does nothing where it may not write. */
function writeCacheFile(path: string, text: string): void {
  if (text.length > longestFile) return;
  try {
    if (replaceOwnFile(path, text) === undefined) dropOldest(dirname(path), basename(path), readingEnding);
  } catch {
    // The next run reads the list again.
  }
}

/**
 * A 53-bit hash of a text, as a whole number: two multiply-and-shift hashes side by side. It tells texts apart
 * that nobody has forged; Node's own hashes would cost more to load than all the hashing saves.
 */
export function textHash(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    // Without a turn the high bits of one letter would never reach the low ones of the next.
    high = (high << 13) | (high >>> 19);
    low ^= low >>> 15;
  }
  high = Math.imul(high ^ (low >>> 16), 0x85ebca6b);
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35);
  return ((high ^ (high >>> 16)) >>> 11) * 2 ** 32 + (low >>> 0);
}
