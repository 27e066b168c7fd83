import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, isCaching, isOwnFolder, writeOwnFile } from "../own-folder.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { withoutNestedFences } from "./prepare-markdown.ts";
import type { Block } from "./read-blocks.ts";
import { readBlocks } from "./read-blocks.ts";
import type { TaskSection } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import { textHash } from "./text-hash.ts";

/** A hash of the reader's source files, set by the build: a different version may read the same text differently. */
declare const readerHash: number | undefined;
const readerVersion = typeof readerHash === "number" ? readerHash : 0;

const longestFile = 16 * 1024 * 1024;

/** Earlier readings of a document. Using them gives the same result as reading again, but faster. */
export type ReadingMemory = Pick<ReadingCache, "blocksOf" | "taskIn">;

/**
 * The properties that commands need of every task, even if they are about one: the status of the work and the
 * dependencies.
 */
const gistOf = ({ status, owner, complexity, dependencyParts, id, minutes }: UnresolvedTask) => {
  return { status, owner, complexity, dependencyParts, id, minutes };
};

type TaskGist = ReturnType<typeof gistOf>;

/** What a piece's text says about the task at its start. */
interface KeptTask {
  readonly gist: TaskGist;
  /** The offset of the task when it was read. */
  readonly at: number;
  readonly blockCount: number;
}

interface Piece {
  readonly length: number;
  readonly rows: readonly BlockRow[];
  kept: KeptTask | null;
}

/**
 * Caches the parsed pieces of one list by the hash and the length of their text. Keeps them between the readings of one
 * run and, with a path, between runs, because parsing takes most of the time.
 */
export class ReadingCache {
  readonly #path: string | null;
  #known: ReadonlyMap<number, Piece>;
  #current = new Map<number, Piece>();
  /** The pieces of this reading, by offset. */
  #placed = new Map<number, Piece>();
  #hasNew = false;

  constructor(path: string | null) {
    this.#path = path;
    this.#known = path === null ? new Map() : readPieces(path);
  }

  /** Begins a reading of the list. Drops the pieces that the last reading did not use. */
  beginReading(): void {
    if (this.#current.size > 0) this.#known = this.#current;
    this.#current = new Map();
    this.#placed = new Map();
  }

  blocksOf(text: string, offset: number): readonly Block[] {
    const hash = textHash(text);
    const known = this.#current.get(hash) ?? this.#known.get(hash);
    const piece = known?.length === text.length ? known : this.#parse(text);
    this.#current.set(hash, piece);
    this.#placed.set(offset, piece);
    return piece.rows.map((row) => blockOf(row, offset));
  }

  #parse(text: string): Piece {
    this.#hasNew = true;
    return { length: text.length, rows: parseBlocks(text).map(rowOf), kept: null };
  }

  /** The task in a section: its gist as it was kept, and the rest read on demand. */
  taskIn(source: string, section: TaskSection): UnresolvedTask {
    const piece = this.#pieceAround(section);
    const [at, blockCount] = [section.start, section.blocks.length];
    if (piece?.kept?.blockCount === blockCount) {
      const { gist, at: before } = piece.kept;
      return rememberedTask(source, section, at === before ? gist : moved(gist, at - before));
    }
    const task = readTask(source, section);
    if (piece) {
      piece.kept = { gist: gistOf(task), at, blockCount };
      this.#hasNew = true;
    }
    return task;
  }

  /**
   * The piece that contains the whole section and begins with its heading, so that its text is enough to determine the
   * reading.
   */
  #pieceAround({ start, end }: TaskSection): Piece | null {
    const piece = this.#placed.get(start);
    return piece && end <= start + piece.length ? piece : null;
  }

  /** Saves the pieces of the last reading for the next run, if any piece was parsed since the last save. */
  save(): void {
    if (!this.#hasNew || this.#path === null) return;
    this.#hasNew = false;
    const pieces = JSON.stringify([...this.#current]);
    if (pieces.length <= longestFile) writeOwnFile(this.#path, `${textHash(pieces)}\n${pieces}`);
  }
}

/** A value with every offset in it moved by a distance. */
function moved<T>(value: T, distance: number): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => moved(part, distance)) as T;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === "start" || name === "end" ? part + distance : moved(part, distance),
  ]);
  return Object.fromEntries(parts);
}

const readLater = [
  ...["numberSpan", "titleSpan", "headingMark", "heading", "depth", "span", "form", "fields"],
  ...["requirements", "files", "steps", "verification", "proof", "method", "path", "body"],
] as const satisfies readonly (keyof UnresolvedTask)[];

type LaterParts = Pick<UnresolvedTask, (typeof readLater)[number]>;

/** The properties of a task that are read on demand: most commands need them of one task only. */
class LaterReading {
  readonly #read: () => UnresolvedTask;
  #task: UnresolvedTask | undefined;

  constructor(read: () => UnresolvedTask) {
    this.#read = read;
  }

  // Defined on the prototype: defining them for each of a thousand tasks would take longer than reading the tasks.
  static {
    for (const name of readLater)
      Object.defineProperty(LaterReading.prototype, name, {
        get(this: LaterReading) {
          this.#task ??= this.#read();
          return this.#task[name];
        },
      });
  }
}

/** The task in a section whose gist is known. */
function rememberedTask(source: string, section: TaskSection, gist: TaskGist): UnresolvedTask {
  const later = new LaterReading(() => readTask(source, section)) as LaterReading & LaterParts;
  const { reading, line, end: sectionEnd } = section;
  const { phase, seq, title } = reading;
  const known = { number: `${phase}.${seq}`, phase, seq, title: title.text, line, sectionEnd };
  return Object.assign(later, known, gist);
}

/** A block without the names of its properties; its offsets count from the start of its piece. */
type BlockRow = ReturnType<typeof rowOf>;

const rowOf = ({ kind, level, depth, start, end, textStart, textEnd }: Block) =>
  [kind, level, depth, start, end, textStart, textEnd] as const;

const blockOf = ([kind, level, depth, start, end, textStart, textEnd]: BlockRow, offset: number): Block => ({
  kind,
  level,
  start: offset + start,
  end: offset + end,
  textStart: offset + textStart,
  textEnd: offset + textEnd,
  depth,
});

/** The pieces in a cache file; empty if it is missing or damaged, or if others could have written it. */
function readPieces(path: string): ReadonlyMap<number, Piece> {
  try {
    const file = isOwnFolder(dirname(path)) ? readFileSync(path, "utf8") : "";
    const pieces = file.slice(file.indexOf("\n") + 1);
    return file.startsWith(`${textHash(pieces)}\n`) ? new Map(JSON.parse(pieces)) : new Map();
  } catch {
    return new Map();
  }
}

const caches = new Map<string, ReadingCache>();
let folder: string | null = null;

/** The memory for a list, which ensures that no piece is parsed twice. */
export function rememberedReading(source: string): ReadingMemory {
  // Each version of the reader has files of its own, so that two installed versions don't replace each other's.
  // The first two nonblank lines, usually the title and the PRD, are enough to distinguish lists.
  const head = source
    .slice(0, 1000)
    .trim()
    .split(/\s*[\r\n]\s*/, 2);
  const name = textHash([readerVersion, ...head].join("\n")).toString(36);
  const cache = caches.get(name) ?? new ReadingCache(folder && join(folder, `${name}.reading`));
  caches.set(name, cache);
  cache.beginReading();
  return cache;
}

/** The blocks of a document as its author meant them: nested fences are closed in pairs. */
export function blocksOf(source: string, memory = rememberedReading(source)): readonly Block[] {
  // The parser doesn't count a BOM in its offsets; a blank in its place changes no block.
  const text = withoutNestedFences(source).replace(/^\uFEFF/, " ");
  return readBlocks(text, (piece, offset) => memory.blocksOf(piece, offset));
}

/**
 * Stores readings for later runs in the user's cache folder, unless `TASKS_CACHE=off`. Call it when the program starts:
 * earlier readings stay in memory only.
 */
export function rememberBetweenRuns(): void {
  if (!isCaching()) return;
  folder = cacheFolder();
  process.once("exit", () => {
    for (const cache of caches.values()) cache.save();
  });
}
