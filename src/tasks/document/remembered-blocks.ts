import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { BlockCache } from "./block-cache.ts";
import type { BlockParser } from "./read-blocks.ts";
import { textHash } from "./text-hash.ts";

const caches = new Map<string, BlockCache>();
let folder: string | null = null;

/** A parser that parses no piece of a list twice. */
export function rememberedBlocks(source: string): BlockParser {
  const name = textHash(headOf(source)).toString(36);
  const cache = caches.get(name) ?? new BlockCache(folder && join(folder, `${name}.blocks`));
  caches.set(name, cache);
  cache.beginReading();
  return (text, offset) => cache.blocksOf(text, offset);
}

/**
 * Keeps what is parsed for later runs, in the user's cache folder; `TASKS_CACHE=off` goes without.
 * For a program's start: what was read before stays in memory alone.
 */
export function rememberBetweenRuns(environment: NodeJS.ProcessEnv): void {
  if (environment["TASKS_CACHE"]?.toLowerCase() === "off") return;
  const home = environment["XDG_CACHE_HOME"] ?? "";
  folder = join(isAbsolute(home) ? home : join(homedir(), ".cache"), "groundwork");
  process.once("exit", () => {
    for (const cache of caches.values()) cache.save();
  });
}

/** The first two lines that say something: the title and, mostly, the PRD. They tell one list from another well enough. */
function headOf(source: string): string {
  return /^\s*[^\r\n]*(?:[\r\n]\s*[^\r\n]*)?/.exec(source.slice(0, 1000))?.[0] ?? "";
}
