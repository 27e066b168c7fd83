import type { Block, BlockParser } from "./read-blocks.ts";
import type { DependencyWords } from "./read-dependencies.ts";
import type { TaskSection, UnresolvedTask } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import type { DependencyReference, Span } from "./task-list.ts";

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

/** What a command asks of every task, whichever one it is about: the status of the work, and what waits for what. */
export type TaskGist = Pick<
  UnresolvedTask,
  "status" | "owner" | "complexity" | "dependencyWords" | "id" | "minutes"
>;

export function gistOf(task: UnresolvedTask): TaskGist {
  const { status, owner, complexity, dependencyWords, id, minutes } = task;
  return { status, owner, complexity, dependencyWords, id, minutes };
}

/** The gist of the same text moved by a number of places. */
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

/** What of a task is read where it is asked for: most commands ask it of one task. */
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

// On the prototype, since defining them for each of a thousand tasks would take longer than reading them.
for (const name of readLater) {
  Object.defineProperty(LaterReading.prototype, name, {
    get(this: LaterReading) {
      return this.task[name];
    },
  });
}

/** The task in a section of which the gist is known. */
export function rememberedTask(source: string, section: TaskSection, gist: TaskGist): UnresolvedTask {
  const later = new LaterReading(source, section) as LaterReading & LaterParts;
  const { heading, line, sectionEnd } = section;
  const { phase, seq, title } = heading;
  const known = { number: `${phase}.${seq}`, phase, seq, title: title.text, line, sectionEnd };
  return Object.assign(later, known, gist);
}
