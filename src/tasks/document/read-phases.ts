import type { Block } from "./read-blocks.ts";
import type { PhaseWords } from "./read-heading.ts";
import { fieldNamed } from "./read-labels.ts";
import type { Section } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { lineAt, wholeLines } from "./source-lines.ts";
import type { Phase } from "./task-list.ts";

/** A section of the list and the task that was read from it, if it is a task's. */
export interface ReadSection extends Section {
  readonly task: UnresolvedTask | null;
}

/** A heading that opens a phase, and the sections from it to the end of the phase. */
export interface HeadedPhase {
  readonly words: PhaseWords;
  readonly heading: Block;
  readonly sections: ReadSection[];
  /** The tasks in its sections, whose numbers may belong to another phase. */
  readonly tasks: UnresolvedTask[];
}

/** A heading's tasks, and the blocks above the first of them, which may state dependencies for all. */
export interface TaskGroup {
  readonly tasks: readonly UnresolvedTask[];
  readonly blocks: readonly Block[];
}

/** Reads the phases, from the headings that open one and the numbers of tasks that are under none. */
export function readPhases(source: string, sections: readonly ReadSection[]) {
  const openings = phaseOpenings(sections);
  // The phases that have a heading come first in `phases`.
  const headed: HeadedPhase[] = [];
  /** For each task, in document order, the index of the phase whose section it is in. */
  const phaseIndexes: (number | null)[] = [];
  const homeless: UnresolvedTask[] = [];
  let current: HeadedPhase | null = null;
  for (const section of sections) {
    const { heading, task } = section;
    const words = openings.get(section);
    if (words && heading) {
      current = { words, heading, sections: [], tasks: [] };
      headed.push(current);
    } else if (current && closes(section, current.heading.depth)) current = null;
    current?.sections.push(section);
    if (!task) continue;
    (current?.tasks ?? homeless).push(task);
    phaseIndexes.push(current ? headed.length - 1 : null);
  }
  const phases = headed.map((phase) => headedPhase(source, phase));
  return {
    headed,
    phases: [...phases, ...headlessPhases(homeless)],
    phaseIndexes,
    groups: readGroups(source, sections, headed),
  };
}

/** The phases, and the other headings above tasks deeper than they are, such as `### Backend`. */
function readGroups(
  source: string,
  sections: readonly ReadSection[],
  phases: readonly HeadedPhase[],
): readonly TaskGroup[] {
  const openings = new Set(phases.map(({ heading }) => heading));
  const groups = new Map<ReadSection, readonly ReadSection[]>();
  for (const [index, section] of sections.entries()) {
    const { heading, task } = section;
    if (!heading || task || openings.has(heading) || heading.depth === 1) continue;
    if (fieldNamed(source.slice(heading.textStart, heading.textEnd)) !== null) continue;
    const members = [section, ...sectionsUnder(sections, index)];
    const first = members.find((member) => member.task ?? (member.heading && openings.has(member.heading)));
    if ((first?.task?.depth ?? 0) > heading.depth) groups.set(section, members);
  }
  return [...phases.map((phase) => phase.sections), ...groups.values()].map((members) => {
    const above = members.findIndex((member, index) => member.task ?? (index > 0 && groups.has(member)));
    return {
      tasks: members.flatMap(({ task }) => task ?? []),
      blocks: members.slice(0, above).flatMap(blocksWithHeading),
    };
  });
}

/** The sections from a heading to the next one of its depth or less that is not a task's. */
function sectionsUnder(sections: readonly ReadSection[], index: number): readonly ReadSection[] {
  const depth = sections[index]?.heading?.depth ?? 0;
  const end = sections.findIndex((section, at) => at > index && closes(section, depth));
  return sections.slice(index + 1, end < 0 ? sections.length : end);
}

/** Headings in a group above its tasks may be labels (`### Dependencies`); the group's own heading is not. */
const blocksWithHeading = ({ heading, blocks }: ReadSection, index: number): readonly Block[] =>
  index > 0 && heading ? [heading, ...blocks] : blocks;

/**
 * The phase that a heading with neither the word Phase nor a task's number opens, if it heads the tasks directly under
 * it.
 */
export function groupHeadedBy(sections: readonly ReadSection[], index: number): PhaseWords | null {
  const reading = sections[index]?.reading;
  const group = reading?.is === "other" || reading?.is === "unread-task" ? reading.group : null;
  return group && headsTasks(sections, index, group) ? group : null;
}

function headsTasks(sections: readonly ReadSection[], index: number, { phase }: PhaseWords): boolean {
  const depth = sections[index]?.heading?.depth ?? 0;
  let found = false;
  for (const section of sections.slice(index + 1)) {
    const { reading, heading, task } = section;
    const isBeside = reading.is === "unread-task" && (heading?.depth ?? 0) <= depth;
    if (reading.is === "phase" || isBeside || closes(section, depth)) break;
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
 * The headings that open a phase: those with the word Phase, and those with another word and a number (`Group 7`,
 * `3. Release`) if all tasks directly under them have that number. `Phase 1` heads more than one section in many lists
 * (a progress table, a validation gate): the sections with tasks are the phase; if it has no tasks yet, the first
 * section whose heading reads like an opening is.
 */
function phaseOpenings(sections: readonly ReadSection[]): ReadonlyMap<Section, PhaseWords> {
  const openings = new Map<Section, PhaseWords>();
  let last: { readonly section: Section; readonly words: PhaseWords } | null = null;
  for (const [index, section] of sections.entries()) {
    const { task } = section;
    const words = phaseNamedBy(section) ?? groupHeadedBy(sections, index);
    if (words) last = { section, words };
    else if (last && closes(section, last.section.heading?.depth ?? 0)) last = null;
    if (task && last) openings.set(last.section, last.words);
  }
  const withTasks = [...sections.flatMap(({ task }) => task ?? []), ...openings.values()];
  const known = new Set(withTasks.map(({ phase }) => phase));
  for (const section of sections) {
    const words = phaseNamedBy(section);
    if (!words?.opens || known.has(words.phase)) continue;
    openings.set(section, words);
    known.add(words.phase);
  }
  return openings;
}

const phaseNamedBy = ({ reading }: Section): PhaseWords | null => (reading.is === "phase" ? reading : null);

function headedPhase(source: string, phase: HeadedPhase): Phase {
  const { words, heading, sections, tasks } = phase;
  const contentEnd = Math.max(heading.end, ...sections.map(contentEndOf));
  return {
    number: words.phase,
    title: words.title.text,
    tasks: tasks.map(({ number }) => number),
    heading: {
      depth: heading.depth,
      span: wholeLines(source, heading),
      range: words.range,
      contentEnd: lineAt(source, contentEnd).end,
    },
  };
}

/** Blocks at the top level end one after the other. */
const contentEndOf = ({ heading, blocks }: Section): number =>
  blocks.findLast(({ level }) => level === 0)?.end ?? heading?.end ?? 0;

/** Tasks under no phase heading belong to the phase of their number. */
function headlessPhases(tasks: readonly UnresolvedTask[]): Phase[] {
  const byPhase = Map.groupBy(tasks, ({ phase }) => phase);
  return [...byPhase].map(([number, own]) => ({
    number,
    title: "",
    heading: null,
    tasks: own.map((task) => task.number),
  }));
}
