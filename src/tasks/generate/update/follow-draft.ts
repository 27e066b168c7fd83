import { diffArrays } from "diff";
import type { TaskFacts } from "../../document/edit/task-facts.ts";

/** The new content of a task. */
export interface Followed {
  /** The facts that change. */
  readonly facts: Partial<TaskFacts>;
  /** Lines that were edited by hand and whose text in the PRD has changed. */
  readonly rewritten: readonly string[];
}

/**
 * Updates a task from the draft of the old PRD to that of the new one. Lines that still match the old draft word for
 * word are replaced; lines that were edited since are kept.
 */
export function followDraft(task: TaskFacts, old: TaskFacts, now: TaskFacts): Followed {
  const [own, was, is] = [task, old, now].map(({ verification }) => verification.map(({ text }) => text));
  const title = followTitle(task.title, old.title, now.title);
  const steps = followLines(task.steps, old.steps, now.steps);
  const criteria = followLines(own ?? [], was ?? [], is ?? []);
  const files = followLines(task.files, old.files, now.files);
  const isReworded = [title, steps, criteria].some(({ lines }) => lines !== null);
  return {
    facts: {
      ...(title.lines?.[0] === undefined ? {} : { title: title.lines[0] }),
      ...(steps.lines && { steps: steps.lines }),
      ...(criteria.lines && { verification: criteria.lines.map((text) => ({ text, checked: false })) }),
      ...(files.lines && { files: files.lines }),
      ...(isReworded && task.complexity === old.complexity && now.complexity !== old.complexity
        ? { complexity: now.complexity }
        : {}),
      ...(isSame(task.dependencies, old.dependencies) && !isSame(old.dependencies, now.dependencies)
        ? { dependencies: now.dependencies }
        : {}),
    },
    rewritten: [title, steps, criteria].flatMap(({ rewritten }) => rewritten),
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

interface FollowedLines {
  /** Null if they don't change. */
  readonly lines: readonly string[] | null;
  readonly rewritten: readonly string[];
}

function followTitle(title: string, old: string, now: string): FollowedLines {
  if (old === now || title === now) return { lines: null, rewritten: [] };
  return title === old ? { lines: [now], rewritten: [] } : { lines: null, rewritten: [title] };
}

function followLines(
  current: readonly string[],
  old: readonly string[],
  now: readonly string[],
): FollowedLines {
  const isOurs = current.length === 0 || current.some((line) => old.includes(line));
  let lines = current;
  let isMissed = false;
  for (const { gone, come, before } of hunksOf(old, now)) {
    const leaving = gone.filter((line) => lines.includes(line));
    const fresh = come.filter((line) => !lines.includes(line));
    const isAddition = gone.length === 0 && fresh.length > 0;
    isMissed ||= leaving.length < gone.length || (isAddition && !isOurs);
    if (leaving.length > 0) lines = replaced(lines, leaving, fresh);
    else if (isAddition && isOurs) lines = inserted(lines, before, fresh);
  }
  // Removing all lines would leave a task without content, so the old lines stay.
  const isEmptied = lines.length === 0 && current.length > 0;
  const foreign = current.filter((line) => !old.includes(line) && !now.includes(line));
  return {
    lines: lines === current || isEmptied ? null : lines,
    rewritten: isMissed || isEmptied ? foreign : [],
  };
}

/** The differences between two versions of some lines, each with the common line before it. */
function* hunksOf(old: readonly string[], now: readonly string[]) {
  const unchanged = { gone: [], come: [], before: undefined };
  let hunk: { gone: readonly string[]; come: readonly string[]; before: string | undefined } = unchanged;
  for (const { added, removed, value } of diffArrays([...old], [...now])) {
    if (removed) hunk = { ...hunk, gone: value };
    else if (added) hunk = { ...hunk, come: value };
    else {
      yield hunk;
      hunk = { ...unchanged, before: value.at(-1) };
    }
  }
  yield hunk;
}

function replaced(
  lines: readonly string[],
  gone: readonly string[],
  come: readonly string[],
): readonly string[] {
  const first = lines.findIndex((line) => gone.includes(line));
  return lines.filter((line) => !gone.includes(line)).toSpliced(first, 0, ...come);
}

function inserted(
  lines: readonly string[],
  before: string | undefined,
  come: readonly string[],
): readonly string[] {
  const place = before === undefined ? -1 : lines.indexOf(before);
  return lines.toSpliced(place < 0 ? lines.length : place + 1, 0, ...come);
}
