import { diffArrays } from "diff";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { Complexity, Task } from "../../document/task-list.ts";

type Lines = readonly string[];

/** What a task has from the PRD. Several drafted tasks can be the source of one in the list. */
export interface Content {
  readonly titles: Lines;
  readonly steps: Lines;
  readonly verification: Lines;
  readonly files: Lines;
  readonly dependencies: Lines;
  readonly complexity: Complexity | null;
}

/** @param dependencies - the numbers in the list, because those of a draft differ */
export const contentOf = (tasks: readonly Task[], dependencies: Lines): Content => ({
  titles: tasks.map(({ title }) => title),
  steps: tasks.flatMap(({ steps }) => steps.map(({ text }) => text)),
  verification: tasks.flatMap(({ verification }) => verification.map(({ text }) => text)),
  files: tasks.flatMap(({ files }) => files.map(({ text }) => text)),
  dependencies,
  complexity: tasks[0]?.complexity ?? null,
});

/** The new content of a task. */
interface Followed {
  /** The facts that change. */
  readonly facts: Partial<TaskFacts>;
  /** Lines that were edited by hand and whose text in the PRD has changed. */
  readonly rewritten: Lines;
}

/**
 * Updates a task from the draft of the old PRD to that of the new one. Lines that still match the old draft word for
 * word are replaced; lines that were edited since are kept.
 */
export function followDraft(task: Content, old: Content, now: Content): Followed {
  const follow = (name: "steps" | "verification" | "files") => followLines(task[name], old[name], now[name]);
  const title = followTitle(task.titles[0] ?? "", old.titles, now.titles);
  const [steps, criteria, files] = [follow("steps"), follow("verification"), follow("files")];
  const isReworded = title.title !== null || steps.lines !== null || criteria.lines !== null;
  const isNeedy = isReworded && isSame(task.dependencies, old.dependencies);
  return {
    facts: {
      ...(title.title !== null && { title: title.title }),
      ...(steps.lines && { steps: steps.lines }),
      ...(criteria.lines && { verification: criteria.lines.map((text) => ({ text, checked: false })) }),
      ...(files.lines && { files: files.lines }),
      ...(isReworded && task.complexity === old.complexity && { complexity: now.complexity }),
      ...(isNeedy && !isSame(old.dependencies, now.dependencies) && { dependencies: now.dependencies }),
    },
    rewritten: [title, steps, criteria].flatMap(({ rewritten }) => rewritten),
  };
}

const isSame = (one: Lines, other: Lines): boolean => one.toSorted().join() === other.toSorted().join();

/** `title` is null if it doesn't change. */
function followTitle(title: string, old: Lines, now: Lines): { title: string | null; rewritten: Lines } {
  const { successors } = compareLines(old, now);
  const isMissed = successors.size > 0 && !old.includes(title) && !now.includes(title);
  return { title: successors.get(title)?.[0] ?? null, rewritten: isMissed ? [title] : [] };
}

/** `lines` is null if they don't change. */
function followLines(current: Lines, old: Lines, now: Lines): { lines: Lines | null; rewritten: Lines } {
  const { successors, additions } = compareLines(old, now);
  const isOurs = current.length === 0 || current.some((line) => old.includes(line));
  const fresh = (lines: Lines): Lines => lines.filter((line) => !current.includes(line));
  const added = (anchor: string | null): Lines => (isOurs ? fresh(additions.get(anchor) ?? []) : []);
  const lost = [...additions.keys()].filter((anchor) => anchor !== null && !current.includes(anchor));
  const lines = [
    ...added(null),
    ...current.flatMap((line) => [
      ...fresh(successors.get(line) ?? []),
      ...(successors.has(line) ? [] : [line]),
      ...added(line),
    ]),
    ...lost.flatMap(added),
  ];
  const isSame = lines.join("\n") === current.join("\n");
  // Removing all lines would leave a task without content, so the old lines stay.
  const isEmptied = lines.length === 0 && current.length > 0;
  const isMissed =
    [...successors.keys()].some((line) => !current.includes(line)) || (additions.size > 0 && !isOurs);
  const foreign = current.filter((line) => !old.includes(line) && !now.includes(line));
  return { lines: isSame || isEmptied ? null : lines, rewritten: isMissed || isEmptied ? foreign : [] };
}

/**
 * The differences between two drafts: the lines that replace an old line, and those added after a line, or before all
 * (null).
 */
function compareLines(old: Lines, now: Lines) {
  const successors = new Map<string, Lines>();
  const additions = new Map<string | null, Lines>();
  let last: string | null = null;
  let gone: Lines = [];
  for (const { added, removed, value } of diffArrays([...old], [...now])) {
    const replaced = added ? gone : [];
    for (const [index, line] of replaced.entries()) successors.set(line, value.slice(index, index + 1));
    if (added && value.length > gone.length) additions.set(last, value.slice(gone.length));
    gone = removed ? value : [];
    for (const line of gone) successors.set(line, []);
    last = added ? last : (value.at(-1) ?? last);
  }
  return { successors, additions };
}
