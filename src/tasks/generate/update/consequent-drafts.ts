import type { TaskDraft } from "../../document/task-draft.ts";
import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import type { Pair } from "./match-requirements.ts";
import { differencesOf } from "./match-requirements.ts";
import { sayingOf } from "./requirement-words.ts";
import {
  changeTitle,
  goneLine,
  headLine,
  isGoneLine,
  matchLine,
  newLine,
  removalTitle,
  removedLine,
  saidLine,
  saysLine,
  takeOutLine,
} from "./templates.ts";

const numbersOf = (tasks: readonly Task[]): readonly string[] => tasks.map(({ number }) => number);

const filesOf = (tasks: readonly Task[]): readonly string[] => [
  ...new Set(tasks.flatMap(({ files }) => files.filter(({ deleted }) => !deleted).map(({ text }) => text))),
];

/**
 * The task that follows a change of what somebody has begun or built: the old and the new text, and the criteria that
 * are new.
 */
export function changeDraft(
  pair: Pair,
  was: Task | undefined,
  is: Task | undefined,
  built: readonly Task[],
): TaskDraft {
  const { gone, come } = differencesOf(pair);
  const [before, after] = [sayingOf(pair.old), sayingOf(pair.now)];
  const known = new Set(was?.verification.map(({ text }) => text));
  const criteria = (is?.verification ?? []).map(({ text }) => text).filter((text) => !known.has(text));
  const verification = criteria.length > 0 ? criteria : come.map(newLine);
  return {
    title: changeTitle(is?.title ?? built[0]?.title ?? after),
    complexity: is?.complexity ?? "Medium",
    dependencies: numbersOf(built),
    requirements: [pair.now.id],
    files: filesOf(built),
    method: null,
    path: null,
    steps: [
      ...(before !== after ? [saidLine(before), saysLine(after)] : [headLine(after)]),
      ...gone.map(goneLine),
      ...come.map(newLine),
      matchLine,
    ],
    verification:
      verification.length > 0 ? verification : [...gone.map(isGoneLine), saysLine(after)].slice(0, 1),
  };
}

/** The task that takes out what was built for a requirement that the PRD has no longer. */
export function removalDraft(
  requirement: Requirement,
  draft: Task | undefined,
  built: readonly Task[],
): TaskDraft {
  const text = sayingOf(requirement);
  return {
    title: removalTitle(draft?.title ?? built[0]?.title ?? text),
    complexity: draft?.complexity ?? "Medium",
    dependencies: numbersOf(built),
    requirements: [],
    files: filesOf(built),
    method: null,
    path: null,
    steps: [removedLine(text), takeOutLine],
    verification: [isGoneLine(text)],
  };
}
