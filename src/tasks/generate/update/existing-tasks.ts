import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import { plainLine } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf, findTask, unmetDependencies } from "../../document/task-queries.ts";
import { claimElsewhere } from "../../list-file/claims/claim-elsewhere.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { requirementKey } from "../prd/labels.ts";
import { linesOf, ownLinesOf, sayingOf } from "../requirement-text.ts";
import type { Comparison, Match } from "./compare.ts";
import { Carriers, drafting, isKept, othersNamedBy } from "./compare.ts";
import type { Decisions } from "./decisions.ts";
import type { Content } from "./follow-task.ts";
import { contentOf, followDraft } from "./follow-task.ts";
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
import { followReferences, renumberedSections } from "./requirements-field.ts";

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

/** Whether the tasks of a requirement have more to follow than its id. */
const isNoted = (match: Match): boolean => match.isChanged || !isKept(match);

/** Decides for each task of a list whether it is edited, blocked, removed, or followed by another task. */
export class ExistingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #decisions: Decisions;
  readonly #carriers: Carriers;
  readonly #newLines: NewLines;
  readonly #standings: Map<Task, Standing>;
  /** The new headings of sections that only got another number. */
  readonly #sections: ReadonlyMap<string, string>;
  readonly #facts = new Map<Task, Partial<TaskFacts>>();
  /** The tasks to remove, with the reason. */
  readonly leaving = new Map<Task, string>();
  /** The tasks that depend on others of the list. */
  readonly additions: { readonly match: Match; readonly draft: TaskDraft }[] = [];

  constructor(list: TaskList, comparison: Comparison, decisions: Decisions) {
    this.#list = list;
    this.#comparison = comparison;
    this.#decisions = decisions;
    this.#carriers = new Carriers(list, comparison, "old");
    this.#newLines = new NewLines(comparison.matches);
    this.#sections = renumberedSections(comparison.old.prd, comparison.now.prd);
    this.#standings = new Map(list.tasks.map((task) => [task, standingOf(list, task)]));
  }

  /** The edits of tasks. Decides about `leaving` and `additions`, too. */
  follow(): Plan {
    for (const task of this.#list.tasks) {
      this.#takeBack(task);
      this.#removeUnwanted(task);
      if (this.leaving.has(task)) continue;
      this.#followIds(task);
      if (this.#isOpen(task)) this.#followLines(task);
    }
    for (const match of this.#comparison.matches) this.#followUp(match);
    const changed = [...this.#facts].filter(([task]) => !this.leaving.has(task));
    return { facts: new Map(changed.map(([{ number }, facts]) => [number, facts])) };
  }

  #isOpen(task: Task): boolean {
    return this.#standings.get(task) === "open";
  }

  #change(task: Task, facts: Partial<TaskFacts>): void {
    this.#facts.set(task, { ...this.#facts.get(task), ...facts });
  }

  #remove(task: Task, reason: string, matches: Iterable<Match>): void {
    this.leaving.set(task, reason);
    for (const match of matches) this.#decisions.note(match, "removed", task);
  }

  /** If the PRD requires something again, unblocks the task that was blocked for it, or keeps another from removing it. */
  #takeBack(task: Task): void {
    const wanted = this.#newLines.refuting(task.status.blockedReason);
    if (wanted) {
      // An update blocks only tasks in progress and those with an owner.
      const isReady = task.owner === null || unmetDependencies(this.#list, task).length === 0;
      this.#change(task, { status: isReady ? "In Progress" : "Not Started", blockedReason: null });
      this.#decisions.note(wanted, "unblocked", task);
    }
    if (!takesOut(task) || !this.#isOpen(task)) return;
    const again = new Set(task.steps.flatMap(({ text }) => this.#newLines.refuting(text) ?? []));
    if (again.size === 0) return;
    const isTrue = ({ text }: { readonly text: string }): boolean => !this.#newLines.refuting(text);
    const steps = task.steps.filter(isTrue);
    if (takesOut({ steps })) {
      const verification = factsOf(task).verification.filter(isTrue);
      this.#change(task, { steps: steps.map(({ text }) => text), verification });
      for (const match of again) this.#decisions.note(match, "updated", task);
    } else if (isRemovable(this.#list, task)) this.#remove(task, "the PRD requires what it takes out", again);
  }

  /** Removes an open task of which the new version wants no requirement. If others build on it, it counts as begun. */
  #removeUnwanted(task: Task): void {
    const named = this.#carriers.namedBy(task);
    const isWanted =
      named.length === 0 || named.some(isKept) || othersNamedBy(task, this.#comparison.old).length > 0;
    if (isWanted || !this.#isOpen(task)) return;
    const target = named.find(({ other }) => other !== null)?.other;
    const reason = target ? `its requirement is part of ${target.id} now` : removalReason;
    if (isRemovable(this.#list, task)) this.#remove(task, reason, named);
    else this.#standings.set(task, "begun");
  }

  #followIds(task: Task): void {
    const named = this.#carriers.namedBy(task);
    const idsOf = new Map(named.map((match) => [match.old, this.#newIds(task, match)]));
    const requirements = followReferences(
      task,
      this.#comparison.old,
      (one) => idsOf.get(one) ?? [],
      this.#sections,
    );
    if (requirements.join() === task.requirements.join()) return;
    this.#change(task, { requirements });
    for (const match of named)
      if (idsOf.get(match.old)?.join() !== match.old?.id) this.#decisions.note(match, "reference", task);
  }

  #newIds(task: Task, match: Match): readonly string[] {
    const { old, now, other } = match;
    const isOpen = this.#isOpen(task);
    const whole = now ?? other;
    const parts = isOpen ? [] : this.#splitOff(match);
    if (whole) return [whole, ...parts.flatMap((part) => part.now ?? [])].map(({ id }) => id);
    // A started task keeps the id of a removed requirement, unless another requirement has the id now.
    const isKnown = (id: string): boolean => this.#comparison.now.references.knows(requirementKey(id));
    return isOpen || old === null || isKnown(old.id) ? [] : [old.id];
  }

  /** The requirements that were split off another. */
  #splitOff({ old }: Match): readonly Match[] {
    return this.#comparison.matches.filter(
      ({ fate, other }) => fate === "new" && other !== null && other === old,
    );
  }

  /** Updates an open task from the drafts of all that it carries: a draft can carry several requirements, too. */
  #followLines(task: Task): void {
    const matches = this.#comparison.matches.filter((match) => this.#carriers.of(match).includes(task));
    const isChange = statesChange(task);
    const concerned = matches.filter(
      (match) => isNoted(match) || match.old?.id !== match.now?.id || match.mentionsNewIds,
    );
    if (concerned.length === 0) return;
    const steps = isChange ? restated(factsOf(task).steps, concerned, this.#newLines) : null;
    if (steps?.length === 0 && isRemovable(this.#list, task)) {
      this.#remove(task, "the PRD says what it said before", concerned);
      return;
    }
    const { facts, rewritten } = this.#followDrafts(task, matches, isChange);
    const changes = steps?.length ? { ...facts, steps } : facts;
    this.#change(task, changes);
    const isUpdated = Object.keys(changes).length > 0;
    for (const match of concerned.filter((one) => isUpdated || isNoted(one)))
      this.#decisions.note(match, isUpdated ? "updated" : "left", { ...task, ...changes }, rewritten);
  }

  #followDrafts(task: Task, matches: readonly Match[], isChange: boolean): ReturnType<typeof followDraft> {
    // The lines of a merged requirement stay with its task.
    const unmerged = matches.filter(({ fate }) => fate !== "merged");
    const old = distinct(unmerged.flatMap(({ drafts }) => drafts.old ?? []));
    const now = distinct(matches.filter(isKept).flatMap(({ drafts }) => drafts.now ?? []));
    const storiesOf = (version: "old" | "now", drafts: readonly Task[]): string =>
      drafts.flatMap((one) => othersNamedBy(one, this.#comparison[version])).join();
    // The draft of another story speaks of another task.
    if (old.length === 0 || now.length === 0 || storiesOf("old", old) !== storiesOf("now", now))
      return isChange ? followCriteria(task, unmerged.filter(isKept)) : { facts: {}, rewritten: [] };
    const contentIn = (version: "old" | "now", drafts: readonly Task[]): Content => {
      const content = contentOf(drafts, this.#needsOf(task, version, drafts));
      return isChange ? { ...content, titles: content.titles.map(changeTitle), steps: [] } : content;
    };
    const own = contentOf([task], task.dependencies.own);
    return followDraft(isChange ? { ...own, steps: [] } : own, contentIn("old", old), contentIn("now", now));
  }

  /** The numbers of the earlier tasks in the list that drafted tasks depend on. */
  #needsOf(task: Task, version: "old" | "now", drafts: readonly Task[]): readonly string[] {
    const { draft } = this.#comparison[version];
    const needed = drafts.flatMap(({ dependencies }) =>
      dependencies.resolved.flatMap((number) => findTask(draft, number) ?? []),
    );
    const matches = drafting(this.#comparison, version, needed);
    const tasks = new Set(matches.flatMap((match) => this.#carriers.naming(match)));
    const earlier = this.#list.tasks.slice(0, this.#list.tasks.indexOf(task));
    return earlier.flatMap((one) => (tasks.has(one) ? one.number : []));
  }

  /** Blocks the tasks in progress of a removed requirement, and adds a task where the PRD contradicts what was built. */
  #followUp(match: Match): void {
    const { old, fate } = match;
    if (old === null || fate === "merged" || !isNoted(match)) return;
    const isGone = fate === "gone";
    const { gone, come } = isGone ? { gone: ownLinesOf(old), come: [] } : differencesOf(match);
    const differences = { gone: this.#newLines.without(gone), come };
    // What only moved to another requirement is built already.
    const isSame = differences.gone.length + come.length === 0;
    const begun = this.#carriers.of(match).filter((task) => !this.leaving.has(task) && !this.#isOpen(task));
    const built = begun.filter((task) => !isGone || this.#standings.get(task) === "done");
    for (const task of begun)
      if (isSame || !isGone) this.#decisions.note(match, "left", task);
      else if (!built.includes(task)) this.#block(task, match, sayingOf(old));
    if (isSame || built.length === 0 || (!isGone && this.#isStated(match))) return;
    this.additions.push({ match, draft: followUpDraft(match, differences, built) });
  }

  /** Whether a changed requirement needs no task that states the change. */
  #isStated(match: Match): boolean {
    const { now, isShortened } = match;
    if (now?.optional !== null || (isShortened && this.#splitOff(match).length > 0)) return true;
    return this.#carriers.of(match).some((task) => this.#isOpen(task) && statesChange(task));
  }

  #block(task: Task, match: Match, saying: string): void {
    const isBlocked = (this.#facts.get(task)?.status ?? task.status.value) === "Blocked";
    this.#decisions.note(match, isBlocked ? "left" : "blocked", task);
    if (!isBlocked) this.#change(task, { status: "Blocked", blockedReason: blockReason(saying) });
  }
}

/** Criteria that quote a requirement follow it, as the steps do, also if it is done and no task is drafted for it. */
function followCriteria(task: Task, matches: readonly Match[]): ReturnType<typeof followDraft> {
  const saidIn = (version: "old" | "now"): Content => {
    const lines = matches.flatMap(({ [version]: one }) => (one ? linesOf(one).map(plainLine) : []));
    return { ...contentOf([], []), verification: lines };
  };
  return followDraft(contentOf([task], task.dependencies.own), saidIn("old"), saidIn("now"));
}

const distinct = (tasks: readonly Task[]): readonly Task[] => [...new Set(tasks)];
