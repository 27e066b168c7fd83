import { diffArrays } from "diff";
import type { Edit } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { writeItems, writeLine, writeTitle } from "../../document/edit/write-field.ts";
import { renderFiles } from "../../document/render-task.ts";
import type { ListEntry, Task, TaskList, VerificationItem } from "../../document/task-list.ts";

/** What a draft says of a task: those of its lines that come from the PRD. */
export interface DraftLines {
  readonly title: string;
  readonly complexity: Task["complexity"];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly verification: readonly string[];
}

/** What became of the lines of one task. */
export interface FollowedLines {
  readonly edits: readonly Edit[];
  readonly facts: Partial<TaskFacts>;
  /** Lines that somebody rewrote, where the PRD's text for them has changed. */
  readonly rewritten: readonly string[];
}

export const linesOf = ({ title, complexity, files, steps, verification }: Task): DraftLines => ({
  title,
  complexity,
  files: files.map(({ text }) => text),
  steps: steps.map(({ text }) => text),
  verification: verification.map(({ text }) => text),
});

/**
 * Replaces the lines of a task that are word for word what the draft of the old PRD had by those of the new draft.
 * Lines that were rewritten since stay.
 */
export function followLines(list: TaskList, task: Task, old: DraftLines, now: DraftLines): FollowedLines {
  const title = followTitle(task, old, now);
  const steps = followList(task.steps, old.steps, now.steps);
  const criteria = followList(task.verification, old.verification, now.verification);
  const files = followList(
    task.files.map((file) => file.text),
    old.files,
    now.files,
  );
  const complexity = task.complexity === old.complexity ? now.complexity : task.complexity;
  const parts = [
    title,
    stepsChange(list, task, steps),
    criteriaChange(list, task, criteria),
    filesChange(task, files),
    title.edits.length + (steps.isChanged || criteria.isChanged ? 1 : 0) > 0
      ? complexityChange(task, complexity)
      : nothing,
  ];
  return {
    edits: parts.flatMap(({ edits }) => edits),
    facts: Object.assign({}, ...parts.map(({ facts }) => facts)),
    rewritten: [
      ...title.rewritten,
      ...(steps.isMissed ? foreign(task.steps, old.steps, now.steps) : []),
      ...(criteria.isMissed ? foreign(task.verification, old.verification, now.verification) : []),
    ],
  };
}

interface Change {
  readonly edits: readonly Edit[];
  readonly facts: Partial<TaskFacts>;
}
const nothing: Change = { edits: [], facts: {} };

function followTitle(
  { number, title }: Task,
  old: DraftLines,
  now: DraftLines,
): Change & Pick<FollowedLines, "rewritten"> {
  if (old.title === now.title || title === now.title) return { ...nothing, rewritten: [] };
  if (title !== old.title) return { ...nothing, rewritten: [title] };
  return { edits: [writeTitle(number, now.title)], facts: { title: now.title }, rewritten: [] };
}

/** A list of lines, the new ones as text and the others as they are. */
interface FollowedList<Line> {
  readonly lines: readonly (Line | string)[];
  readonly isChanged: boolean;
  /** Whether a line that is to be replaced was not there any more. */
  readonly isMissed: boolean;
}

const textOf = (line: ListEntry | string): string => (typeof line === "string" ? line : line.text);

function followList<Line extends ListEntry | string>(
  current: readonly Line[],
  old: readonly string[],
  now: readonly string[],
): FollowedList<Line> {
  const isOurs = current.some((line) => old.includes(textOf(line)));
  const followed = hunksOf(old, now).reduce<Following<Line>>(
    (state, hunk) => followHunk(state, hunk, isOurs),
    {
      lines: current,
      isMissed: false,
      before: undefined,
    },
  );
  // A task whose last line went has lost its words, not its purpose.
  if (followed.lines.length === 0) return { lines: current, isChanged: false, isMissed: true };
  return { ...followed, isChanged: followed.lines !== current };
}

interface Following<Line> {
  readonly lines: readonly (Line | string)[];
  readonly isMissed: boolean;
  /** The line that comes before the next hunk. */
  readonly before: string | undefined;
}

/** @param isOurs - whether the list has any line of the old draft */
function followHunk<Line extends ListEntry | string>(
  { lines, isMissed, before }: Following<Line>,
  { gone, come, kept }: Hunk,
  isOurs: boolean,
): Following<Line> {
  const has = (text: string): boolean => lines.some((line) => textOf(line) === text);
  const fresh = come.filter((text) => !has(text));
  const leaving = gone.filter(has);
  const after = kept.at(-1) ?? come.at(-1) ?? before;
  if (leaving.length > 0) {
    const isAll = leaving.length === gone.length;
    return { lines: replaced(lines, leaving, fresh), isMissed: isMissed || !isAll, before: after };
  }
  if (gone.length > 0 || fresh.length === 0)
    return { lines, isMissed: isMissed || gone.length > 0, before: after };
  if (!isOurs && lines.length > 0) return { lines, isMissed: true, before: after };
  const place = lines.findIndex((line) => textOf(line) === before);
  const at = place < 0 ? lines.length : place + 1;
  return { lines: lines.toSpliced(at, 0, ...fresh), isMissed, before: after };
}

function replaced<Line extends ListEntry | string>(
  lines: readonly (Line | string)[],
  gone: readonly string[],
  come: readonly string[],
): readonly (Line | string)[] {
  const first = lines.findIndex((line) => gone.includes(textOf(line)));
  const left = lines.filter((line) => !gone.includes(textOf(line)));
  return left.toSpliced(first, 0, ...come);
}

interface Hunk {
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** The lines behind it that are the same in both. */
  readonly kept: readonly string[];
}

function hunksOf(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  const hunks: { gone: string[]; come: string[]; kept: string[] }[] = [];
  for (const { added, removed, value } of diffArrays([...old], [...now])) {
    const last = hunks.at(-1);
    const open = last === undefined || ((added || removed) && last.kept.length > 0) ? undefined : last;
    const hunk = open ?? { gone: [], come: [], kept: [] };
    if (open === undefined) hunks.push(hunk);
    (removed ? hunk.gone : added ? hunk.come : hunk.kept).push(...value);
  }
  return hunks;
}

const foreign = (
  lines: readonly ListEntry[],
  old: readonly string[],
  now: readonly string[],
): readonly string[] =>
  lines.map(({ text }) => text).filter((text) => !old.includes(text) && !now.includes(text));

function stepsChange(list: TaskList, task: Task, { lines, isChanged }: FollowedList<ListEntry>): Change {
  if (!isChanged) return nothing;
  const [, bullet] = /^\s*([-*+])/.exec(task.steps[0]?.prefix ?? "") ?? [];
  const items = lines.map((line, index) => `${bullet ?? `${index + 1}.`} ${written(list, line)}`);
  return {
    edits: [writeItems(task.number, "steps", "Steps", items)],
    facts: { steps: lines.map(textOf) },
  };
}

function criteriaChange(
  list: TaskList,
  task: Task,
  { lines, isChanged }: FollowedList<VerificationItem>,
): Change {
  if (!isChanged) return nothing;
  const items = lines.map((line) => {
    const isTicked = typeof line !== "string" && line.checked;
    return `- [${isTicked ? "x" : " "}] ${written(list, line)}`;
  });
  return {
    edits: [writeItems(task.number, "verification", "Verification", items)],
    facts: {
      verification: lines.map((line) => ({
        text: textOf(line),
        checked: typeof line !== "string" && line.checked,
      })),
    },
  };
}

/** A line that stays keeps what is written below it. */
const written = ({ source }: TaskList, line: ListEntry | string): string =>
  typeof line === "string" ? line : source.slice(line.textSpan.start, Math.max(line.textSpan.end, line.end));

function filesChange({ number }: Task, { lines, isChanged }: FollowedList<string>): Change {
  if (!isChanged) return nothing;
  return {
    edits: [writeLine(number, "files", "Files", renderFiles(lines))],
    facts: { files: lines },
  };
}

function complexityChange(task: Task, complexity: Task["complexity"]): Change {
  if (complexity === null || complexity === task.complexity) return nothing;
  return {
    edits: [writeLine(task.number, "complexity", "Complexity", complexity)],
    facts: { complexity },
  };
}
