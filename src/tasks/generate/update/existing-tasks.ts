import type { TextEdit } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf, findTask, unmetDependencies } from "../../document/task-queries.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { claimElsewhere } from "../../workflow/claims/claim-elsewhere.ts";
import { requirementKey } from "../prd/labels.ts";
import type { Requirement } from "../prd/model.ts";
import { Carriers } from "./carriers.ts";
import type { Comparison, Version } from "./compare.ts";
import type { OpenMatch } from "./decisions.ts";
import { note } from "./decisions.ts";
import type { Content } from "./follow-task.ts";
import { contentOf, followDraft, rewriteReferences } from "./follow-task.ts";
import {
  blockReason,
  changeTitle,
  differencesOf,
  followUpDraft,
  NewLines,
  removalReason,
  restated,
  statesChange,
  takesOut,
} from "./follow-up.ts";
import type { Match } from "./match-requirements.ts";
import { ownLinesOf, sayingOf } from "./match-requirements.ts";

/** Whether a task is not started, possibly in progress, or complete, here or in another working tree. */
type Standing = "open" | "begun" | "done";

/** Decides what an update can do with a task: it edits and removes only open ones. */
export function standingOf(list: TaskList, task: Task): Standing {
  const claim = claimElsewhere(list, task);
  const { value, understood, blockedReason } = task.status;
  if (value === "Complete" || claim?.state === "done") return "done";
  const isMarked = task.proof.length > 0 || task.verification.some(({ checked }) => checked);
  const isTaken = task.owner !== null || claim !== null || isMarked;
  // An update blocks only tasks in progress.
  const isBlocked = value === "Blocked" && blockedReason?.startsWith(removalReason) !== true;
  return (value === "Not Started" || isBlocked) && understood && !isTaken ? "open" : "begun";
}

/**
 * Whether a task can be removed: it is open, and so are the tasks that depend on it, which would inherit its
 * dependencies.
 */
const isRemovable = (list: TaskList, task: Task): boolean =>
  [task, ...dependentsOf(list, task.number)].every((one) => standingOf(list, one) === "open");

/** A requirement of the older version. */
type OldMatch = OpenMatch & { readonly old: Requirement };
const isOld = (match: OpenMatch): match is OldMatch => match.old !== null;

/** The fate of a requirement of the older version. A requirement that stays optional or is done is kept. */
function fateOf({ old, now, other }: Match): "kept" | "merged" | "optional" | "gone" {
  if (now === null) return other ? "merged" : "gone";
  if (old?.optional || now.optional === null || now.optional === "done") return "kept";
  return now.optional === "wont" ? "gone" : "optional";
}

const isKept = (match: OldMatch): match is OldMatch & { readonly now: Requirement } =>
  match.now !== null && fateOf(match) === "kept";

/** Whether the tasks of a requirement have more to follow than its id. */
const isNoted = (match: OldMatch): boolean => match.isChanged || fateOf(match) !== "kept";

/** Decides for each task of a list whether it is edited, blocked, removed, or followed by another task. */
export class ExistingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #matches: readonly OpenMatch[];
  readonly #byOld: ReadonlyMap<Requirement, OldMatch>;
  readonly #carriers: Carriers;
  readonly #newLines: NewLines<OpenMatch>;
  readonly #standings: Map<Task, Standing>;
  readonly #facts = new Map<Task, Partial<TaskFacts>>();
  readonly #references = new Map<Task, TextEdit>();
  /** The tasks to remove, with the reason. */
  readonly leaving = new Map<Task, string>();
  /** The tasks that depend on others of the list. */
  readonly additions: { readonly match: OpenMatch; readonly draft: TaskDraft }[] = [];

  constructor(list: TaskList, comparison: Comparison, matches: readonly OpenMatch[]) {
    this.#list = list;
    this.#comparison = comparison;
    this.#matches = matches;
    this.#byOld = new Map(matches.filter(isOld).map((match) => [match.old, match]));
    this.#carriers = new Carriers(comparison.before, list);
    this.#newLines = new NewLines(matches);
    this.#standings = new Map(list.tasks.map((task) => [task, standingOf(list, task)]));
  }

  /** The edits of tasks. Decides about `leaving` and `additions`, too. */
  follow(): Plan {
    for (const task of this.#list.tasks) {
      this.#takeBack(task);
      if (this.#isUnwanted(task)) continue;
      this.#followIds(task);
      if (this.#isOpen(task)) this.#followLines(task);
    }
    for (const match of this.#byOld.values()) this.#followUp(match);
    return this.#edits();
  }

  /** If the PRD requires something again, unblocks the task that was blocked for it, or keeps another from removing it. */
  #takeBack(task: Task): void {
    const wanted = this.#newLines.refuting(task.status.blockedReason);
    if (wanted) {
      // An update blocks only tasks in progress and those with an owner.
      const isReady = task.owner === null || unmetDependencies(this.#list, task).length === 0;
      this.#change(task, { status: isReady ? "In Progress" : "Not Started", blockedReason: null });
      note(wanted, "unblocked", task);
    }
    const isTrue = ({ text }: { readonly text: string }): boolean => !this.#newLines.refuting(text);
    const steps = task.steps.filter(isTrue);
    if (!takesOut(task) || !this.#isOpen(task) || steps.length === task.steps.length) return;
    const again = new Set(task.steps.flatMap(({ text }) => this.#newLines.refuting(text) ?? []));
    if (takesOut({ steps })) {
      const verification = factsOf(task).verification.filter(isTrue);
      this.#change(task, { steps: steps.map(({ text }) => text), verification });
      for (const match of again) note(match, "updated", task);
    } else if (isRemovable(this.#list, task))
      this.#remove(task, "the PRD requires what it takes out", [...again]);
  }

  #remove(task: Task, reason: string, matches: readonly OpenMatch[]): void {
    this.leaving.set(task, reason);
    for (const match of matches) note(match, "removed", task);
  }

  #change(task: Task, facts: Partial<TaskFacts>): void {
    this.#facts.set(task, { ...this.#facts.get(task), ...facts });
  }

  /** Whether the new version wants none of a task's requirements. An open one is removed, if it can be. */
  #isUnwanted(task: Task): boolean {
    if (this.leaving.has(task)) return true;
    const named = this.#matchesOf(this.#carriers.namedBy(task));
    const isWanted =
      named.length === 0 || named.some(isKept) || this.#comparison.before.othersNamedBy(task).length > 0;
    if (isWanted || !this.#isOpen(task)) return false;
    const target = named.find(({ other }) => other !== null)?.other;
    const reason = target ? `its requirement is part of ${target.id} now` : removalReason;
    if (isRemovable(this.#list, task)) this.#remove(task, reason, named);
    else this.#standings.set(task, "begun");
    return this.leaving.has(task);
  }

  #matchesOf(requirements: readonly Requirement[]): readonly OldMatch[] {
    return requirements.flatMap((requirement) => this.#byOld.get(requirement) ?? []);
  }

  /** The requirements that were split off another. */
  #splitOff(requirement: Requirement): readonly OpenMatch[] {
    return this.#matches.filter(({ old, other }) => old === null && other === requirement);
  }

  #isOpen(task: Task): boolean {
    return this.#standings.get(task) === "open";
  }

  #followIds(task: Task): void {
    const newIds = (requirement: Requirement): readonly string[] => this.#newIds(task, requirement);
    const named = this.#matchesOf(this.#carriers.namedBy(task));
    if (this.#carriers.isNamesake(task)) {
      const kept = named.filter(isKept);
      this.#change(task, { requirements: kept.flatMap(({ old }) => newIds(old)) });
      for (const match of kept) note(match, "named", task);
      return;
    }
    const rewritten = rewriteReferences(this.#list, task, this.#comparison.before.references, newIds);
    if (rewritten === null) return;
    this.#references.set(task, rewritten.edit);
    this.#change(task, { requirements: rewritten.requirements });
    for (const match of named) if (newIds(match.old).join() !== match.old.id) note(match, "reference", task);
  }

  #newIds(task: Task, requirement: Requirement): readonly string[] {
    const match = this.#byOld.get(requirement);
    const now = match?.now ?? match?.other;
    const isOpen = this.#isOpen(task);
    const parts = isOpen ? [] : this.#splitOff(requirement);
    if (now) return [now.id, ...parts.flatMap((part) => part.now?.id ?? [])];
    // A started task keeps the id of a removed requirement, unless another requirement has the id now.
    return isOpen || this.#comparison.after.references.knows(requirementKey(requirement.id))
      ? []
      : [requirement.id];
  }

  /** Updates an open task from the drafts of all that it carries: a draft can carry several requirements, too. */
  #followLines(task: Task): void {
    const matches = this.#matchesOf(this.#carriers.carriedBy(task));
    const concerned = matches.filter((match) => isNoted(match) || match.old.id !== match.now?.id);
    if (concerned.length === 0) return;
    const isChange = statesChange(task);
    const { steps: own } = factsOf(task);
    const steps = isChange
      ? concerned.reduce<readonly string[] | null>(
          (left, match) => left && restated(left, differencesOf(match), this.#newLines),
          own,
        )
      : [];
    if (steps === null && isRemovable(this.#list, task)) {
      this.#remove(task, "the PRD says what it said before", concerned);
      return;
    }
    const { facts, rewritten } = this.#followDrafts(task, matches, isChange);
    const changes = steps?.length ? { ...facts, steps } : facts;
    this.#change(task, changes);
    const isUpdated = Object.keys(changes).length > 0;
    for (const match of concerned.filter((one) => isUpdated || isNoted(one)))
      note(match, isUpdated ? "updated" : "left", { ...task, ...changes }, rewritten);
  }

  #followDrafts(task: Task, matches: readonly OldMatch[], isChange: boolean): ReturnType<typeof followDraft> {
    const { before, after } = this.#comparison;
    // The lines of a merged requirement stay with its task.
    const unmerged = matches.filter((match) => fateOf(match) !== "merged").map(({ old }) => old);
    const kept = matches.filter(isKept).map(({ now }) => now);
    const [was, is] = [draftsFor(before, unmerged), draftsFor(after, kept)];
    const storiesOf = (version: Version, drafts: readonly Task[]): string =>
      drafts.flatMap((one) => version.othersNamedBy(one)).join();
    // The draft of another story speaks of another task.
    if (was.length === 0 || is.length === 0 || storiesOf(before, was) !== storiesOf(after, is))
      return { facts: {}, rewritten: [] };
    const contentIn = (version: Version, drafts: readonly Task[]): Content => {
      const content = contentOf(drafts, this.#needsOf(task, version, drafts));
      return isChange ? { ...content, titles: content.titles.map(changeTitle), steps: [] } : content;
    };
    const own = contentOf([task], task.dependencies.own);
    return followDraft(isChange ? { ...own, steps: [] } : own, contentIn(before, was), contentIn(after, is));
  }

  /** The numbers of the earlier tasks in the list that drafted tasks depend on. */
  #needsOf(task: Task, version: Version, drafts: readonly Task[]): readonly string[] {
    const { tasks } = this.#list;
    const needed = new Set(
      drafts
        .flatMap(({ dependencies }) => dependencies.resolved)
        .flatMap((number) => findTask(version.draft, number) ?? [])
        .flatMap((drafted) => version.requirementsOf(drafted))
        .map((one) => this.#matches.find(({ now }) => now === one)?.old ?? one)
        .flatMap((one) => this.#carriers.naming(one)),
    );
    return tasks
      .slice(0, tasks.indexOf(task))
      .flatMap((earlier) => (needed.has(earlier) ? earlier.number : []));
  }

  /** Blocks the tasks in progress of a removed requirement, and adds a task where the PRD contradicts what was built. */
  #followUp(match: OldMatch): void {
    const { old, now } = match;
    const fate = fateOf(match);
    if (fate === "merged" || !isNoted(match)) return;
    const isGone = fate === "gone";
    const { gone, come } = isGone ? { gone: ownLinesOf(old), come: [] } : differencesOf(match);
    const differences = { gone: this.#newLines.without(gone), come };
    // What only moved to another requirement is built already.
    const isSame = differences.gone.length + come.length === 0;
    const begun = this.#carriers.of(old).filter((task) => !this.leaving.has(task) && !this.#isOpen(task));
    const isContradicted = (task: Task): boolean => !isGone || this.#standings.get(task) === "done";
    for (const task of begun)
      if (!isGone || isSame) note(match, "left", task);
      else if (!isContradicted(task)) this.#block(match, task);
    const built = begun.filter(isContradicted);
    if (isSame || built.length === 0 || (!isGone && this.#isStated(match))) return;
    const { before, after } = this.#comparison;
    const drafts = [before.draftFor(old), now ? after.draftFor(now) : undefined] as const;
    this.additions.push({ match, draft: followUpDraft(isGone ? null : now, differences, drafts, built) });
  }

  /** Whether a changed requirement needs no task that states the change. */
  #isStated({ old, now, isShortened }: OldMatch): boolean {
    if (now?.optional !== null || (isShortened && this.#splitOff(old).length > 0)) return true;
    return this.#carriers.of(old).some((task) => this.#isOpen(task) && statesChange(task));
  }

  #block(match: OldMatch, task: Task): void {
    const isBlocked = (this.#facts.get(task)?.status ?? task.status.value) === "Blocked";
    note(match, isBlocked ? "left" : "blocked", task);
    if (isBlocked) return;
    this.#change(task, { status: "Blocked", blockedReason: blockReason(sayingOf(match.old)) });
  }

  #edits(): Plan {
    const changed = [...this.#facts].filter(([task]) => !this.leaving.has(task));
    const references = changed.flatMap(([task]) => this.#references.get(task) ?? []);
    return {
      edits: [() => references],
      facts: new Map(changed.map(([{ number }, facts]) => [number, facts])),
    };
  }
}

const draftsFor = (version: Version, requirements: readonly Requirement[]): readonly Task[] => [
  ...new Set(requirements.flatMap((requirement) => version.draftFor(requirement) ?? [])),
];
