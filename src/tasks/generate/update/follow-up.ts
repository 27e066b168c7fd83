import type { TaskDraft } from "../../document/render-list.ts";
import { plainLine } from "../../document/render-list.ts";
import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import type { Match } from "./match-requirements.ts";
import { linesOf } from "./match-requirements.ts";

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
export class NewLines<M extends Match> {
  readonly #lines: ReadonlySet<string>;
  /** The quotations and reasons that are not true, with the requirement that says otherwise. */
  readonly #refuted: ReadonlyMap<string, M>;

  constructor(matches: readonly M[]) {
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
  refuting(text: string | null): M | undefined {
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
 * @param drafts - the drafted tasks of the requirement in the old and the new version
 */
export function followUpDraft(
  now: Requirement | null,
  { gone, come }: Differences,
  [was, is]: readonly [Task | undefined, Task | undefined],
  built: readonly Task[],
): TaskDraft {
  const drafted = now ? is : was;
  const title = drafted?.title ?? built[0]?.title ?? "";
  const known = new Set(was?.verification.map(({ text }) => text));
  const criteria = [
    (is?.verification ?? []).map(({ text }) => text).filter((text) => !known.has(text)),
    come.map(plainLine),
    gone.map((line) => quote("noLonger", line)),
  ];
  const files = built.flatMap((task) => task.files.filter(({ deleted }) => !deleted));
  return {
    title: now ? changeTitle(title) : `Take out: ${title}`,
    complexity: drafted?.complexity ?? "Medium",
    dependencies: built.map(({ number }) => number),
    requirements: now ? [now.id] : [],
    files: [...new Set(files.map(({ text }) => text))],
    method: null,
    path: null,
    steps: [
      ...gone.map((line) => quote(now ? "said" : "removed", line)),
      ...come.map((line) => quote("says", line)),
      now ? lastStep : lastRemovalStep,
    ],
    verification: criteria.find((lines) => lines.length > 0) ?? [],
  };
}

/** The steps of a task that states a change, after the requirement changed again; null if nothing is left to change. */
export function restated<M extends Match>(
  steps: readonly string[],
  { gone, come }: Differences,
  newLines: NewLines<M>,
): readonly string[] | null {
  const said = (line: string): string => quote("said", line);
  const says = (line: string): string => quote("says", line);
  // A line that went before it was built, or came back before it was taken out, needs no work.
  const settled = new Set([...gone.map(says), ...come.map(said), lastStep]);
  const left = [
    ...gone.filter((line) => !steps.includes(says(line))).map(said),
    ...steps.filter((step) => !settled.has(step)),
    ...come.filter((line) => !steps.includes(said(line))).map(says),
  ].filter((step) => !newLines.refuting(step));
  return left.length === 0 ? null : [...left, lastStep];
}
