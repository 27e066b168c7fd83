import type { Block } from "./block.ts";
import type { BlockParser } from "./read-blocks.ts";
import type { TaskGist } from "./task-gist.ts";

/** Where the section of a task is, and how many blocks below its heading are its own. */
export interface SectionPlace {
  readonly heading: Block;
  readonly blockCount: number;
  readonly end: number;
}

/** What is known of a document before it is read: the same as reading it would give, only sooner. */
export interface ReadingMemory {
  readonly blocksOf: BlockParser;
  /** The gist of the task in a section, if a section of the same text has been read before. */
  recall(place: SectionPlace): TaskGist | null;
  keep(place: SectionPlace, gist: TaskGist): void;
}
