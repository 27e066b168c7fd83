import { followHeaderStatus } from "../../document/edit/follow-header-status.ts";
import { noteChange } from "../../document/edit/note-change.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { revise } from "../../document/edit/revise.ts";
import { followPhaseRanges, rewriteNumbers } from "../../document/edit/rewrite-numbers.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { mergeLines } from "./merge-lines.ts";
import type { MergedNumbers } from "./merge-numbers.ts";
import { mergeNumbers } from "./merge-numbers.ts";
import { mergeStatus } from "./merge-status.ts";
import type { Conflict, Merged, Three } from "./merged.ts";
import { isConflict, isSame, mapThree } from "./merged.ts";
import { changesToken, skeletonOf } from "./skeleton.ts";

export interface MergedList {
  /** With markers around each line that both sides changed in different ways. */
  readonly text: string;
  /** How many such lines there are. */
  readonly conflicts: number;
}

/** The tasks of the three versions by an identity that no renumbering changes. */
type TasksById = Three<ReadonlyMap<string, Task>>;

/**
 * Merges two versions of a list that both come from `base`, task by task and field by field. What neither side
 * changed keeps its bytes.
 */
export function mergeLists(texts: Three<string>, date = new Date()): MergedList {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 };
  if (ours === base) return { text: theirs, conflicts: 0 };
  const eol = readTaskList(ours).lineEnding;
  const lists = mapThree(texts, (text) => readTaskList(withLineEnding(text, eol)));
  const numbers = mergeNumbers(lists);
  const renumbered = {
    base: renumber(lists.base, numbers.base, numbers),
    ours: renumber(lists.ours, numbers.ours, numbers),
    theirs: renumber(lists.theirs, numbers.theirs, numbers),
  };
  const merger = new ListMerger(renumbered, numbers, eol);
  const bom = ours.startsWith("\uFEFF") ? "\uFEFF" : "";
  const parts = merger.merge();
  const merged = readTaskList(bom + parts.flatMap(inLines).join(eol));
  const notes = numbers.moved.map(({ from, to, title }) =>
    noteChange(`moved Task ${from} → ${to} "${title}"`, date),
  );
  const phases = merged.phases.map(({ number }) => number);
  const { source } = revise(merged, [
    ...merger.statusEdits(merged),
    followPhaseRanges(phases),
    ...notes,
    followHeaderStatus,
  ]);
  return { text: source, conflicts: parts.filter(isConflict).length };
}

function withLineEnding(text: string, eol: string): string {
  const bare = text.replace(/^\uFEFF/, "");
  return readTaskList(bare).lineEnding === eol ? bare : bare.replaceAll(/\r\n|\n|\r/g, eol);
}

/** Gives the tasks of one version the numbers that they have in the result, so that all three speak of the same. */
function renumber(list: TaskList, ids: readonly string[], { final }: MergedNumbers): TaskList {
  const changed = list.tasks.flatMap(({ number }, index): [string, string][] => {
    const wanted = final.get(ids[index] ?? "") ?? number;
    return wanted === number ? [] : [[number, wanted]];
  });
  return changed.length === 0 ? list : revise(list, [rewriteNumbers(new Map(changed))]);
}

const inLines = (part: Merged): readonly string[] =>
  isConflict(part) ? ["<<<<<<< ours", ...part.ours, "=======", ...part.theirs, ">>>>>>> theirs"] : [part];

class ListMerger {
  readonly #lists: Three<TaskList>;
  readonly #tasks: TasksById;
  readonly #numbers: MergedNumbers;
  readonly #eol: string;
  readonly #done = new Set<string>();

  constructor(lists: Three<TaskList>, numbers: MergedNumbers, eol: string) {
    this.#lists = lists;
    this.#numbers = numbers;
    this.#eol = eol;
    const byId = (list: TaskList, ids: readonly string[]) =>
      new Map(list.tasks.map((task, index) => [ids[index] ?? "", task]));
    this.#tasks = {
      base: byId(lists.base, numbers.base),
      ours: byId(lists.ours, numbers.ours),
      theirs: byId(lists.theirs, numbers.theirs),
    };
  }

  merge(): readonly Merged[] {
    const { base, ours, theirs } = this.#lists;
    const skeleton = (list: TaskList, ids: readonly string[]) => skeletonOf(list, ids, ours).split(this.#eol);
    // A task that one side removed and the other changed is kept, to be decided on.
    const contested = new Set([...this.#tasks.base.keys()].filter((id) => this.#isContested(id)));
    const lines = mergeLines({
      base: skeleton(base, this.#numbers.base).filter((line) => !contested.has(line)),
      ours: skeleton(ours, this.#numbers.ours),
      theirs: skeleton(theirs, this.#numbers.theirs),
    });
    return this.#withMissing(lines).flatMap((part) => this.#expand(part, contested));
  }

  /** The statuses that the merged text does not say by itself, such as those that boxes implied. */
  statusEdits(merged: TaskList): readonly Edit[] {
    const { base, ours, theirs } = this.#tasks;
    return [...ours].flatMap(([id, our]) => {
      const their = theirs.get(id);
      const [found, ...others] = merged.tasks.filter(({ number }) => number === our.number);
      if (!their || !found || others.length > 0) return [];
      if (!our.status.understood || !their.status.understood) return [];
      const before = base.get(id)?.status.value ?? "Not Started";
      const status = mergeStatus(before, our.status.value, their.status.value);
      return found.status.value === status ? [] : writeFacts(found.number, { status });
    });
  }

  #isContested(id: string): boolean {
    const [ours, theirs] = [this.#tasks.ours.has(id), this.#tasks.theirs.has(id)];
    if (ours === theirs) return false;
    return !isSame(this.#linesOf("base", id), this.#linesOf(ours ? "ours" : "theirs", id));
  }

  /** Two moves of one task may leave it in neither place: it then goes where our side has it. */
  #withMissing(lines: readonly Merged[]): readonly Merged[] {
    const there = new Set(
      lines.flatMap((part) => (isConflict(part) ? [...part.ours, ...part.theirs] : [part])),
    );
    const { base, ours, theirs } = this.#tasks;
    const ids = [...new Set([...ours.keys(), ...theirs.keys()])];
    const missing = ids.filter((id) => !there.has(id) && (!base.has(id) || (ours.has(id) && theirs.has(id))));
    return missing.length === 0 ? lines : [...lines, ...missing.flatMap((id) => ["", id])];
  }

  #expand(part: Merged, contested: ReadonlySet<string>): readonly Merged[] {
    if (isConflict(part)) return [this.#expandConflict(part)];
    if (!part.startsWith("\0")) return [part];
    // A line for the same thing a second time stands for a move, or for a section that both sides opened.
    if (this.#done.has(part)) return [];
    this.#done.add(part);
    if (part === changesToken) return this.#changes();
    const [ours, theirs] = [this.#linesOf("ours", part), this.#linesOf("theirs", part)];
    if (contested.has(part)) return [{ ours, theirs }];
    if (this.#numbers.clashing.has(part)) return [{ ours, theirs }];
    if (!this.#tasks.theirs.has(part)) return ours;
    if (!this.#tasks.ours.has(part)) return theirs;
    return mergeLines({ base: this.#linesOf("base", part), ours, theirs });
  }

  #expandConflict({ ours, theirs }: Conflict): Conflict {
    const expand = (side: "ours" | "theirs") => (line: string) => {
      if (!line.startsWith("\0")) return [line];
      this.#done.add(line);
      if (line !== changesToken) return this.#linesOf(side, line);
      return this.#changesOf(side);
    };
    return { ours: ours.flatMap(expand("ours")), theirs: theirs.flatMap(expand("theirs")) };
  }

  #linesOf(side: keyof TasksById, id: string): readonly string[] {
    const task = this.#tasks[side].get(id);
    if (!task) return [];
    return this.#lists[side].source.slice(task.span.start, task.span.end).split(this.#eol);
  }

  #changesOf(side: keyof TasksById): readonly string[] {
    const { changes, source } = this.#lists[side];
    return changes ? source.slice(changes.heading.start, changes.contentEnd).split(this.#eol) : [];
  }

  /** Lines that either side noted, by their dates where all of them have one. */
  #changes(): readonly string[] {
    const [base, ours, theirs] = [
      this.#changesOf("base"),
      this.#changesOf("ours"),
      this.#changesOf("theirs"),
    ];
    if (ours.length === 0 || theirs.length === 0) return ours.length > 0 ? ours : theirs;
    const kept = ours.filter((line) => line === "" || theirs.includes(line) || !base.includes(line));
    const added = theirs.filter((line) => !ours.includes(line) && !base.includes(line));
    const [heading = "", ...lines] = [...kept, ...added];
    const first = lines.findIndex((line) => line !== "");
    const notes = lines.slice(first);
    const dateOf = (line: string): string | undefined => /^[-*+] (\d{4}-\d\d-\d\d)/.exec(line)?.[1];
    if (!notes.every((line) => dateOf(line) !== undefined)) return [heading, ...lines];
    const sorted = notes.toSorted((a, b) => (dateOf(a) ?? "").localeCompare(dateOf(b) ?? ""));
    return [heading, ...lines.slice(0, first), ...sorted];
  }
}
