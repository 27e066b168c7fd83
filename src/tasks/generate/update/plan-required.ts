import { workablePhases } from "../../cli/options/new-task-place.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { writeFacts } from "../../document/edit/write-facts.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { unmetDependencies } from "../../document/task-queries.ts";
import type { Plan, Planner } from "../../list-file/editing/edit-list.ts";
import { planRemoval } from "../../list-file/editing/plan-removal.ts";
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

/** Plans tasks for the requirements of the new version that must be built and that no task carries. */
export function* planRequired(subject: UpdateSubject, list: TaskList, ledger: Ledger): Generator<Planner> {
  for (const requirement of subject.added) yield* takeBack(list, requirement, ledger);
  /** From a drafted task's number to its number in the list, for tasks that were added. */
  const placed = new Map<string, string>();
  let required = new Required(subject, list, ledger, placed);
  for (const requirement of subject.after.prd.requirements.filter(({ optional }) => optional === null))
    yield (current) => {
      // Carriers are computed once for each version of the list.
      if (required.list !== current) required = new Required(subject, current, ledger, placed);
      return required.plan(requirement);
    };
}

/** For a requirement that is back in the PRD: drops the task that would remove it, and unblocks its tasks. */
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

/** The status that a task had before an update blocked it. An update only blocks tasks in progress or with an owner. */
function statusUnblocked(list: TaskList, task: Task): "In Progress" | "Not Started" {
  const isBegun = task.owner === null || task.verification.some(({ checked }) => checked);
  return isBegun || unmetDependencies(list, task).length === 0 ? "In Progress" : "Not Started";
}

const rewriting = (list: TaskList, task: Task, facts: Partial<TaskFacts>): Plan => ({
  edits: writeFacts(list, task, facts),
  intent: { changed: new Map([[task.number, facts]]) },
});

/** Plans one step of an update, on the list as the previous steps left it. */
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
      // References to the old version are already rewritten, so a task that names this id got it in another way.
      return named.filter(
        (task) => splitFrom.has(requirement) || this.#isPlaced(task) || this.#isAbout(task, requirement),
      );
    const old = pairs.find(({ now }) => now === requirement)?.old;
    const isSameId = old !== undefined && requirementKey(old.id) === requirementKey(requirement.id);
    return isSameId ? this.#carriers.speakingOf(requirement) : named;
  }

  /** Whether a task that names the id means this requirement. A finished one may mean an earlier owner of the id. */
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

  /** Adds a requirement to the task of those that it is drafted together with, if that task is not started. */
  #extend(requirement: Requirement, drafted: Task): Plan | null {
    const { pairs, before } = this.#subject;
    for (const { old, now } of pairs.filter((pair) => drafted.requirements.includes(pair.now.id))) {
      const task = this.#carriers.naming(now).find((one) => standingOf(this.list, one) === "open");
      const was = before.draftFor(old);
      if (task === undefined || was === undefined) continue;
      // The numbers in a draft don't refer to tasks of the list.
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

  /** The drafted task, without the lines of requirements in it that other tasks already carry. */
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

  /** The numbers of the tasks in the list that correspond to a drafted task. */
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
    // It must come after the tasks of the requirements that it references.
    const last = Math.max(own.phase, ...needed.map(({ phase }) => phase));
    return last === own.phase ? own : { phase: last };
  }

  /** The phase with the title of its area, else the phase of the nearest drafted task, else a new one. */
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
