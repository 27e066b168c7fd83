import type { TextEdit } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf, findTask, unmetDependencies } from "../../document/task-queries.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { claimElsewhere } from "../../workflow/claims/claim-elsewhere.ts";
import { Carriers } from "../coverage.ts";
import { requirementKey } from "../prd/labels.ts";
import type { Requirement } from "../prd/model.ts";
import type { Comparison, Version } from "./compare.ts";
import {
  blockReason,
  changeDraft,
  changeTitle,
  removalDraft,
  removalReason,
  removedLine,
  restated,
  statesChange,
} from "./consequent-drafts.ts";
import type { OpenMatch } from "./decisions.ts";
import { note } from "./decisions.ts";
import { followDraft, rewriteReferences } from "./follow-task.ts";
import type { Match } from "./match-requirements.ts";
import { sayingOf } from "./match-requirements.ts";

/** The consequences of a changed PRD for the existing tasks of the list. */
interface Consequences {
  readonly edits: Plan;
  /** The tasks that depend on others of the list. */
  readonly additions: readonly { readonly match: OpenMatch; readonly draft: TaskDraft }[];
  /** The tasks to remove, with the reason. */
  readonly leaving: ReadonlyMap<Task, string>;
}

/** Whether a task is not started, possibly in progress, or complete, here or in another working tree. */
type Standing = "open" | "begun" | "done";

/** Decides what an update can do with a task: it edits and removes only open ones. */
export function standingOf(list: TaskList, task: Task): Standing {
  const claim = claimElsewhere(list, task);
  if (task.status.value === "Complete" || claim?.state === "done") return "done";
  const isMarked = task.proof.length > 0 || task.verification.some(({ checked }) => checked);
  const isTaken = task.owner !== null || claim !== null || isMarked;
  const isOpen = task.status.value === "Not Started" || task.status.value === "Blocked";
  return isOpen && task.status.understood && !isTaken ? "open" : "begun";
}

/**
 * Whether a task can be removed: it is open, and so are the tasks that depend on it, which would inherit its
 * dependencies.
 */
const isRemovable = (list: TaskList, task: Task): boolean =>
  [task, ...dependentsOf(list, task.number)].every((one) => standingOf(list, one) === "open");

/** A requirement that both versions have. */
type Pair = OpenMatch & { readonly old: Requirement; readonly now: Requirement };
const isPair = (match: OpenMatch): match is Pair => match.old !== null && match.now !== null;

/** The fate of a requirement of the older version. A requirement that stays optional or is done is kept. */
function fateOf({ old, now, other }: Match): "kept" | "merged" | "optional" | "gone" {
  if (now === null) return other ? "merged" : "gone";
  if (old?.optional || now.optional === null || now.optional === "done") return "kept";
  return now.optional === "wont" ? "gone" : "optional";
}

/** Decides for each task of a list whether it is edited, blocked, removed, or followed by another task. */
export class ExistingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #matches: readonly OpenMatch[];
  /** The matches by their requirement of the older version, and of the newer one. */
  readonly #byOld: ReadonlyMap<Requirement | null, OpenMatch>;
  readonly #byNow: ReadonlyMap<Requirement | null, OpenMatch>;
  /** The requirements that were split off each requirement. */
  readonly #splitOff: ReadonlyMap<Requirement | null, readonly OpenMatch[]>;
  readonly #carriers: Carriers;
  readonly #places: ReadonlyMap<Task, number>;
  readonly #standings: Map<Task, Standing>;
  readonly #facts = new Map<Task, Partial<TaskFacts>>();
  readonly #references = new Map<Task, TextEdit>();
  readonly #leaving = new Map<Task, string>();
  readonly #additions: Consequences["additions"][number][] = [];

  constructor(list: TaskList, comparison: Comparison, matches: readonly OpenMatch[]) {
    this.#list = list;
    this.#comparison = comparison;
    this.#matches = matches;
    this.#byOld = new Map(matches.map((match) => [match.old, match]));
    this.#byNow = new Map(matches.map((match) => [match.now, match]));
    this.#splitOff = Map.groupBy(
      matches.filter(({ old }) => old === null),
      ({ other }) => other,
    );
    this.#places = new Map(list.tasks.map((task, place) => [task, place]));
    this.#carriers = new Carriers(comparison.before.references, list);
    this.#standings = new Map(list.tasks.map((task) => [task, standingOf(list, task)]));
  }

  follow(): Consequences {
    this.#takeBackRemovals();
    for (const task of this.#list.tasks) this.#judge(task);
    for (const task of this.#list.tasks) this.#followIds(task);
    for (const match of this.#matches) {
      if (match.old && fateOf(match) === "gone") this.#followRemoval(match.old, match);
      else if (isPair(match)) this.#followPair(match);
    }
    return { edits: this.#edits(), additions: this.#additions, leaving: this.#leaving };
  }

  /**
   * If the PRD requires something again, deletes the task that would remove it and unblocks the task blocked because of
   * it.
   */
  #takeBackRemovals(): void {
    const wanted = this.#matches.flatMap((match) =>
      match.now?.optional === null ? [{ match, now: match.now }] : [],
    );
    const byStep = Map.groupBy(wanted, ({ now }) => removedLine(sayingOf(now)));
    const byReason = Map.groupBy(wanted, ({ now }) => blockReason(now));
    for (const task of this.#list.tasks) {
      const again = task.steps.flatMap(({ text }) => byStep.get(text) ?? []);
      if (again.length > 0 && isRemovable(this.#list, task))
        this.#remove(
          task,
          "the PRD requires what it takes out",
          again.map(({ match }) => match),
        );
      const unblocking = byReason.get(task.status.blockedReason ?? "") ?? [];
      if (unblocking.length === 0) continue;
      // An update blocks only tasks in progress and those with an owner.
      const isReady = task.owner === null || unmetDependencies(this.#list, task).length === 0;
      this.#change(task, { status: isReady ? "In Progress" : "Not Started", blockedReason: null });
      for (const { match } of unblocking) note(match, "unblocked", task);
    }
  }

  #remove(task: Task, reason: string, matches: readonly OpenMatch[]): void {
    this.#leaving.set(task, reason);
    for (const match of matches) note(match, "removed", task);
  }

  #change(task: Task, facts: Partial<TaskFacts>): void {
    this.#facts.set(task, { ...this.#facts.get(task), ...facts });
  }

  /** Removes a task that is not started if the new version wants none of its requirements. */
  #judge(task: Task): void {
    const named = this.#matchesOf(task);
    const isWanted = named.some((match) => fateOf(match) === "kept");
    const namesMore = this.#comparison.before.othersNamedBy(task).length > 0;
    if (named.length === 0 || isWanted || !this.#isOpen(task) || namesMore) return;
    const target = named.find(({ other }) => other !== null)?.other;
    const reason = target ? `its requirement is part of ${target.id} now` : removalReason;
    if (isRemovable(this.#list, task)) this.#remove(task, reason, named);
    else this.#standings.set(task, "begun");
  }

  /** The requirements that its Requirements field names. */
  #matchesOf(task: Task): readonly OpenMatch[] {
    return this.#carriers.namedBy(task).flatMap((requirement) => this.#byOld.get(requirement) ?? []);
  }

  #isOpen(task: Task): boolean {
    return this.#standings.get(task) === "open";
  }

  #followIds(task: Task): void {
    const newIds = (requirement: Requirement): readonly string[] => this.#newIds(task, requirement);
    const rewritten = rewriteReferences(this.#list, task, this.#comparison.before.references, newIds);
    if (rewritten === null || this.#leaving.has(task)) return;
    this.#references.set(task, rewritten.edit);
    this.#change(task, { requirements: rewritten.requirements });
    for (const match of this.#matchesOf(task))
      if (match.old && newIds(match.old).join() !== match.old.id) note(match, "reference", task);
  }

  #newIds(task: Task, requirement: Requirement): readonly string[] {
    const match = this.#byOld.get(requirement);
    const now = match?.now ?? match?.other;
    const isOpen = this.#isOpen(task);
    const parts = isOpen ? [] : (this.#splitOff.get(requirement) ?? []);
    if (now) return [now.id, ...parts.flatMap((part) => part.now?.id ?? [])];
    // A started task keeps the id of a removed requirement, unless another requirement has the id now.
    return isOpen || this.#comparison.after.references.knows(requirementKey(requirement.id))
      ? []
      : [requirement.id];
  }

  /** The tasks of a requirement, without those to remove. */
  #tasksOf(requirement: Requirement): readonly Task[] {
    const named = this.#carriers.naming(requirement);
    const tasks = named.length > 0 ? named : this.#carriers.speakingOf(requirement);
    return tasks.filter((task) => !this.#leaving.has(task));
  }

  #followPair(pair: Pair): void {
    const { old, now, isChanged, isShortened } = pair;
    const isNoted = isChanged || fateOf(pair) === "optional";
    if (!isNoted && old.id === now.id) return;
    const tasks = this.#tasksOf(old);
    const open = tasks.filter((task) => this.#isOpen(task));
    for (const task of open) this.#followTask(task, pair, isNoted);
    const begun = tasks.filter((task) => !this.#isOpen(task));
    if (!isNoted) return;
    for (const task of begun) note(pair, "left", task);
    const isSplit = isShortened && this.#splitOff.has(old);
    if (begun.length === 0 || now.optional !== null || isSplit || open.some(statesChange)) return;
    const { before, after } = this.#comparison;
    const draft = changeDraft(pair, before.draftFor(old), after.draftFor(now), begun);
    this.#additions.push({ match: pair, draft });
  }

  #followTask(task: Task, pair: Pair, isNoted: boolean): void {
    const { old, now } = pair;
    const { before, after } = this.#comparison;
    const [was, is] = [before.draftFor(old), after.draftFor(now)];
    const own = { ...factsOf(task), ...this.#facts.get(task) };
    const isChange = statesChange(task);
    const steps = isChange ? restated(own.steps, pair) : own.steps;
    if (steps === null && isRemovable(this.#list, task)) {
      this.#remove(task, "the PRD says what it said before", [pair]);
      return;
    }
    const asChange = (facts: TaskFacts): TaskFacts =>
      isChange ? { ...facts, title: changeTitle(facts.title), steps: [] } : facts;
    const factsIn = (version: Version, draft: Task): TaskFacts =>
      asChange({ ...factsOf(draft), dependencies: this.#needsOf(task, version, draft) });
    // The draft of another story speaks of another task.
    const isSameStory = was && is && before.othersNamedBy(was).join() === after.othersNamedBy(is).join();
    const { facts, rewritten } = isSameStory
      ? followDraft(isChange ? { ...own, steps: [] } : own, factsIn(before, was), factsIn(after, is))
      : { facts: {}, rewritten: [] };
    const changes = isChange && steps !== null ? { ...facts, steps } : facts;
    this.#change(task, changes);
    const isUpdated = Object.keys(changes).length > 0;
    if (isNoted || isUpdated) note(pair, isUpdated ? "updated" : "left", { ...own, ...changes }, rewritten);
  }

  /** The numbers of the earlier tasks in the list that a drafted task depends on. */
  #needsOf(task: Task, version: Version, { dependencies }: Task): readonly string[] {
    const placeOf = (one: Task): number => this.#places.get(one) ?? 0;
    const carriers = dependencies.resolved
      .flatMap((number) => findTask(version.draft, number)?.requirements ?? [])
      .flatMap((id) => version.requirement(id) ?? [])
      .flatMap((one) => this.#carriers.naming(this.#byNow.get(one)?.old ?? one));
    return [...new Set(carriers)]
      .filter((one) => placeOf(one) < placeOf(task))
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map(({ number }) => number);
  }

  #followRemoval(requirement: Requirement, match: OpenMatch): void {
    const tasks = this.#tasksOf(requirement);
    const standing = (wanted: Standing) => tasks.filter((task) => this.#standings.get(task) === wanted);
    for (const task of standing("begun")) {
      const isBlocked = (this.#facts.get(task)?.status ?? task.status.value) === "Blocked";
      note(match, isBlocked ? "left" : "blocked", task);
      if (!isBlocked) this.#change(task, { status: "Blocked", blockedReason: blockReason(requirement) });
    }
    const done = standing("done");
    const drafted = this.#comparison.before.draftFor(requirement);
    if (done.length > 0) this.#additions.push({ match, draft: removalDraft(requirement, drafted, done) });
  }

  #edits(): Plan {
    const changed = [...this.#facts].filter(([task]) => !this.#leaving.has(task));
    const references = changed.flatMap(([task]) => this.#references.get(task) ?? []);
    return {
      edits: [() => references],
      facts: new Map(changed.map(([{ number }, facts]) => [number, facts])),
    };
  }
}
