import type { Block } from "./block.ts";
import { blockWidth, decodeBlocks, encodeBlocks } from "./block-codec.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { readCacheFile, writeCacheFile } from "./reading-cache-file.ts";
import type { ReadingMemory, SectionPlace } from "./reading-memory.ts";
import type { TaskGist } from "./task-gist.ts";
import { moveGist } from "./task-gist.ts";
import { textHash } from "./text-hash.ts";

/** What the build makes of the sources of the reader: any other reader may read the same text otherwise. */
declare const readerHash: number | undefined;
const readerVersion = typeof readerHash === "number" ? readerHash : 0;

/** The numbers before a piece's blocks: its hash in two halves, the length of its text, how many blocks. */
const headWidth = 4;

/** The gist of the task that a piece begins with. */
interface KeptGist {
  readonly gist: TaskGist;
  /** Where the piece stood when the task was read: the gist's places count from there. */
  readonly at: number;
  readonly blockCount: number;
}

/** A piece that was read in this run has its blocks at hand, one of an earlier run has them as numbers. */
interface Piece {
  readonly hash: number;
  readonly length: number;
  readonly parsed?: { readonly blocks: readonly Block[]; readonly at: number };
  numbers?: Int32Array;
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
    const piece = known?.length === text.length ? known : this.#parse(text, hash, offset);
    this.#current.set(hash, piece);
    this.#placed.set(offset, piece);
    if (piece.parsed?.at === offset) return piece.parsed.blocks;
    const numbers = numbersOf(piece);
    return decodeBlocks(numbers, headWidth, numbers[3] ?? 0, offset);
  }

  #parse(text: string, hash: number, at: number): Piece {
    this.#hasNew = true;
    return { hash, length: text.length, parsed: { blocks: parseBlocks(text, at), at }, kept: null };
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

  /** The piece whose text decides by itself what the section says: it begins with its heading and does not end before it. */
  #pieceAround({ heading, end }: SectionPlace): Piece | null {
    const piece = this.#placed.get(heading.start);
    return piece && end <= heading.start + piece.length ? piece : null;
  }

  /** Keeps the pieces of the last reading for the next run, if anything was read anew since the last time. */
  save(): void {
    if (!this.#hasNew || this.#path === null) return;
    this.#hasNew = false;
    const pieces = [...this.#current.values()];
    const numbers = joinNumbers(pieces.map(numbersOf));
    writeCacheFile(this.#path, readerVersion, {
      numbers,
      text: JSON.stringify(pieces.map(({ kept }) => kept)),
    });
  }
}

/** The head and the blocks of a piece. They are written down when somebody asks: many a run keeps nothing. */
function numbersOf(piece: Piece): Int32Array {
  piece.numbers ??= encodePiece(piece);
  return piece.numbers;
}

function encodePiece({ hash, length, parsed = { blocks: [], at: 0 } }: Piece): Int32Array {
  const numbers = new Int32Array(headWidth + parsed.blocks.length * blockWidth);
  numbers.set([Math.floor(hash / 2 ** 32), hash % 2 ** 32, length, parsed.blocks.length]);
  encodeBlocks(parsed.blocks, numbers, headWidth, parsed.at);
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
    const length = numbers[at + 2] ?? 0;
    const kept = gists[pieces.size] ?? null;
    pieces.set(hash, { hash, length, numbers: numbers.subarray(at, end), kept });
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
