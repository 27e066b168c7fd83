import type { Block, BlockParser } from "./read-blocks.ts";
import type { DependencyWords } from "./read-dependencies.ts";
import type { TaskSection, UnresolvedTask } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import type { DependencyReference, Span } from "./task-list.ts";

/** The place of a task's section, and the number of blocks that belong to it. */
export interface SectionPlace {
  readonly heading: Block;
  readonly blockCount: number;
  readonly end: number;
}

/** Earlier readings of a document. Recalling one gives the same result as reading again, but faster. */
export interface ReadingMemory {
  readonly blocksOf: BlockParser;
  /** The gist of the task in a section, if a section of the same text has been read before. */
  recall(place: SectionPlace): TaskGist | null;
  keep(place: SectionPlace, gist: TaskGist): void;
}

/**
 * The properties that commands need of every task, even if they are about one: the status of the work and the
 * dependencies.
 */
export type TaskGist = Pick<
  UnresolvedTask,
  "status" | "owner" | "complexity" | "dependencyWords" | "id" | "minutes"
>;

export function gistOf(task: UnresolvedTask): TaskGist {
  const { status, owner, complexity, dependencyWords, id, minutes } = task;
  return { status, owner, complexity, dependencyWords, id, minutes };
}

/** The gist with all offsets moved by a distance. */
export function moveGist(gist: TaskGist, distance: number): TaskGist {
  const { references, unparsed } = gist.dependencyWords;
  if (distance === 0 || (references.length === 0 && unparsed.length === 0)) return gist;
  const dependencyWords: DependencyWords = {
    references: references.map((reference) => moveReference(reference, distance)),
    unparsed: unparsed.map((words) => moveSpan(words, distance)),
  };
  return { ...gist, dependencyWords };
}

function moveReference(reference: DependencyReference, distance: number): DependencyReference {
  const moved = moveSpan(reference, distance);
  if (moved.kind === "task") return { ...moved, number: moveSpan(moved.number, distance) };
  if (moved.kind !== "range") return moved;
  return { ...moved, first: moveSpan(moved.first, distance), last: moveSpan(moved.last, distance) };
}

function moveSpan<T extends Span>(span: T, distance: number): T {
  return { ...span, start: span.start + distance, end: span.end + distance };
}

const readLater = [
  ...["numberSpan", "titleSpan", "headingMark", "heading", "depth", "span", "form", "fields"],
  ...["requirements", "files", "steps", "verification", "proof", "method", "path", "body"],
] as const satisfies readonly (keyof UnresolvedTask)[];

type LaterParts = Pick<UnresolvedTask, (typeof readLater)[number]>;

/** The properties of a task that are read on demand: most commands need them of one task only. */
class LaterReading {
  readonly #source: string;
  readonly #section: TaskSection;
  #task: UnresolvedTask | undefined;

  constructor(source: string, section: TaskSection) {
    this.#source = source;
    this.#section = section;
  }

  get task(): UnresolvedTask {
    this.#task ??= readTask(this.#source, this.#section);
    return this.#task;
  }
}

// Defined on the prototype: defining them for each of a thousand tasks would take longer than reading the tasks.
for (const name of readLater) {
  Object.defineProperty(LaterReading.prototype, name, {
    get(this: LaterReading) {
      return this.task[name];
    },
  });
}

/** The task in a section whose gist is known. */
export function rememberedTask(source: string, section: TaskSection, gist: TaskGist): UnresolvedTask {
  const later = new LaterReading(source, section) as LaterReading & LaterParts;
  const { heading, line, sectionEnd } = section;
  const { phase, seq, title } = heading;
  const known = { number: `${phase}.${seq}`, phase, seq, title: title.text, line, sectionEnd };
  return Object.assign(later, known, gist);
}
