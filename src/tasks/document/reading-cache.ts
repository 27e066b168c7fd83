import type { Block } from "./block.ts";
import { blockWidth, decodeBlocks, encodeBlocks } from "./block-codec.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { readCacheFile, writeCacheFile } from "./reading-cache-file.ts";
import type { ReadingMemory, SectionPlace } from "./reading-memory.ts";
import type { TaskGist } from "./task-gist.ts";
import { moveGist } from "./task-gist.ts";
import { textHash } from "./text-hash.ts";

/** To be raised whenever the same text would be read otherwise: what an older reader left is then not used. */
const readerVersion = 3;

/** The numbers before a piece's blocks: its hash in two halves, the length of its text, how many blocks. */
const headWidth = 4;

/** The gist of the task that a piece begins with. */
interface KeptGist {
  readonly gist: TaskGist;
  /** Where the piece stood when the task was read: the gist's places count from there. */
  readonly at: number;
  readonly blockCount: number;
}

interface Piece {
  /** The head and the blocks. */
  readonly numbers: Int32Array;
  kept: KeptGist | null;
}

/**
 * What was read of the pieces of one list, found by the hash of a piece's text and its length. It is kept
 * between the readings of one run, and with a path between runs, since parsing is what takes the time.
 */
export class ReadingCache implements ReadingMemory {
  readonly #path: string | null;
  readonly #stored: ReadonlyMap<number, Piece>;
  #previous = new Map<number, Piece>();
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
    if (known && known.numbers[2] === text.length) {
      this.#place(hash, known, offset);
      return decodeBlocks(known.numbers, headWidth, known.numbers[3] ?? 0, offset);
    }
    const blocks = parseBlocks(text, offset);
    this.#place(hash, { numbers: encodePiece(hash, text.length, blocks, offset), kept: null }, offset);
    this.#hasNew = true;
    return blocks;
  }

  #place(hash: number, piece: Piece, offset: number): void {
    this.#current.set(hash, piece);
    this.#placed.set(offset, piece);
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

  /** The piece whose text alone tells what the section says: it begins with its heading and does not end before it. */
  #pieceAround({ heading, end }: SectionPlace): Piece | null {
    const piece = this.#placed.get(heading.start);
    const length = piece?.numbers[2] ?? 0;
    return piece && end <= heading.start + length ? piece : null;
  }

  /** Keeps the pieces of the last reading for the next run, if anything was read anew since the last time. */
  save(): void {
    if (!this.#hasNew || this.#path === null) return;
    this.#hasNew = false;
    const pieces = [...this.#current.values()];
    const numbers = joinNumbers(pieces.map((piece) => piece.numbers));
    writeCacheFile(this.#path, readerVersion, {
      numbers,
      text: JSON.stringify(pieces.map(({ kept }) => kept)),
    });
  }
}

function encodePiece(hash: number, length: number, blocks: readonly Block[], offset: number): Int32Array {
  const numbers = new Int32Array(headWidth + blocks.length * blockWidth);
  numbers.set([Math.floor(hash / 2 ** 32), hash % 2 ** 32, length, blocks.length]);
  encodeBlocks(blocks, numbers, headWidth, offset);
  return numbers;
}

function readPieces(path: string): Map<number, Piece> {
  const pieces = new Map<number, Piece>();
  const body = readCacheFile(path, readerVersion);
  if (body === null) return pieces;
  const { numbers } = body;
  const gists = JSON.parse(body.text) as readonly (KeptGist | null)[];
  for (let at = 0; at < numbers.length; ) {
    const end = at + headWidth + (numbers[at + 3] ?? 0) * blockWidth;
    const hash = (numbers[at] ?? 0) * 2 ** 32 + ((numbers[at + 1] ?? 0) >>> 0);
    pieces.set(hash, { numbers: numbers.subarray(at, end), kept: gists[pieces.size] ?? null });
    at = end;
  }
  return pieces;
}

function joinNumbers(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
