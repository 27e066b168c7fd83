import { workablePhases } from "../../cli/options/new-task-place.ts";
import { removal } from "../../document/edit/change.ts";
import { assignNumber } from "../../document/edit/renumber.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { Addition } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { partsOf, phaseOf } from "../../document/task-number.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { sharedNumber } from "../../workflow/pick-task.ts";
import { Carriers } from "./carriers.ts";
import type { Comparison } from "./compare.ts";
import type { Decision, OpenMatch } from "./decisions.ts";
import { decisionsOf, note } from "./decisions.ts";
import { ExistingTasks, standingOf } from "./existing-tasks.ts";
import { normalized } from "./match-requirements.ts";

/**
 * Plans the edits that bring a list from one version of its PRD to the next: tasks are edited, removed, added after
 * those that are begun or complete, and drafted for requirements without a task.
 * @throws Refusal if two tasks have the same number, because dependencies and edits go by numbers.
 */
export function* planUpdate(
  list: TaskList,
  comparison: Comparison,
): Generator<Plan, readonly Decision[], TaskList> {
  refuseSharedNumbers(list);
  const matches = comparison.matches.map((match) => ({ ...match, tasks: [] }));
  const existing = new ExistingTasks(list, comparison, matches);
  const edited = yield existing.follow();
  const reasons = [...existing.leaving].map(
    ([{ number }, reason]) => [getTask(edited, number), reason] as const,
  );
  const current = yield removal(new Map(reasons));
  const following = new NewTasks(current);
  for (const { match, draft } of existing.additions)
    note(match, "added", { ...draft, number: following.add(draft, 1) });
  yield new MissingTasks(current, comparison, matches, following).plan();
  return decisionsOf(matches);
}

function refuseSharedNumbers({ tasks }: TaskList): void {
  for (const [number, own] of Map.groupBy(tasks, (task) => task.number))
    if (own.length > 1) throw sharedNumber(number, own);
}

/** Tasks to be added at the ends of phases, all in one edit, because reading a long list after each would be slow. */
class NewTasks {
  readonly #list: TaskList;
  readonly additions: Addition[] = [];
  /** The number of the last task of each phase that got new ones. */
  readonly #last = new Map<number, string>();
  /** The numbers of the phases, last those with tasks from top to bottom, which need not be sorted. */
  readonly #order: number[];
  /** The number of the first phase with each title. */
  readonly #titled: Map<string, number>;

  constructor(list: TaskList) {
    this.#list = list;
    this.#order = [...list.phases.map(({ number }) => number), ...list.tasks.map(({ phase }) => phase)];
    const phases = workablePhases(list).toReversed();
    this.#titled = new Map(phases.map(({ title, number }) => [normalized(title), number]));
  }

  /** Adds a task to a phase, or to the last phase that contains one of its dependencies. A title opens the phase. */
  add(draft: TaskDraft, wanted: number, title?: string): string {
    if (title !== undefined) {
      this.#order.push(wanted);
      this.#titled.set(normalized(title), wanted);
    }
    const dependencies = [...new Set(draft.dependencies)];
    const phases = new Set([wanted, ...dependencies.map(phaseOf)]);
    const phase = this.#order.findLast((number) => phases.has(number)) ?? wanted;
    const place = { kind: "last", phase, title } as const;
    const last = this.#last.get(phase);
    const number = last ? `${phase}.${partsOf(last).seq + 1}` : assignNumber(this.#list, place).number;
    this.#last.set(phase, number);
    this.additions.push({ number, draft: { ...draft, dependencies }, place });
    return number;
  }

  phaseTitled(title: string): number | undefined {
    return this.#titled.get(normalized(title));
  }

  /** The number for a phase after all others. */
  nextPhase(): number {
    return Math.max(0, ...this.#order) + 1;
  }
}

/** The drafted tasks for requirements of the new version that must be built and that no task of the list carries. */
class MissingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #matches: readonly OpenMatch[];
  readonly #carriers: Carriers;
  readonly #named = new Map<string, { readonly requirements: readonly string[] }>();
  /** The lines of the older version's draft. */
  readonly #known: ReadonlySet<string>;
  readonly #new: NewTasks;
  /** From a drafted task's number to its number in the list, for tasks that were added. */
  readonly #placed = new Map<string, string>();

  constructor(list: TaskList, comparison: Comparison, matches: readonly OpenMatch[], newTasks: NewTasks) {
    const { before, after } = comparison;
    this.#list = list;
    this.#comparison = comparison;
    this.#matches = matches;
    this.#carriers = new Carriers(after, list);
    this.#known = new Set(before.draft.tasks.flatMap(linesIn));
    this.#new = newTasks;
  }

  plan(): Plan {
    for (const match of this.#matches) this.#follow(match);
    return { facts: this.#named, added: this.#new.additions };
  }

  #follow(match: OpenMatch): void {
    const drafted = match.now && this.#comparison.after.draftFor(match.now);
    if (!drafted || this.#placed.has(drafted.number)) return;
    const carriers = this.#carriersOf(match);
    for (const task of carriers)
      if (this.#carriers.isNamesake(task)) {
        const requirements = this.#carriers.namedBy(task).map(({ id }) => id);
        this.#named.set(task.number, { requirements });
        note(match, "named", task);
      } else if (match.old === null) note(match, "carries", task);
    if (carriers.length === 0) {
      const { phase, title } = this.#placeOf(drafted);
      const number = this.#new.add(this.#draftOf(drafted), phase, title);
      this.#placed.set(drafted.number, number);
      note(match, "added", { ...drafted, number });
    }
  }

  #carriersOf({ old, now, other }: OpenMatch): readonly Task[] {
    if (now === null) return [];
    if (old !== null) return this.#carriers.of(now);
    const named = this.#carriers.naming(now);
    // A finished task may name another requirement that had this id before it was removed.
    const lines = linesIn(this.#comparison.after.draftFor(now));
    return named.filter(
      (task) =>
        other !== null ||
        standingOf(this.#list, task) === "open" ||
        linesIn(task).some((line) => lines.includes(line)),
    );
  }

  /** The drafted task, without requirements that other tasks carry and without the lines for these. */
  #draftOf(drafted: Task): TaskDraft {
    const requirements = this.#comparison.after.requirementsOf(drafted);
    const own = this.#matches.filter(({ now }) => now && requirements.includes(now));
    const open = own.filter((one) => this.#carriersOf(one).length === 0);
    const fresh = (lines: readonly { readonly text: string }[]): readonly string[] => {
      const texts = lines.map(({ text }) => text);
      const unknown = open.length === own.length ? texts : texts.filter((text) => !this.#known.has(text));
      return unknown.length > 0 ? unknown : texts;
    };
    return {
      title: drafted.title,
      complexity: drafted.complexity,
      dependencies: drafted.dependencies.resolved.flatMap((number) => this.#inList(number)),
      requirements: open.flatMap(({ now }) => now?.id ?? []),
      files: drafted.files.map(({ text }) => text),
      method: drafted.method,
      path: drafted.path,
      steps: fresh(drafted.steps),
      verification: fresh(drafted.verification),
    };
  }

  /** The numbers of the tasks in the list that correspond to a drafted task. */
  #inList(number: string): readonly string[] {
    const placed = this.#placed.get(number);
    if (placed !== undefined) return [placed];
    const { after } = this.#comparison;
    const drafted = getTask(after.draft, number);
    const carriers = after.requirementsOf(drafted).flatMap((one) => this.#carriers.naming(one));
    const found =
      carriers.length > 0 ? carriers : this.#list.tasks.filter(({ title }) => title === drafted.title);
    return found.map((task) => task.number);
  }

  /** The phase with the title of its area, else the phase of the nearest drafted task, else a new one. */
  #placeOf({ phaseIndex, number }: Task): { readonly phase: number; readonly title?: string } {
    const { prd, draft } = this.#comparison.after;
    const title = draft.phases[phaseIndex ?? 0]?.title ?? prd.title;
    const titled = this.#new.phaseTitled(title);
    if (titled !== undefined) return { phase: titled };
    const beside = draft.tasks.filter((one) => one.phaseIndex === phaseIndex);
    const at = beside.findIndex((one) => one.number === number);
    const nearest = [...beside.slice(0, at).reverse(), ...beside.slice(at + 1)];
    const [known] = nearest.flatMap((one) => this.#inList(one.number));
    return known === undefined ? { phase: this.#new.nextPhase(), title } : { phase: phaseOf(known) };
  }
}

const linesIn = (task: Task | undefined): readonly string[] =>
  task ? [task.title, ...[...task.steps, ...task.verification].map(({ text }) => text)] : [];
