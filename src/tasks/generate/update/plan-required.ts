import { getTask } from "../../document/edit/get-task.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import type { TaskDraft } from "../../document/task-draft.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { unmetDependencies } from "../../document/task-queries.ts";
import type { Plan, Planner } from "../../editing/edit-list.ts";
import { planRemoval } from "../../editing/plan-removal.ts";
import { workablePhases } from "../../options/new-task-place.ts";
import { Carriers } from "../coverage.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Requirement } from "../prd/model.ts";
import { blockReason, removedLine, returnReason } from "./consequent-drafts.ts";
import type { Ledger } from "./decisions.ts";
import { followDraft } from "./follow-draft.ts";
import type { Destination } from "./new-task.ts";
import { planNewTask } from "./new-task.ts";
import { sayingOf } from "./requirement-words.ts";
import { isRemovable, standingOf } from "./standing.ts";
import type { UpdateSubject } from "./subject.ts";
import { normalized } from "./words.ts";

/** Sees to it that a task carries each requirement of the new version that has to be built. */
export function* planRequired(subject: UpdateSubject, list: TaskList, ledger: Ledger): Generator<Planner> {
  for (const requirement of subject.added) yield* takeBack(list, requirement, ledger);
  /** The numbers in the list of the draft's tasks that were added to it. */
  const placed = new Map<string, string>();
  let required = new Required(subject, list, ledger, placed);
  for (const requirement of subject.after.prd.requirements.filter(({ optional }) => optional === null))
    yield (current) => {
      // Who carries what is read once for as long as nothing changes.
      if (required.list !== current) required = new Required(subject, current, ledger, placed);
      return required.plan(requirement);
    };
}

/** Of a requirement that was gone and is back: nothing is taken out any more, and nobody is held up. */
function* takeBack(list: TaskList, requirement: Requirement, ledger: Ledger): Generator<Planner> {
  const takenOut = removedLine(sayingOf(requirement));
  for (const task of list.tasks) {
    if (task.steps.some(({ text }) => text === takenOut) && isRemovable(list, task)) {
      ledger.note(requirement, "removed", task);
      yield (current) => planRemoval(current, getTask(current, task.number), returnReason);
    }
    if (task.status.blockedReason !== blockReason(requirement)) continue;
    ledger.note(requirement, "unblocked", task);
    yield (current) => {
      const facts = { status: statusUnblocked(current, getTask(current, task.number)), blockedReason: null };
      return rewriting(current, task, facts);
    };
  }
}

/** An update blocks only what somebody is at work on, or has been given in advance. */
function statusUnblocked(list: TaskList, task: Task): "In Progress" | "Not Started" {
  const isBegun = task.owner === null || task.verification.some(({ checked }) => checked);
  return isBegun || unmetDependencies(list, task).length === 0 ? "In Progress" : "Not Started";
}

const rewriting = (list: TaskList, task: Task, facts: Partial<TaskFacts>): Plan => ({
  edits: writeFacts(list, task, facts),
  intent: { changed: new Map([[task.number, facts]]) },
});

/** One step of an update, on the list as the steps before it left it. */
class Required {
  readonly #subject: UpdateSubject;
  readonly list: TaskList;
  readonly #ledger: Ledger;
  readonly #placed: Map<string, string>;
  readonly #carriers: Carriers;

  constructor(subject: UpdateSubject, list: TaskList, ledger: Ledger, placed: Map<string, string>) {
    this.#subject = subject;
    this.list = list;
    this.#ledger = ledger;
    this.#placed = placed;
    this.#carriers = new Carriers(subject.after.references, list);
  }

  plan(requirement: Requirement): Plan {
    const { after } = this.#subject;
    const isAdded = this.#subject.added.includes(requirement);
    const carriers = this.#tasksThatCarry(requirement);
    const drafted = after.draftFor(requirement);
    if (carriers.length > 0 || drafted === undefined) {
      const known = isAdded ? carriers.filter((task) => !this.#isPlaced(task)) : [];
      for (const task of known) this.#ledger.note(requirement, "carries", task);
      return { edits: [], intent: {} };
    }
    if (!isAdded) this.#ledger.add(requirement, "uncovered");
    return this.#extend(requirement, drafted) ?? this.#add(requirement, drafted);
  }

  #isPlaced({ number }: Task): boolean {
    return [...this.#placed.values()].includes(number);
  }

  #tasksThatCarry(requirement: Requirement): readonly Task[] {
    const { added, splitFrom, pairs } = this.#subject;
    const named = this.#carriers.naming(requirement);
    if (added.includes(requirement))
      // The references to requirements of the old version have been rewritten: what names this id came otherwise.
      return named.filter(
        (task) => splitFrom.has(requirement) || this.#isPlaced(task) || this.#isAbout(task, requirement),
      );
    const old = pairs.find(({ now }) => now === requirement)?.old;
    const isSameId = old !== undefined && requirementKey(old.id) === requirementKey(requirement.id);
    return isSameId ? this.#carriers.speakingOf(requirement) : named;
  }

  /** Whether a task that names an id means this requirement: a finished one may be from when another had the id. */
  #isAbout(task: Task, requirement: Requirement): boolean {
    const { before, after } = this.#subject;
    if (before.knowsIdOf(requirement)) return false;
    const drafted = after.draftFor(requirement);
    const steps = new Set(drafted?.steps.map(({ text }) => text));
    return (
      standingOf(this.list, task) === "open" ||
      task.title === drafted?.title ||
      task.steps.some(({ text }) => steps.has(text))
    );
  }

  /** A requirement that is drafted in one task with others goes to theirs, as long as nobody has begun that. */
  #extend(requirement: Requirement, drafted: Task): Plan | null {
    const { pairs, before } = this.#subject;
    for (const { old, now } of pairs.filter((pair) => drafted.requirements.includes(pair.now.id))) {
      const task = this.#carriers.naming(now).find((one) => standingOf(this.list, one) === "open");
      const was = before.draftFor(old);
      if (task === undefined || was === undefined) continue;
      // A draft's own numbers say nothing of the list's tasks.
      const said = (draft: Task): TaskFacts => ({ ...factsOf(draft), dependencies: [] });
      const { facts, rewritten } = followDraft(factsOf(task), said(was), said(drafted));
      this.#ledger.note(requirement, "updated", task, rewritten);
      return rewriting(this.list, task, { ...facts, requirements: [...task.requirements, requirement.id] });
    }
    return null;
  }

  #add(requirement: Requirement, drafted: Task): Plan {
    const destination = this.#destination(requirement, drafted);
    const { plan, task } = planNewTask(this.list, this.#draftOf(requirement, drafted), destination);
    this.#placed.set(drafted.number, task.number);
    this.#ledger.note(requirement, "added", task);
    return plan;
  }

  /** The draft's task; without what others carry already, where it is drafted together with these. */
  #draftOf({ id }: Requirement, drafted: Task): TaskDraft {
    const { pairs, before, after } = this.#subject;
    const others = after.prd.requirements.filter(
      (one) => one.id !== id && drafted.requirements.includes(one.id),
    );
    const carried = others.filter((one) => this.#tasksThatCarry(one).length > 0);
    const olds = pairs
      .filter(({ now }) => carried.includes(now))
      .flatMap(({ old }) => before.draftFor(old) ?? []);
    const known = new Set(
      olds.flatMap(({ steps, verification }) => [...steps, ...verification]).map(({ text }) => text),
    );
    const own = (lines: readonly { readonly text: string }[]): readonly string[] => {
      const texts = lines.map(({ text }) => text);
      const fresh = texts.filter((text) => !known.has(text));
      return fresh.length > 0 ? fresh : texts;
    };
    return {
      title: drafted.title,
      complexity: drafted.complexity,
      dependencies: drafted.dependencies.resolved.flatMap((number) => this.#inList(number)),
      requirements: drafted.requirements.filter((one) => !carried.some((other) => other.id === one)),
      files: drafted.files.map(({ text }) => text),
      method: drafted.method,
      path: drafted.path,
      steps: own(drafted.steps),
      verification: own(drafted.verification),
    };
  }

  /** The tasks of the list that stand for one of the draft. */
  #inList(number: string): readonly string[] {
    const { prd, draft } = this.#subject.after;
    const placed = this.#placed.get(number);
    if (placed !== undefined) return [placed];
    const drafted = getTask(draft, number);
    const carried = prd.requirements.filter(({ id }) => drafted.requirements.includes(id));
    const tasks = carried.flatMap((one) => this.#carriers.naming(one));
    const found = tasks.length > 0 ? tasks : this.list.tasks.filter(({ title }) => title === drafted.title);
    return found.map((task) => task.number);
  }

  #destination({ references }: Requirement, drafted: Task): Destination {
    const own = this.#phaseOf(drafted);
    const named = this.#subject.after.prd.requirements.filter(({ id }) => references.includes(id));
    const needed = named.flatMap((one) => this.#carriers.naming(one));
    // What the PRD says it builds on has to come before it.
    const last = Math.max(own.phase, ...needed.map(({ phase }) => phase));
    return last === own.phase ? own : { phase: last };
  }

  /** The phase of its area: by its title, else where the tasks of its neighbours are, else a new one. */
  #phaseOf(drafted: Task): Destination {
    const { prd, draft } = this.#subject.after;
    const title = draft.phases[drafted.phaseIndex ?? 0]?.title ?? prd.title;
    const titled = workablePhases(this.list).find((one) => normalized(one.title) === normalized(title));
    if (titled) return { phase: titled.number };
    const beside = draft.tasks.filter(({ phaseIndex }) => phaseIndex === drafted.phaseIndex);
    const at = beside.indexOf(drafted);
    const near = [...beside.slice(0, at).reverse(), ...beside.slice(at + 1)];
    const [number] = near.flatMap((one) => this.#inList(one.number));
    if (number !== undefined) return { phase: getTask(this.list, number).phase };
    return { phase: Math.max(0, ...this.list.phases.map((one) => one.number)) + 1, title };
  }
}
