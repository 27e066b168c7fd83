import type { BlockParser } from "../../src/tasks/document/read-blocks.ts";
import { ReadingCache } from "../../src/tasks/document/reading-cache.ts";

/** Parses a piece of a document without remembering it. */
export const parseAfresh: BlockParser = (piece, offset) => new ReadingCache(null).blocksOf(piece, offset);
