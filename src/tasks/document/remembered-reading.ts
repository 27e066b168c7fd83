import { join } from "node:path";
import { cacheFolder } from "../own-folder.ts";
import { withoutNestedFences } from "./nested-fences.ts";
import type { Block } from "./read-blocks.ts";
import { readBlocks } from "./read-blocks.ts";
import { ReadingCache, readingEnding, textHash } from "./reading-cache.ts";
import type { ReadingMemory } from "./remembered-task.ts";

const caches = new Map<string, ReadingCache>();
let folder: string | null = null;

/** The memory for a list, which ensures that no piece is parsed twice. */
export function rememberedReading(source: string): ReadingMemory {
  const name = textHash(headOf(source)).toString(36);
  const cache = caches.get(name) ?? new ReadingCache(folder && join(folder, name + readingEnding));
  caches.set(name, cache);
  cache.beginReading();
  return cache;
}

/** The blocks of a document as its author meant them: nested fences are closed in pairs. */
export function blocksOf(
  source: string,
  memory = rememberedReading(source),
  text = withoutNestedFences(source),
): readonly Block[] {
  // The parser doesn't count a BOM in its offsets; a blank in its place changes no block.
  return readBlocks(text.replace(/^\uFEFF/, " "), (piece, offset) => memory.blocksOf(piece, offset));
}

/**
 * Stores readings for later runs in the user's cache folder, unless `TASKS_CACHE=off`. Call it when the program starts:
 * earlier readings stay in memory only.
 */
export function rememberBetweenRuns(environment: NodeJS.ProcessEnv): void {
  if (environment["TASKS_CACHE"]?.toLowerCase() === "off") return;
  folder = cacheFolder();
  process.once("exit", () => {
    for (const cache of caches.values()) cache.save();
  });
}

/** The first two nonblank lines, usually the title and the PRD, which are enough to distinguish lists. */
function headOf(source: string): string {
  return /^\s*[^\r\n]*(?:[\r\n]\s*[^\r\n]*)?/.exec(source.slice(0, 1000))?.[0] ?? "";
}
