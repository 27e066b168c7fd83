import { getTask } from "../../document/edit/get-task.ts";
import { writeLine } from "../../document/edit/write-field.ts";
import { writeStatus } from "../../document/edit/write-status.ts";
import type { TaskDraft } from "../../document/task-draft.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { unmetDependencies } from "../../document/task-queries.ts";
import type { Plan, Planner } from "../../editing/edit-list.ts";
import { planRemoval } from "../../editing/plan-removal.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Requirement } from "../prd/model.ts";
import type { Destination } from "./add-task.ts";
import { newPhase, phaseTitled, planNewTask } from "./add-task.ts";
import type { Ledger } from "./decisions.ts";
import { followLines, linesOf } from "./follow-lines.ts";
import { sayingOf } from "./requirement-words.ts";
import { isHeldInPlace, standingOf } from "./standing.ts";
import type { UpdateSubject } from "./subject.ts";
import { CarriersOf, draftFor, knowsId } from "./subject.ts";
import { blockReason, removedLine } from "./templates.ts";

const nothing: Plan = { edits: [], intent: {} };
const returnReason = "its requirement is back in the PRD";

/** Sees to it that a task carries each requirement of the new version that has to be built. */
export function* planRequired(subject: UpdateSubject, list: TaskList, ledger: Ledger): Generator<Planner> {
  const required = new Required(subject, ledger);
  for (const requirement of subject.matching.added) yield* required.takeBack(list, requirement);
  for (const requirement of subject.prd.requirements)
    if (requirement.optional === null) yield (current) => required.plan(current, requirement);
}

class Required {
  readonly #subject: UpdateSubject;
  readonly #ledger: Ledger;
  /** The numbers in the list of the draft's tasks that were added to it. */
  readonly #placed = new Map<string, string>();
  readonly #carriers = new WeakMap<TaskList, CarriersOf>();

  constructor(subject: UpdateSubject, ledger: Ledger) {
    this.#subject = subject;
    this.#ledger = ledger;
  }

  /** Of a requirement that was gone and is back: nothing is taken out any more, and nobody is held up. */
  *takeBack(list: TaskList, requirement: Requirement): Generator<Planner> {
    const text = sayingOf(requirement);
    for (const task of list.tasks) {
      const isToTakeOut = task.steps.some((step) => step.text === removedLine(text));
      if (isToTakeOut && standingOf(list, task) === "open" && !isHeldInPlace(list, task)) {
        yield (current) => planRemoval(current, getTask(current, task.number), returnReason);
        this.#ledger.note(requirement, "removed", task);
      }
      if (task.status.blockedReason !== blockReason(text)) continue;
      this.#ledger.note(requirement, "unblocked", task);
      yield (current) => planUnblocking(current, task);
    }
  }

  plan(list: TaskList, requirement: Requirement): Plan {
    const carriers = this.#tasksThatCarry(list, requirement);
    if (carriers.length > 0) {
      this.#noteCarriers(requirement, carriers);
      return nothing;
    }
    const draft = draftFor(this.#subject.newDraft, requirement);
    if (draft === undefined) return nothing;
    if (!this.#subject.matching.added.includes(requirement)) this.#open(requirement);
    return this.#extend(list, requirement, draft) ?? this.#add(list, requirement, draft);
  }

  #noteCarriers(requirement: Requirement, carriers: readonly Task[]): void {
    if (!this.#subject.matching.added.includes(requirement)) return;
    const placed = new Set(this.#placed.values());
    for (const task of carriers.filter(({ number }) => !placed.has(number)))
      this.#ledger.note(requirement, "carries", task);
  }

  #open(requirement: Requirement): void {
    const old = this.#subject.matching.pairs.find(({ now }) => now === requirement)?.old ?? null;
    this.#ledger.open(old, requirement, ["uncovered"]);
  }

  #carriersIn(list: TaskList): CarriersOf {
    const known = this.#carriers.get(list) ?? new CarriersOf(this.#subject.prd, list);
    this.#carriers.set(list, known);
    return known;
  }

  #tasksThatCarry(list: TaskList, requirement: Requirement): readonly Task[] {
    const { named, mentioned } = this.#carriersIn(list).of(requirement);
    const { added, splitFrom, pairs } = this.#subject.matching;
    const isSame = pairs.some(({ old, now }) => now === requirement && sameKey(old, now));
    if (!added.includes(requirement)) return isSame ? [...named, ...mentioned] : named;
    // The references to requirements of the old version have been rewritten: what names this id came otherwise.
    return named.filter(
      (task) =>
        splitFrom.has(requirement) ||
        [...this.#placed.values()].includes(task.number) ||
        this.#isAbout(list, task, requirement),
    );
  }

  /** Whether a task that names an id means this requirement: a finished one may be from when another had the id. */
  #isAbout(list: TaskList, task: Task, requirement: Requirement): boolean {
    if (knowsId(this.#subject.base, requirement.id)) return false;
    if (standingOf(list, task) === "open") return true;
    const draft = draftFor(this.#subject.newDraft, requirement);
    const steps = new Set(draft?.steps.map(({ text }) => text));
    return task.title === draft?.title || task.steps.some(({ text }) => steps.has(text));
  }

  /** A requirement that is drafted in one task with others goes to theirs, as long as nobody has begun that. */
  #extend(list: TaskList, requirement: Requirement, draft: Task): Plan | null {
    const { pairs } = this.#subject.matching;
    const carriers = this.#carriersIn(list);
    for (const { old, now } of pairs.filter((pair) => draft.requirements.includes(pair.now.id))) {
      const task = carriers.of(now).named.find((one) => standingOf(list, one) === "open");
      const was = draftFor(this.#subject.oldDraft, old);
      if (task === undefined || was === undefined) continue;
      const requirements = [...task.requirements, requirement.id];
      const { edits, facts, rewritten } = followLines(list, task, linesOf(was), linesOf(draft));
      this.#ledger.note(requirement, "updated", task, rewritten);
      const field = writeLine(task.number, "requirements", "Requirements", requirements.join(", "));
      return {
        edits: [...edits, field],
        intent: { changed: new Map([[task.number, { ...facts, requirements }]]) },
      };
    }
    return null;
  }

  #add(list: TaskList, requirement: Requirement, draft: Task): Plan {
    const { plan, number } = planNewTask(
      list,
      this.#draftOf(list, requirement, draft),
      this.#destination(list, requirement, draft),
    );
    this.#placed.set(draft.number, number);
    this.#ledger.note(requirement, "added", { number, title: plan.intent.added?.title ?? "" });
    return plan;
  }

  /** The draft's task; without what others carry already, where it is drafted together with these. */
  #draftOf(list: TaskList, requirement: Requirement, draft: Task): TaskDraft {
    const carried = draft.requirements.filter((id) => id !== requirement.id && this.#isCarried(list, id));
    const olds = this.#subject.matching.pairs.filter(({ now }) => carried.includes(now.id));
    const known = olds.flatMap(({ old }) => {
      const was = draftFor(this.#subject.oldDraft, old);
      return was ? [...was.steps, ...was.verification].map(({ text }) => text) : [];
    });
    const own = (lines: readonly { readonly text: string }[]): readonly string[] => {
      const texts = lines.map(({ text }) => text);
      const fresh = texts.filter((text) => !known.includes(text));
      return fresh.length > 0 ? fresh : texts;
    };
    return {
      title: draft.title,
      complexity: draft.complexity,
      dependencies: draft.dependencies.resolved.flatMap((number) => this.#inList(list, number)),
      requirements: draft.requirements.filter((id) => !carried.includes(id)),
      files: draft.files.map(({ text }) => text),
      method: draft.method,
      path: draft.path,
      steps: own(draft.steps),
      verification: own(draft.verification),
    };
  }

  #isCarried(list: TaskList, id: string): boolean {
    const requirement = this.#subject.prd.requirements.find((one) => one.id === id);
    return requirement !== undefined && this.#tasksThatCarry(list, requirement).length > 0;
  }

  /** The tasks of the list that stand for one of the draft. */
  #inList(list: TaskList, number: string): readonly string[] {
    const placed = this.#placed.get(number);
    if (placed !== undefined) return [placed];
    const draft = this.#subject.newDraft.tasks.find((task) => task.number === number);
    const carried = this.#subject.prd.requirements.filter(({ id }) => draft?.requirements.includes(id));
    const tasks = carried.flatMap((one) => this.#carriersIn(list).of(one).named);
    const found = tasks.length > 0 ? tasks : list.tasks.filter(({ title }) => title === draft?.title);
    return found.map((task) => task.number);
  }

  #destination(list: TaskList, { references }: Requirement, draft: Task): Destination {
    const own = this.#phaseOf(list, draft);
    const named = this.#subject.prd.requirements.filter(({ id }) => references.includes(id));
    const needed = named.flatMap((one) =>
      this.#carriersIn(list)
        .of(one)
        .named.map(({ phase }) => phase),
    );
    // What the PRD says it builds on has to come before it.
    const last = Math.max(own.phase, ...needed);
    return last === own.phase ? own : { phase: last };
  }

  /** The phase of its area: by its title, else where the tasks of its neighbours are. */
  #phaseOf(list: TaskList, draft: Task): Destination {
    const { newDraft, prd } = this.#subject;
    const title = newDraft.phases[draft.phaseIndex ?? 0]?.title ?? prd.title;
    const titled = phaseTitled(list, title);
    if (titled !== undefined) return { phase: titled };
    const beside = newDraft.tasks.filter(({ phaseIndex }) => phaseIndex === draft.phaseIndex);
    const at = beside.indexOf(draft);
    const near = [...beside.slice(0, at).reverse(), ...beside.slice(at + 1)];
    const number = near.flatMap((one) => this.#inList(list, one.number)).at(0);
    const neighbour = list.tasks.find((task) => task.number === number);
    return neighbour ? { phase: neighbour.phase } : newPhase(list, title);
  }
}

const sameKey = (one: Requirement, other: Requirement): boolean =>
  requirementKey(one.id) === requirementKey(other.id);

/** An update blocks only what somebody is at work on, or has been given in advance. */
function planUnblocking(list: TaskList, { number }: Task): Plan {
  const task = getTask(list, number);
  const { owner, verification } = task;
  const isBegun = owner === null || verification.some(({ checked }) => checked);
  const status = isBegun || unmetDependencies(list, task).length === 0 ? "In Progress" : "Not Started";
  return {
    edits: [writeStatus(number, status)],
    intent: { changed: new Map([[number, { status, blockedReason: null }]]) },
  };
}
