import type { Edit, TextEdit } from "../../document/edit/revise.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Plan, Planner } from "../../list-file/editing/edit-list.ts";
import { planRemoval } from "../../list-file/editing/plan-removal.ts";
import { Carriers } from "../coverage.ts";
import type { Requirement } from "../prd/model.ts";
import {
  blockReason,
  changeDraft,
  mergedReason,
  optionalReason,
  removalDraft,
  removalReason,
  saidLine,
  saysLine,
} from "./consequent-drafts.ts";
import type { Change, Decision } from "./decisions.ts";
import { Ledger } from "./decisions.ts";
import { followDraft } from "./follow-draft.ts";
import type { Pair } from "./match-requirements.ts";
import { planNewTask } from "./new-task.ts";
import { planRequired } from "./plan-required.ts";
import { renamedAreas, renamePhases } from "./rename-phases.ts";
import { sayingOf } from "./requirement-words.ts";
import { rewriteReferences } from "./rewrite-references.ts";
import type { Standing } from "./standing.ts";
import { isRemovable, standingOf } from "./standing.ts";
import type { UpdateSubject, Version } from "./subject.ts";

/** The edits that bring a list up to date with a PRD, in order, and the reasons for them. */
export interface PlannedUpdate {
  readonly planners: Iterable<Planner>;
  /** Complete once all planners have run. */
  readonly decisions: () => readonly Decision[];
}

/**
 * Plans the edits that bring a list from one version of its PRD to the next: for each changed requirement, tasks are
 * edited, removed or added.
 */
export function planUpdate(list: TaskList, subject: UpdateSubject): PlannedUpdate {
  const update = new Update(list, subject);
  return { planners: update.planners(), decisions: () => update.ledger.decisions };
}

class Update {
  readonly ledger = new Ledger();
  readonly #list: TaskList;
  readonly #subject: UpdateSubject;
  readonly #carriers: Carriers;
  readonly #standings: Map<Task, Standing>;
  /** Pairs whose requirement is no longer required. */
  readonly #optional: readonly Pair[];
  /** Requirements of the old version that the new one removes or rules out. */
  readonly #gone: ReadonlySet<Requirement>;
  readonly #pairOf: ReadonlyMap<Requirement, Pair>;
  /** The changed facts of tasks. */
  readonly #facts = new Map<Task, Partial<TaskFacts>>();
  readonly #references = new Map<Task, readonly TextEdit[]>();
  /** The tasks to remove, with the reason. */
  readonly #leaving = new Map<Task, string>();
  readonly #additions: Planner[] = [];

  constructor(list: TaskList, subject: UpdateSubject) {
    const { pairs, removed, before } = subject;
    this.#list = list;
    this.#subject = subject;
    this.#carriers = new Carriers(before.references, list);
    this.#standings = new Map(list.tasks.map((task) => [task, standingOf(list, task)]));
    this.#optional = pairs.filter(({ old, now }) => old.optional === null && now.optional !== null);
    const unwanted = this.#optional.filter(({ now }) => now.optional === "wont").map(({ old }) => old);
    this.#gone = new Set([...removed, ...unwanted]);
    this.#pairOf = new Map(pairs.map((pair) => [pair.old, pair]));
  }

  *planners(): Generator<Planner> {
    const renamed = renamedAreas(this.#subject.pairs);
    this.#openDecisions(renamed);
    for (const task of this.#list.tasks) this.#judge(task);
    for (const task of this.#list.tasks) this.#followIds(task);
    for (const pair of this.#subject.pairs) this.#followPair(pair);
    for (const requirement of this.#gone) this.#followRemoval(requirement);
    yield () => this.#rewriting(renamePhases(renamed));
    yield* this.#additions;
    for (const [task, reason] of this.#leaving)
      yield (list) => planRemoval(list, getTask(list, task.number), reason);
    yield* planRequired(this.#subject, this.#list, this.ledger);
  }

  #openDecisions(renamed: ReadonlyMap<string | null, string | null>): void {
    const { pairs, removed, added, mergedInto, splitFrom } = this.#subject;
    for (const pair of pairs) this.ledger.open(pair, changesOf(pair, renamed));
    for (const now of added.filter(({ optional }) => optional === null)) {
      const whole = splitFrom.get(now);
      this.ledger.open({ now }, [whole ? "split" : "added"], whole);
    }
    for (const old of removed) {
      const whole = mergedInto.get(old);
      this.ledger.open({ old }, [whole ? "merged" : "removed"], whole);
    }
  }

  /** Marks a task for removal if it is not started and the new version wants none of its requirements. */
  #judge(task: Task): void {
    const named = this.#carriers.namedBy(task);
    if (named.length === 0 || !this.#isOpen(task)) return;
    const reasons = named.map((requirement) => this.#reasonToGo(requirement));
    if (reasons.includes(null) || this.#namesMore(task)) return;
    if (!isRemovable(this.#list, task)) {
      this.#standings.set(task, "begun");
      return;
    }
    this.#leaving.set(task, reasons[0] ?? removalReason);
    for (const requirement of named) this.ledger.note(requirement, "removed", task);
  }

  #isOpen(task: Task): boolean {
    return this.#standings.get(task) === "open";
  }

  #reasonToGo(requirement: Requirement): string | null {
    const target = this.#subject.mergedInto.get(requirement);
    if (target) return this.#isCarriedElsewhere(requirement, target) ? mergedReason(target.id) : null;
    if (this.#gone.has(requirement)) return removalReason;
    return this.#optional.some(({ old }) => old === requirement) ? optionalReason : null;
  }

  /** Whether the requirement that another one was merged into has a task of its own or gets one. */
  #isCarriedElsewhere(requirement: Requirement, target: Requirement): boolean {
    const pair = this.#subject.pairs.find(({ now }) => now === target);
    const own = this.#carriers.naming(requirement);
    return pair === undefined || this.#carriers.naming(pair.old).some((task) => !own.includes(task));
  }

  /** Whether its Requirements field also names something else, such as a section. */
  #namesMore({ requirements }: Task): boolean {
    const { references } = this.#subject.before;
    return requirements.some((entry) => references.namedIn(entry).length === 0 && /\p{L}/u.test(entry));
  }

  #followIds(task: Task): void {
    const newIds = (requirement: Requirement): readonly string[] => this.#newIds(task, requirement);
    const rewritten = rewriteReferences(this.#list, task, this.#subject.before.references, newIds);
    if (rewritten === null || this.#leaving.has(task)) return;
    this.#references.set(task, rewritten.edits);
    this.#facts.set(task, { requirements: rewritten.requirements });
    for (const requirement of this.#carriers.namedBy(task))
      if (newIds(requirement).join() !== requirement.id) this.ledger.note(requirement, "reference", task);
  }

  #newIds(task: Task, requirement: Requirement): readonly string[] {
    const { mergedInto, after } = this.#subject;
    const now = this.#pairOf.get(requirement)?.now ?? mergedInto.get(requirement);
    const isOpen = this.#isOpen(task);
    if (now !== undefined) return [now.id, ...(isOpen ? [] : this.#splitOff(requirement))];
    // A started task keeps the id of a removed requirement, unless another requirement has the id now.
    return isOpen || after.knowsIdOf(requirement) ? [] : [requirement.id];
  }

  /** The ids of the requirements that were split from a requirement. */
  #splitOff(requirement: Requirement): readonly string[] {
    const parts = [...this.#subject.splitFrom].filter(([, whole]) => whole === requirement);
    return parts.map(([{ id }]) => id);
  }

  /** The tasks of a requirement, without those to remove. */
  #tasksOf(requirement: Requirement): readonly Task[] {
    const named = this.#carriers.naming(requirement);
    const tasks = named.length > 0 ? named : this.#carriers.speakingOf(requirement);
    return tasks.filter((task) => !this.#leaving.has(task));
  }

  #followPair(pair: Pair): void {
    const { old, now, isChanged, isShortened } = pair;
    if (this.#gone.has(old)) return;
    const tasks = this.#tasksOf(old);
    const named = this.#carriers.naming(old);
    const open = tasks.filter((task) => named.includes(task) && this.#isOpen(task));
    // If only the id changed, only tasks whose title contains the old id need an edit.
    const toFollow = open.filter(({ title }) => isChanged || (old.id !== now.id && title.includes(old.id)));
    const stating = toFollow.filter(({ steps }) =>
      steps.some(({ text }) => text === saysLine(sayingOf(old))),
    );
    for (const task of toFollow) this.#followTask(task, pair, stating.includes(task));
    if (!isChanged && !this.#optional.includes(pair)) return;
    const others = tasks.filter((task) => !this.#isOpen(task));
    for (const task of others) this.ledger.note(now, "left", task);
    const isSplit = isShortened && this.#splitOff(old).length > 0;
    if (others.length === 0 || isSplit || now.optional !== null || stating.length > 0) return;
    const { before, after } = this.#subject;
    this.#add(now, others, changeDraft(pair, before.draftFor(old), after.draftFor(now), others));
  }

  /** @param isStating - whether the task states an earlier change of a requirement that was already built */
  #followTask(task: Task, { old, now }: Pair, isStating: boolean): void {
    const isTakenBack = task.steps.some(({ text }) => text === saidLine(sayingOf(now)));
    if (isStating && isTakenBack && isRemovable(this.#list, task)) {
      // The change was reverted before it was made, so its task is removed.
      this.#leaving.set(task, removalReason);
      this.ledger.note(now, "removed", task);
      return;
    }
    const known = this.#facts.get(task);
    const own = { ...factsOf(task), ...known };
    const { before, after } = this.#subject;
    const [was, is] = [before.draftFor(old), after.draftFor(now)];
    const factsIn = (draft: Task, requirement: Requirement, dependencies: readonly string[]): TaskFacts => {
      const facts = { ...factsOf(draft), dependencies };
      return isStating ? { ...facts, steps: [...facts.steps, saysLine(sayingOf(requirement))] } : facts;
    };
    const { facts, rewritten } =
      was && is
        ? followDraft(
            own,
            factsIn(was, old, this.#needsOf(before, was)),
            factsIn(is, now, this.#possibleNeeds(task, this.#needsOf(after, is))),
          )
        : // Optional requirements are not drafted, so there is no draft to compare the task with.
          { facts: {}, rewritten: is ? otherLines(own, factsOf(is)) : [] };
    this.#facts.set(task, { ...known, ...facts });
    const action = Object.keys(facts).length > 0 ? "updated" : "left";
    this.ledger.note(now, action, { ...own, ...facts }, rewritten);
  }

  /** The numbers of the tasks in the list that a drafted task depends on. */
  #needsOf({ draft, prd }: Version, { dependencies }: Task): readonly string[] {
    const needed = draft.tasks.filter(({ number }) => dependencies.resolved.includes(number));
    const ids = needed.flatMap(({ requirements }) => requirements);
    const tasks = prd.requirements
      .filter(({ id }) => ids.includes(id))
      .map((one) => this.#subject.pairs.find(({ now }) => now === one)?.old ?? one)
      .flatMap((requirement) => this.#carriers.naming(requirement));
    return [...new Set(tasks.map(({ number }) => number))];
  }

  /** The numbers that the task can depend on: of earlier tasks that don't depend on it. */
  #possibleNeeds(task: Task, numbers: readonly string[]): readonly string[] {
    const { tasks } = this.#list;
    const waiting = new Set([task.number]);
    // Iterating over a set includes the entries that are added meanwhile.
    for (const number of waiting)
      for (const one of tasks) if (one.dependencies.resolved.includes(number)) waiting.add(one.number);
    const earlier = tasks.slice(0, tasks.indexOf(task)).map(({ number }) => number);
    return earlier.filter((number) => numbers.includes(number) && !waiting.has(number));
  }

  #followRemoval(requirement: Requirement): void {
    if (this.#subject.mergedInto.has(requirement)) return;
    const tasks = this.#tasksOf(requirement);
    for (const task of tasks.filter((one) => this.#standings.get(one) === "begun"))
      this.#block(task, requirement);
    const done = tasks.filter((task) => this.#standings.get(task) === "done");
    if (done.length === 0) return;
    this.#add(requirement, done, removalDraft(requirement, this.#subject.before.draftFor(requirement), done));
  }

  #block(task: Task, requirement: Requirement): void {
    const known = this.#facts.get(task);
    const isBlocked = (known?.status ?? task.status.value) === "Blocked";
    this.ledger.note(requirement, isBlocked ? "left" : "blocked", task);
    if (!isBlocked)
      this.#facts.set(task, { ...known, status: "Blocked", blockedReason: blockReason(requirement) });
  }

  /** Adds a task at the end of the phase of the last task that it depends on. */
  #add(requirement: Requirement, built: readonly Task[], draft: TaskDraft): void {
    this.#additions.push((list) => {
      const { plan, task } = planNewTask(list, draft, { phase: built.at(-1)?.phase ?? 1 });
      this.ledger.note(requirement, "added", task);
      return plan;
    });
  }

  #rewriting(names: Edit): Plan {
    const changed = [...this.#facts].filter(([task]) => !this.#leaving.has(task));
    const references = changed.flatMap(([task]) => this.#references.get(task) ?? []);
    const written = changed.flatMap(([task, { requirements: _, ...facts }]) =>
      writeFacts(this.#list, task, facts),
    );
    return {
      edits: [() => references, names, ...written],
      intent: { changed: new Map(changed.map(([{ number }, facts]) => [number, facts])) },
    };
  }
}

function changesOf(
  { old, now, isChanged }: Pair,
  renamed: ReadonlyMap<string | null, string | null>,
): readonly Change[] {
  const found: readonly (readonly [Change, boolean])[] = [
    ["changed", isChanged],
    ["renumbered", old.id !== now.id],
    ["moved", old.area !== now.area && renamed.get(old.area) !== now.area],
    ["optional", old.optional === null && now.optional !== null],
  ];
  return found.flatMap(([change, isSo]) => (isSo ? [change] : []));
}

const linesIn = ({ title, steps, verification }: TaskFacts): readonly string[] => [
  title,
  ...steps,
  ...verification.map(({ text }) => text),
];

function otherLines(task: TaskFacts, drafted: TaskFacts): readonly string[] {
  const known = new Set(linesIn(drafted));
  return linesIn(task).filter((line) => !known.has(line));
}
