import type { TaskDraft } from "../../document/render-list.ts";
import { plainLine } from "../../document/render-list.ts";
import type { Task } from "../../document/task-list.ts";
import { linesOf } from "../requirement-text.ts";
import type { Match } from "./compare.ts";

/**
 * Follow-up tasks state how the PRD changed after the work on a requirement began. Their lines are quotations from the
 * PRD after these words, which contain no id, because another version could reuse it.
 */
const quotations = {
  said: "The PRD said:",
  says: "It says now:",
  removed: "No longer in the PRD:",
  noLonger: "The product no longer does this:",
} as const;

const quote = (words: keyof typeof quotations, text: string): string =>
  plainLine(`${quotations[words]} "${text}"`);

export const removalReason = "the PRD no longer requires it";
export const blockReason = (saying: string): string => plainLine(`${removalReason}: ${saying}`);

const lastStep = "Change what was built so that it does what the PRD says now";
const lastRemovalStep = "Take out what was built for it, and keep what other requirements use";

export const changeTitle = (title: string): string => `Apply the change: ${title}`;
export const statesChange = ({ steps }: Task): boolean => steps.some(({ text }) => text === lastStep);
export const takesOut = ({ steps }: Pick<Task, "steps">): boolean =>
  steps.some(({ text }) => text.startsWith(quotations.removed));

/** The lines of a requirement that were removed (`gone`) and added (`come`) between two versions. */
interface Differences {
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

export function differencesOf({ old, now }: Pick<Match, "old" | "now">): Differences {
  const [before, after] = old && now ? [linesOf(old), linesOf(now)] : [[], []];
  return {
    gone: before.filter((line) => !after.includes(line)),
    come: after.filter((line) => !before.includes(line)),
  };
}

/**
 * The lines that requirements have in the new version only. A follow-up must not call them gone, even if they came to
 * another requirement than the one that lost them.
 */
export class NewLines {
  readonly #lines: ReadonlySet<string>;
  /** The quotations and reasons that are not true, with the requirement that says otherwise. */
  readonly #refuted: ReadonlyMap<string, Match>;

  constructor(matches: readonly Match[]) {
    // A point below a lead-in means nothing without it: `CSV` in an import is not `CSV` in an export.
    const whole = matches.filter(({ now }) => !/[:：]$/.test(now?.text ?? ""));
    const come = whole.flatMap((match) => newLinesOf(match).map((line) => ({ match, line })));
    this.#lines = new Set(come.map(({ line }) => line));
    this.#refuted = new Map(
      come.flatMap(({ match, line }) => {
        const quotes = (["said", "removed", "noLonger"] as const).map((words) => quote(words, line));
        return [...quotes, blockReason(line)].map((text) => [text, match] as const);
      }),
    );
  }

  /** Some lines without those that only moved. */
  without(lines: readonly string[]): readonly string[] {
    return lines.filter((line) => !this.#lines.has(line));
  }

  /** The requirement that makes a line of a follow-up or the reason of a block false. */
  refuting(text: string | null): Match | undefined {
    return text === null ? undefined : this.#refuted.get(text);
  }
}

function newLinesOf({ old, now }: Match): readonly string[] {
  if (now === null || now.optional !== null) return [];
  return old?.optional === null ? differencesOf({ old, now }).come : linesOf(now);
}

/**
 * The task that follows others which are begun or complete, and concerns their files: it applies the change of a
 * requirement, or takes out what was built for one that is gone.
 */
export function followUpDraft(
  { now, fate, drafts }: Match,
  { gone, come }: Differences,
  built: readonly Task[],
): TaskDraft {
  const isGone = fate === "gone";
  const drafted = isGone ? drafts.old : drafts.now;
  const title = drafted?.title ?? built[0]?.title ?? "";
  const known = new Set(drafts.old?.verification.map(({ text }) => text));
  const fresh = (drafts.now?.verification ?? []).map(({ text }) => text).filter((text) => !known.has(text));
  const criteria = [fresh, come.map(plainLine), gone.map((line) => quote("noLonger", line))];
  const files = built.flatMap((task) => task.files.filter(({ deleted }) => !deleted));
  return {
    title: isGone ? `Take out: ${title}` : changeTitle(title),
    complexity: drafted?.complexity ?? "Medium",
    dependencies: built.map(({ number }) => number),
    requirements: now && !isGone ? [now.id] : [],
    files: [...new Set(files.map(({ text }) => text))],
    method: null,
    path: null,
    steps: [
      ...gone.map((line) => quote(isGone ? "removed" : "said", line)),
      ...come.map((line) => quote("says", line)),
      isGone ? lastRemovalStep : lastStep,
    ],
    verification: criteria.find((lines) => lines.length > 0) ?? [],
  };
}

/** The steps of a task that states a change, after its requirements changed again; empty if nothing is left to change. */
export function restated(
  steps: readonly string[],
  matches: readonly Match[],
  newLines: NewLines,
): readonly string[] {
  const left = matches
    .reduce<readonly string[]>(
      (stated, match) => (match.isChanged ? restate : renameIn)(stated, differencesOf(match)),
      steps.filter((step) => step !== lastStep),
    )
    .filter((step) => !newLines.refuting(step));
  return left.length === 0 ? [] : [...left, lastStep];
}

/** A requirement that only mentions new ids has the same lines, with these ids. */
function renameIn(steps: readonly string[], { gone, come }: Differences): readonly string[] {
  const renamed = new Map(
    gone.map((line, index) => [quote("says", line), quote("says", come[index] ?? line)]),
  );
  return steps.map((step) => renamed.get(step) ?? step);
}

/** A line that went before it was built, or came back before it was taken out, needs no work. */
function restate(steps: readonly string[], { gone, come }: Differences): readonly string[] {
  const said = (line: string): string => quote("said", line);
  const says = (line: string): string => quote("says", line);
  const settled = new Set([...gone.map(says), ...come.map(said)]);
  return [
    ...gone.filter((line) => !steps.includes(says(line))).map(said),
    ...steps.filter((step) => !settled.has(step)),
    ...come.filter((line) => !steps.includes(said(line))).map(says),
  ];
}
