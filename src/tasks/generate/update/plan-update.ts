import { getTask } from "../../document/edit/get-task.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { writeStatus } from "../../document/edit/write-status.ts";
import type { TaskDraft } from "../../document/task-draft.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Plan, Planner } from "../../editing/edit-list.ts";
import { planRemoval } from "../../editing/plan-removal.ts";
import type { Requirement } from "../prd/model.ts";
import type { Destination } from "./add-task.ts";
import { planNewTask } from "./add-task.ts";
import { changeDraft, removalDraft } from "./consequent-drafts.ts";
import type { Change, Decision } from "./decisions.ts";
import { Ledger } from "./decisions.ts";
import { followDependencies } from "./follow-dependencies.ts";
import type { DraftLines } from "./follow-lines.ts";
import { followLines, linesOf } from "./follow-lines.ts";
import type { Pair } from "./match-requirements.ts";
import { planRequired } from "./plan-required.ts";
import { planPhaseNames, renamedAreas } from "./rename-phases.ts";
import { sayingOf } from "./requirement-words.ts";
import type { RewrittenReferences } from "./rewrite-references.ts";
import { rewriteReferences } from "./rewrite-references.ts";
import type { Standing } from "./standing.ts";
import { isHeldInPlace, standingOf } from "./standing.ts";
import type { UpdateSubject } from "./subject.ts";
import { CarriersOf, draftFor, knowsId } from "./subject.ts";
import { blockReason, mergedReason, optionalReason, removalReason, saidLine, saysLine } from "./templates.ts";

/** The edits that bring a list up to date with a PRD, in order, and why each is made. */
export interface PlannedUpdate {
  readonly planners: Iterable<Planner>;
  /** Complete once all planners have run. */
  readonly decisions: () => readonly Decision[];
}

/** Plans how a list follows its PRD from one version to the next. */
export function planUpdate(list: TaskList, subject: UpdateSubject): PlannedUpdate {
  const update = new Update(list, subject);
  return { planners: update.planners(), decisions: () => update.ledger.decisions };
}

/** Edits nothing. */
const nothing: Plan = { edits: [], intent: {} };

class Update {
  readonly ledger = new Ledger();
  readonly #list: TaskList;
  readonly #subject: UpdateSubject;
  readonly #carriers: CarriersOf;
  readonly #standings = new Map<Task, Standing>();
  /** Requirements of the old version that the new one does not have or not want built. */
  readonly #gone: ReadonlySet<Requirement>;
  readonly #nowOptional: ReadonlySet<Requirement>;
  readonly #pairOf: ReadonlyMap<Requirement, Pair>;
  /** Tasks that are taken out. */
  readonly #leaving = new Map<Task, string>();

  constructor(list: TaskList, subject: UpdateSubject) {
    this.#list = list;
    this.#subject = subject;
    const { pairs, removed } = subject.matching;
    this.#carriers = new CarriersOf(subject.base, list);
    this.#pairOf = new Map(pairs.map((pair) => [pair.old, pair]));
    const optional = pairs.filter(({ old, now }) => old.optional === null && now.optional !== null);
    const unwanted = optional.filter(({ now }) => now.optional === "wont");
    this.#nowOptional = new Set(optional.map(({ old }) => old));
    this.#gone = new Set([...removed, ...unwanted.map(({ old }) => old)]);
  }

  *planners(): Generator<Planner> {
    const renamed = renamedAreas(this.#subject.matching);
    this.#openDecisions(renamed);
    yield planPhaseNames(renamed);
    for (const task of this.#list.tasks) this.#judge(task);
    yield this.#rewriteReferences();
    for (const pair of this.#subject.matching.pairs) yield* this.#changedPair(pair);
    for (const requirement of this.#gone) yield* this.#goneRequirement(requirement);
    for (const [task, reason] of this.#leaving)
      yield (list) => planRemoval(list, getTask(list, task.number), reason);
    yield* planRequired(this.#subject, this.#list, this.ledger);
  }

  #openDecisions(renamed: ReadonlyMap<string, string>): void {
    const { pairs, removed, added, mergedInto, splitFrom } = this.#subject.matching;
    for (const pair of pairs) this.ledger.open(pair.old, pair.now, changesOf(pair, renamed));
    for (const now of added.filter(({ optional }) => optional === null))
      this.#openWith(null, now, splitFrom.get(now), ["added", "split"]);
    for (const old of removed) this.#openWith(old, null, mergedInto.get(old), ["removed", "merged"]);
  }

  #openWith(
    old: Requirement | null,
    now: Requirement | null,
    other: Requirement | undefined,
    [alone, related]: readonly [Change, Change],
  ): void {
    this.ledger.open(old, now, [other === undefined ? alone : related]);
    const requirement = now ?? old;
    if (other !== undefined && requirement !== null) this.ledger.relate(requirement, other);
  }

  #standing(task: Task): Standing {
    const known = this.#standings.get(task) ?? standingOf(this.#list, task);
    this.#standings.set(task, known);
    return known;
  }

  /** Whether a task goes: nobody has begun it, and the new version wants nothing of what it carries. */
  #judge(task: Task): void {
    const named = this.#carriers.namedBy(task);
    if (named.length === 0 || this.#standing(task) !== "open") return;
    const reasons = named.map((requirement) => this.#reasonToGo(requirement));
    if (reasons.includes(null) || this.#namesMore(task)) return;
    // Its dependents would inherit its dependencies, and what somebody has begun or finished is not to change.
    if (isHeldInPlace(this.#list, task)) {
      this.#standings.set(task, "begun");
      return;
    }
    this.#leaving.set(task, reasons.find((reason) => reason !== null) ?? removalReason);
    for (const requirement of named) this.ledger.note(this.#keyOf(requirement), "removed", task);
  }

  #reasonToGo(requirement: Requirement): string | null {
    const target = this.#subject.matching.mergedInto.get(requirement);
    if (target !== undefined)
      return this.#isCarriedElsewhere(requirement, target) ? mergedReason(target.id) : null;
    if (this.#gone.has(requirement)) return removalReason;
    return this.#nowOptional.has(requirement) ? optionalReason : null;
  }

  /** Whether what became part of another requirement is built with that one. */
  #isCarriedElsewhere(requirement: Requirement, target: Requirement): boolean {
    const pair = this.#subject.matching.pairs.find(({ now }) => now === target);
    const own = this.#carriers.of(requirement).named;
    return pair === undefined || this.#carriers.of(pair.old).named.some((task) => !own.includes(task));
  }

  /** Whether its Requirements name anything but requirements, such as a section. */
  #namesMore(task: Task): boolean {
    const { references } = this.#carriers;
    return task.requirements.some(
      (entry) =>
        references.named(new Set(references.keysOfEntry(entry))).length === 0 && /\p{L}/u.test(entry),
    );
  }

  #keyOf(requirement: Requirement): Requirement {
    return this.#pairOf.get(requirement)?.now ?? requirement;
  }

  /** The references of all tasks in one edit: their ids may be those that others have given up. */
  #rewriteReferences(): Planner {
    const rewritten = this.#list.tasks.flatMap((task) => {
      const found = this.#leaving.has(task) ? null : this.#rewritten(task);
      return found ? [{ task, ...found }] : [];
    });
    const changed = new Map(
      rewritten.map(({ task: { number }, requirements }) => [number, { requirements }] as const),
    );
    return () => ({
      edits: [(list) => rewritten.flatMap(({ edit }) => edit(list))],
      intent: { changed },
    });
  }

  #rewritten(task: Task): RewrittenReferences | null {
    const rewritten = rewriteReferences(this.#list, task, this.#carriers.references, (requirement) =>
      this.#newIds(task, requirement),
    );
    if (rewritten === null) return null;
    for (const requirement of this.#carriers.namedBy(task)) {
      if (this.#newIds(task, requirement).join() !== requirement.id)
        this.ledger.note(this.#keyOf(requirement), "reference", task);
    }
    return rewritten;
  }

  #newIds(task: Task, requirement: Requirement): readonly string[] {
    const { mergedInto } = this.#subject.matching;
    const now = this.#pairOf.get(requirement)?.now ?? mergedInto.get(requirement);
    const isOpen = this.#standing(task) === "open";
    if (now !== undefined) return [now.id, ...(isOpen ? [] : this.#splitOff(requirement))];
    // A task that somebody has begun keeps saying what it was for, unless that id is another requirement's now.
    return isOpen || knowsId(this.#subject.prd, requirement.id) ? [] : [requirement.id];
  }

  /** The ids of the requirements that were part of another one. */
  #splitOff(requirement: Requirement): readonly string[] {
    return [...this.#subject.matching.splitFrom].flatMap(([part, whole]) =>
      whole === requirement ? [part.id] : [],
    );
  }

  *#changedPair(pair: Pair): Generator<Planner> {
    const { old, now, isChanged } = pair;
    if (this.#gone.has(old)) return;
    const isSplit = pair.isShortened && this.#splitOff(old).length > 0;
    const tasks = this.#carriers.all(old).filter((task) => !this.#leaving.has(task));
    const open = this.#carriers
      .of(old)
      .named.filter((task) => tasks.includes(task) && this.#standing(task) === "open");
    const followed: Task[] = [];
    for (const task of open) if (this.#isToFollow(task, pair)) yield* this.#follow(task, pair, followed);
    if (!isChanged && !this.#nowOptional.has(old)) return;
    const others = tasks.filter((task) => this.#standing(task) !== "open");
    for (const task of others) this.ledger.note(now, "left", task);
    if (others.length === 0 || isSplit || now.optional !== null || followed.length > 0) return;
    yield this.#addition(now, others, (list) =>
      changeDraft(
        pair,
        draftFor(this.#subject.oldDraft, old),
        draftFor(this.#subject.newDraft, now),
        latest(list, others),
      ),
    );
  }

  /** A requirement that only has another id is followed where a title says the old one. */
  #isToFollow(task: Task, { old, now, isChanged }: Pair): boolean {
    return isChanged || (old.id !== now.id && task.title.includes(old.id));
  }

  /** @param followed - receives the task where it already states an earlier change of the requirement */
  *#follow(task: Task, { old, now }: Pair, followed: Task[]): Generator<Planner> {
    const [was, is] = [draftFor(this.#subject.oldDraft, old), draftFor(this.#subject.newDraft, now)];
    const stated = saysLine(sayingOf(old));
    if (task.steps.some(({ text }) => text === stated)) followed.push(task);
    const isTakenBack = task.steps.some(({ text }) => text === saidLine(sayingOf(now)));
    if (followed.includes(task) && isTakenBack && !isHeldInPlace(this.#list, task)) {
      // What was to be changed is to be as it was built.
      this.#leaving.set(task, removalReason);
      this.ledger.note(now, "removed", task);
      return;
    }
    const isStated = followed.includes(task);
    const stating = (draft: Task | undefined, text: string): DraftLines => {
      const lines = draft ? linesOf(draft) : emptyLines;
      return isStated ? { ...lines, steps: [...lines.steps, saysLine(text)] } : lines;
    };
    const [from, to] = [stating(was, sayingOf(old)), stating(is, sayingOf(now))];
    const [needed, needs] = [
      this.#needsOf(this.#subject.oldDraft, was),
      this.#needsOf(this.#subject.newDraft, is),
    ];
    yield (list) => {
      const current = getTask(list, task.number);
      const lines = followLines(list, current, from, to);
      const dependencies = followDependencies(list, task.number, needed, needs);
      const edits = [...lines.edits, ...dependencies.edits];
      const facts = { ...lines.facts, ...dependencies.facts };
      const named = { number: current.number, title: facts.title ?? current.title };
      this.ledger.note(now, edits.length > 0 ? "updated" : "left", named, lines.rewritten);
      return { edits, intent: { changed: new Map([[task.number, facts]]) } };
    };
  }

  /** The tasks of the list that a draft's task depends on. */
  #needsOf(draft: TaskList, task: Task | undefined): readonly string[] {
    const isNew = draft === this.#subject.newDraft;
    const ids = new Set(
      draft.tasks
        .filter(({ number }) => task?.dependencies.resolved.includes(number))
        .flatMap(({ requirements }) => requirements),
    );
    const pairs = this.#subject.matching.pairs.filter(({ old, now }) => ids.has(isNew ? now.id : old.id));
    const gone = isNew ? [] : this.#subject.matching.removed.filter(({ id }) => ids.has(id));
    const needed = [...pairs.map(({ old }) => old), ...gone];
    const tasks = needed.flatMap((requirement) => this.#carriers.of(requirement).named);
    return [...new Set(tasks.map(({ number }) => number))];
  }

  *#goneRequirement(requirement: Requirement): Generator<Planner> {
    if (this.#subject.matching.mergedInto.has(requirement)) return;
    const tasks = this.#carriers.all(requirement).filter((task) => !this.#leaving.has(task));
    const done = tasks.filter((task) => this.#standing(task) === "done");
    const begun = tasks.filter((task) => this.#standing(task) === "begun");
    for (const task of begun) yield this.#block(task, requirement);
    if (done.length === 0) return;
    const draft = draftFor(this.#subject.oldDraft, requirement);
    yield this.#addition(requirement, done, (list) => removalDraft(requirement, draft, latest(list, done)));
  }

  #block(task: Task, requirement: Requirement): Planner {
    return (list) => {
      const { number, status, title } = getTask(list, task.number);
      if (status.value === "Blocked") {
        this.ledger.note(this.#keyOf(requirement), "left", { number, title });
        return nothing;
      }
      const reason = blockReason(sayingOf(requirement));
      this.ledger.note(this.#keyOf(requirement), "blocked", { number, title });
      const facts = { status: "Blocked", blockedReason: reason } as const;
      return {
        edits: [writeStatus(number, "Blocked", reason)] satisfies readonly Edit[],
        intent: { changed: new Map([[number, facts]]) },
      };
    };
  }

  /** A new task at the end of the last phase of those that it depends on. */
  #addition(requirement: Requirement, after: readonly Task[], draft: (list: TaskList) => TaskDraft): Planner {
    return (list) => {
      const last: Destination = { phase: after.at(-1)?.phase ?? 1 };
      const { plan, number } = planNewTask(list, draft(list), last);
      const title = plan.intent.added?.title ?? "";
      this.ledger.note(this.#keyOf(requirement), "added", { number, title });
      return plan;
    };
  }
}

function changesOf({ old, now, isChanged }: Pair, renamed: ReadonlyMap<string, string>): readonly Change[] {
  const isElsewhere = old.area !== now.area && (old.area === null || renamed.get(old.area) !== now.area);
  const found: readonly (readonly [Change, boolean])[] = [
    ["changed", isChanged],
    ["renumbered", old.id !== now.id],
    ["moved", isElsewhere],
    ["optional", old.optional === null && now.optional !== null],
  ];
  return found.flatMap(([change, isSo]) => (isSo ? [change] : []));
}

const emptyLines = { title: "", complexity: null, files: [], steps: [], verification: [] } as const;

const latest = (list: TaskList, tasks: readonly Task[]): readonly Task[] =>
  tasks.map(({ number }) => getTask(list, number));
