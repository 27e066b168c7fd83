import type { Block } from "./read-blocks.ts";
import type { PhaseWords } from "./read-heading.ts";
import type { Section } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { readPhaseDependencies } from "./read-task.ts";
import type { PhaseNeeds } from "./resolve-dependencies.ts";
import type { LineIndex } from "./source-lines.ts";
import { lineAt, wholeLines } from "./source-lines.ts";
import type { Phase } from "./task-list.ts";

/** A section of the list and the task that was read from it, if it is a task's. */
export interface ReadSection {
  readonly section: Section;
  readonly task: UnresolvedTask | null;
}

/** A phase whose dependencies are not resolved yet. */
type PhaseReading = Omit<Phase, "dependencies">;

export interface PhaseReadings {
  /** The headings and dependencies of the phases that have a heading, by their index in `phases`. */
  readonly needs: readonly PhaseNeeds[];
  readonly phases: readonly PhaseReading[];
  /** For each task, in document order, the index of the phase whose section it is in. */
  readonly phaseIndexes: readonly (number | null)[];
}

/** A heading that opens a phase, and the sections from it to the end of the phase. */
interface PhaseGroup {
  readonly words: PhaseWords;
  readonly heading: Block;
  readonly own: ReadSection[];
}

/** Reads the phases, from the headings that open one and the numbers of tasks that are under none. */
export function readPhases(
  source: string,
  sections: readonly ReadSection[],
  lines: LineIndex,
): PhaseReadings {
  const words = phaseHeadings(sections);
  const openings = phaseOpenings(sections, words);
  const groups: PhaseGroup[] = [];
  const phaseIndexes: (number | null)[] = [];
  let current: PhaseGroup | null = null;
  for (const read of sections) {
    const { heading } = read.section;
    const phase = words.get(read.section);
    if (phase && heading && openings.has(read.section)) {
      current = { words: phase, heading, own: [] };
      groups.push(current);
    } else if (current && closes(read.section, current.heading.depth)) current = null;
    current?.own.push(read);
    if (read.task) phaseIndexes.push(current ? groups.length - 1 : null);
  }
  const headed = groups.map((group) => headedPhase(source, group, lines));
  const tasks = sections.flatMap(({ task }) => task ?? []);
  const homeless = tasks.filter((_, index) => phaseIndexes[index] === null);
  const needs = groups.map(({ words: { word, phase, title }, own }) => {
    const above = own
      .slice(
        0,
        own.findIndex(({ task }) => task !== null),
      )
      .flatMap(blocksWithHeading);
    const members = own.flatMap(({ task }) => task ?? []);
    return {
      number: phase,
      word,
      title: title.text,
      tasks: members,
      ...readPhaseDependencies(source, above),
    };
  });
  return { phases: [...headed, ...headlessPhases(homeless)], phaseIndexes, needs };
}

/** Headings in a phase above its tasks may be labels (`### Dependencies`); the phase's own heading is not. */
const blocksWithHeading = ({ section: { heading, blocks } }: ReadSection, index: number): readonly Block[] =>
  index > 0 && heading ? [heading, ...blocks] : blocks;

/**
 * The headings with the word Phase, and those with another word and a number (`Group 7`, `3. Release`) if all tasks
 * directly under them have that phase number.
 */
function phaseHeadings(sections: readonly ReadSection[]): ReadonlyMap<Section, PhaseWords> {
  const words = new Map<Section, PhaseWords>();
  for (const [index, { section }] of sections.entries()) {
    const { reading } = section;
    if (reading.is === "phase") words.set(section, reading);
    else {
      const group = groupHeadedBy(sections, index);
      if (group) words.set(section, group);
    }
  }
  return words;
}

/**
 * The phase that a heading with neither the word Phase nor a task's number opens, if it heads the tasks directly under
 * it.
 */
export function groupHeadedBy(sections: readonly ReadSection[], index: number): PhaseWords | null {
  const reading = sections[index]?.section.reading;
  const group = reading?.is === "other" || reading?.is === "unread-task" ? reading.group : null;
  return group && headsTasks(sections, index, group) ? group : null;
}

function headsTasks(sections: readonly ReadSection[], index: number, { phase }: PhaseWords): boolean {
  const depth = sections[index]?.section.heading?.depth ?? 0;
  let found = false;
  for (const { section, task } of sections.slice(index + 1)) {
    const isBeside = section.reading.is === "unread-task" && (section.heading?.depth ?? 0) <= depth;
    if (section.reading.is === "phase" || isBeside || closes(section, depth)) break;
    if (task && (task.phase !== phase || task.depth <= depth)) return false;
    found ||= task !== null;
  }
  return found;
}

/** A heading that is not a task's ends the phases of its depth and deeper. */
function closes({ heading, reading }: Section, depth: number): boolean {
  const isTask = reading.is === "task" || reading.is === "unread-task";
  return heading !== null && !isTask && heading.depth <= depth;
}

/**
 * `Phase 1` heads more than one section in many lists (a progress table, a validation gate). The sections with tasks
 * are the phase; if it has no tasks yet, the first section whose heading reads like an opening is.
 */
function phaseOpenings(
  sections: readonly ReadSection[],
  words: ReadonlyMap<Section, PhaseWords>,
): ReadonlySet<Section> {
  const openings = phasesWithTasks(sections, words);
  const numbers = new Set([...openings].map((section) => words.get(section)?.phase));
  for (const { task } of sections) if (task) numbers.add(task.phase);
  for (const { section } of sections) {
    const number = words.get(section)?.phase;
    if (section.reading.is !== "phase" || !section.reading.opens || numbers.has(number)) continue;
    openings.add(section);
    numbers.add(number);
  }
  return openings;
}

function phasesWithTasks(
  sections: readonly ReadSection[],
  words: ReadonlyMap<Section, PhaseWords>,
): Set<Section> {
  const owning = new Set<Section>();
  let last: Section | null = null;
  for (const { section, task } of sections) {
    if (words.has(section)) last = section;
    else if (last?.heading && closes(section, last.heading.depth)) last = null;
    if (task && last) owning.add(last);
  }
  return owning;
}

function headedPhase(source: string, { words, heading, own }: PhaseGroup, lines: LineIndex): PhaseReading {
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
      range: words.range,
      contentEnd: lineAt(source, contentEnd).end,
    },
  };
}

/** Blocks at the top level end one after the other, so the last one that is not a rule decides. */
function contentEndOf({ heading, blocks }: Section): number {
  const last = blocks.findLast(({ kind, level }) => level === 0 && kind !== "break");
  return last?.end ?? heading?.end ?? 0;
}

/** Tasks under no phase heading belong to the phase of their number. */
function headlessPhases(tasks: readonly UnresolvedTask[]): PhaseReading[] {
  const byPhase = Map.groupBy(tasks, ({ phase }) => phase);
  return [...byPhase].map(([number, own]) => ({
    number,
    title: "",
    heading: null,
    tasks: own.map((task) => task.number),
  }));
}
