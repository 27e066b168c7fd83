import type { TextEdit } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { unmetDependencies } from "../../document/task-queries.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { Carriers } from "../coverage.ts";
import { requirementKey } from "../prd/ids.ts";
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
import { followDraft } from "./follow-draft.ts";
import type { Match } from "./match-requirements.ts";
import { sayingOf } from "./match-requirements.ts";
import { rewriteReferences } from "./rewrite-references.ts";
import type { Standing } from "./standing.ts";
import { isRemovable, standingOf } from "./standing.ts";

/** A task that depends on others of the list. */
interface Addition {
  readonly match: OpenMatch;
  readonly draft: TaskDraft;
}

/** The consequences of a changed PRD for the existing tasks of the list. */
interface Consequences {
  readonly edits: Plan;
  readonly additions: readonly Addition[];
  /** The tasks to remove, with the reason. */
  readonly leaving: ReadonlyMap<Task, string>;
}

/** A requirement that both versions have. */
type Pair = OpenMatch & { readonly old: Requirement; readonly now: Requirement };
const isPair = (match: OpenMatch): match is Pair => match.old !== null && match.now !== null;

/** The fate of a requirement of the older version. A requirement that stays optional is kept. */
function fateOf({ old, now, other }: Match): "kept" | "merged" | "optional" | "gone" {
  if (now === null) return other ? "merged" : "gone";
  if (old?.optional || now.optional === null) return "kept";
  return now.optional === "wont" ? "gone" : "optional";
}

/** Decides for each task of a list whether it is edited, blocked, removed, or followed by another task. */
export class ExistingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #matches: readonly OpenMatch[];
  readonly #carriers: Carriers;
  readonly #standings: Map<Task, Standing>;
  readonly #facts = new Map<Task, Partial<TaskFacts>>();
  readonly #references = new Map<Task, TextEdit>();
  readonly #leaving = new Map<Task, string>();
  readonly #additions: Addition[] = [];

  constructor(list: TaskList, comparison: Comparison, matches: readonly OpenMatch[]) {
    this.#list = list;
    this.#comparison = comparison;
    this.#matches = matches;
    this.#carriers = new Carriers(comparison.before.references, list);
    this.#standings = new Map(list.tasks.map((task) => [task, standingOf(list, task)]));
  }

  follow(): Consequences {
    for (const match of this.#matches) this.#takeBackRemoval(match);
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
  #takeBackRemoval(match: OpenMatch): void {
    const { now } = match;
    if (now === null || now.optional !== null) return;
    const [step, reason] = [removedLine(sayingOf(now)), blockReason(now)];
    for (const task of this.#list.tasks) {
      if (task.steps.some(({ text }) => text === step) && isRemovable(this.#list, task))
        this.#remove(task, "the PRD requires what it takes out", [match]);
      if (task.status.blockedReason !== reason) continue;
      // An update blocks only tasks in progress and those with an owner.
      const isReady = task.owner === null || unmetDependencies(this.#list, task).length === 0;
      this.#change(task, { status: isReady ? "In Progress" : "Not Started", blockedReason: null });
      note(match, "unblocked", task);
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
    if (named.length === 0 || isWanted || !this.#isOpen(task) || this.#namesMore(task)) return;
    const target = named.find(({ other }) => other !== null)?.other;
    const reason = target ? `its requirement is part of ${target.id} now` : removalReason;
    if (isRemovable(this.#list, task)) this.#remove(task, reason, named);
    else this.#standings.set(task, "begun");
  }

  /** The requirements that its Requirements field names. */
  #matchesOf(task: Task): readonly OpenMatch[] {
    const named = this.#carriers.namedBy(task);
    return this.#matches.filter(({ old }) => old !== null && named.includes(old));
  }

  #isOpen(task: Task): boolean {
    return this.#standings.get(task) === "open";
  }

  /** Whether its Requirements field also names something else, such as a section. */
  #namesMore({ requirements }: Task): boolean {
    const { references } = this.#comparison.before;
    return requirements.some((entry) => references.namedIn(entry).length === 0 && /\p{L}/u.test(entry));
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
    const match = this.#matches.find(({ old }) => old === requirement);
    const now = match?.now ?? match?.other;
    const isOpen = this.#isOpen(task);
    if (now) return [now, ...(isOpen ? [] : this.#splitOff(requirement))].map(({ id }) => id);
    // A started task keeps the id of a removed requirement, unless another requirement has the id now.
    return isOpen || this.#comparison.after.references.knows(requirementKey(requirement.id))
      ? []
      : [requirement.id];
  }

  #splitOff(requirement: Requirement): readonly Requirement[] {
    return this.#matches.flatMap(({ old, now, other }) =>
      old === null && now && other === requirement ? [now] : [],
    );
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
    const isSplit = isShortened && this.#splitOff(old).length > 0;
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
    const { facts, rewritten } =
      was && is
        ? followDraft(isChange ? { ...own, steps: [] } : own, factsIn(before, was), factsIn(after, is))
        : { facts: {}, rewritten: [] };
    const changes = isChange && steps !== null ? { ...facts, steps } : facts;
    this.#change(task, changes);
    const isUpdated = Object.keys(changes).length > 0;
    if (isNoted || isUpdated) note(pair, isUpdated ? "updated" : "left", { ...own, ...changes }, rewritten);
  }

  /** The numbers of the earlier tasks in the list that a drafted task depends on. */
  #needsOf(task: Task, { draft, prd }: Version, { dependencies }: Task): readonly string[] {
    const needed = draft.tasks.filter(({ number }) => dependencies.resolved.includes(number));
    const ids = new Set(needed.flatMap(({ requirements }) => requirements));
    const carriers = prd.requirements
      .filter(({ id }) => ids.has(id))
      .map((one) => this.#matches.find(({ now }) => now === one)?.old ?? one)
      .flatMap((requirement) => this.#carriers.naming(requirement));
    const earlier = this.#list.tasks.slice(0, this.#list.tasks.indexOf(task));
    return earlier.filter((one) => carriers.includes(one)).map(({ number }) => number);
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
