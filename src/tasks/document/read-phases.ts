import type { Block } from "./block.ts";
import type { LineIndex } from "./line-index.ts";
import type { PhaseWords } from "./read-heading.ts";
import type { Section } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { lineAt, wholeLines } from "./source-lines.ts";
import type { Phase } from "./task-list.ts";

/** A section of the list and the task that was read from it, if it is a task's. */
export interface ReadSection {
  readonly section: Section;
  readonly task: UnresolvedTask | null;
}

export interface PhaseReading {
  readonly phases: readonly Phase[];
  /** For each task, in document order, the index of the phase whose section it stands in. */
  readonly phaseIndexes: readonly (number | null)[];
}

/** A heading that opens a phase, and the sections from it to the end of the phase. */
interface PhaseGroup {
  readonly words: PhaseWords;
  readonly heading: Block;
  readonly own: ReadSection[];
}

/** Reads the phases: the headings that open one, and the numbers of tasks that stand under none. */
export function readPhases(source: string, sections: readonly ReadSection[], lines: LineIndex): PhaseReading {
  const openings = phaseOpenings(sections);
  const groups: PhaseGroup[] = [];
  const phaseIndexes: (number | null)[] = [];
  let current: PhaseGroup | null = null;
  for (const read of sections) {
    const { reading, heading } = read.section;
    if (reading.is === "phase" && heading && openings.has(read.section)) {
      current = { words: reading, heading, own: [] };
      groups.push(current);
    } else if (current && closes(read.section, current.heading.depth)) current = null;
    current?.own.push(read);
    if (read.task) phaseIndexes.push(current ? groups.length - 1 : null);
  }
  const headed = groups.map((group) => headedPhase(source, group, lines));
  const tasks = sections.flatMap(({ task }) => task ?? []);
  const homeless = tasks.filter((_, index) => phaseIndexes[index] === null);
  return { phases: [...headed, ...headlessPhases(homeless)], phaseIndexes };
}

/** A heading that is no task's ends the phases of its depth and deeper. */
function closes({ heading, reading }: Section, depth: number): boolean {
  const isTask = reading.is === "task" || reading.is === "unread-task";
  return heading !== null && !isTask && heading.depth <= depth;
}

/**
 * `Phase 1` heads more than one section in many lists (a progress table, a validation gate). The ones with
 * tasks under them are the phase; where its tasks are still to come, the first that reads like an opening.
 */
function phaseOpenings(sections: readonly ReadSection[]): ReadonlySet<Section> {
  const openings = phasesWithTasks(sections);
  const numbers = new Set([...openings].map(numberOf));
  for (const { task } of sections) if (task) numbers.add(task.phase);
  for (const { section } of sections) {
    const number = numberOf(section);
    if (section.reading.is !== "phase" || !section.reading.opens || numbers.has(number)) continue;
    openings.add(section);
    numbers.add(number);
  }
  return openings;
}

function phasesWithTasks(sections: readonly ReadSection[]): Set<Section> {
  const owning = new Set<Section>();
  let last: Section | null = null;
  for (const { section, task } of sections) {
    if (section.reading.is === "phase") last = section;
    else if (last?.heading && closes(section, last.heading.depth)) last = null;
    if (task && last) owning.add(last);
  }
  return owning;
}

function numberOf({ reading }: Section): number | null {
  return reading.is === "phase" ? reading.phase : null;
}

function headedPhase(source: string, { words, heading, own }: PhaseGroup, lines: LineIndex): Phase {
  const contentEnd = own.reduce(
    (furthest, { section }) => Math.max(furthest, contentEndOf(section)),
    heading.end,
  );
  return {
    number: words.phase,
    title: words.title.text,
    tasks: own.flatMap(({ task }) => task?.number ?? []),
    heading: {
      line: lines.positionOf(heading.start).line,
      depth: heading.depth,
      span: wholeLines(source, heading),
      numberSpan: { start: words.number.start, end: words.number.end },
      titleSpan: { start: words.title.start, end: words.title.end },
      range: words.range,
      contentEnd: lineAt(source, contentEnd).end,
      sectionEnd: own.at(-1)?.section.end ?? heading.end,
    },
  };
}

/** Blocks at the top level end one after the other, so the last one that is no rule tells. */
function contentEndOf({ heading, blocks }: Section): number {
  const last = blocks.findLast(({ kind, level }) => level === 0 && kind !== "break");
  return last?.end ?? heading?.end ?? 0;
}

/** Tasks under no phase heading count to the phase of their number. */
function headlessPhases(tasks: readonly UnresolvedTask[]): Phase[] {
  const byPhase = Map.groupBy(tasks, ({ phase }) => phase);
  return [...byPhase].map(([number, own]) => ({
    number,
    title: "",
    heading: null,
    tasks: own.map((task) => task.number),
  }));
}
