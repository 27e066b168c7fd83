import type { Block } from "./block.ts";
import type { LineIndex } from "./line-index.ts";
import type { PhaseWords } from "./read-heading.ts";
import type { Section } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import type { Phase, PhaseHeading } from "./task-list.ts";

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

interface OpenPhase {
  readonly number: number;
  readonly heading: PhaseHeading | null;
  readonly title: string;
  readonly tasks: string[];
}

/** Reads the phases: the headings that open one, and the numbers of tasks that stand under none. */
export function readPhases(sections: readonly ReadSection[], lines: LineIndex): PhaseReading {
  const opening = phaseOpenings(sections);
  const phases: OpenPhase[] = [];
  const phaseIndexes: (number | null)[] = [];
  const homeless: UnresolvedTask[] = [];
  let current: { readonly index: number; readonly depth: number } | null = null;
  sections.forEach(({ section, task }, position) => {
    const words = opening.has(section) && section.reading.is === "phase" ? section.reading : null;
    if (words && section.heading) {
      current = { index: phases.length, depth: section.heading.depth };
      phases.push(openPhase(words, section.heading, sections, position, opening, lines));
    } else if (current && closes(section, current.depth)) current = null;
    if (!task) return;
    phaseIndexes.push(current?.index ?? null);
    if (current) phases[current.index]?.tasks.push(task.number);
    else homeless.push(task);
  });
  for (const task of homeless) house(task, phases);
  return { phases, phaseIndexes };
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

function openPhase(
  words: PhaseWords,
  heading: Block,
  sections: readonly ReadSection[],
  position: number,
  opening: ReadonlySet<Section>,
  lines: LineIndex,
): OpenPhase {
  const own = ownSections(sections, position, heading.depth, opening);
  const last = own.at(-1);
  const { start, end } = heading;
  return {
    number: words.phase,
    title: words.title.text,
    tasks: [],
    heading: {
      line: lines.positionOf(start).line,
      depth: heading.depth,
      span: { start, end },
      numberSpan: { start: words.number.start, end: words.number.end },
      titleSpan: { start: words.title.start, end: words.title.end },
      range: words.range,
      contentEnd: own.reduce((furthest, { section }) => Math.max(furthest, contentEnd(section)), end),
      sectionEnd: last?.section.end ?? end,
    },
  };
}

function ownSections(
  sections: readonly ReadSection[],
  position: number,
  depth: number,
  opening: ReadonlySet<Section>,
): readonly ReadSection[] {
  let end = position + 1;
  while (end < sections.length) {
    const next = sections[end];
    if (next && (opening.has(next.section) || closes(next.section, depth))) break;
    end++;
  }
  return sections.slice(position, end);
}

function contentEnd({ heading, blocks }: Section): number {
  const ends = blocks.filter(({ kind }) => kind !== "break").map(({ end }) => end);
  return ends.reduce((furthest, end) => Math.max(furthest, end), heading?.end ?? 0);
}

/** A task under no phase heading counts to the phase of its number. */
function house(task: UnresolvedTask, phases: OpenPhase[]): void {
  const known = phases.find(({ number }) => number === task.phase);
  if (known) known.tasks.push(task.number);
  else phases.push({ number: task.phase, title: "", heading: null, tasks: [task.number] });
}
