import { assignNumber } from "../../document/edit/renumber.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { Addition } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { partsOf, phaseOf } from "../../document/task-number.ts";
import { workablePhases } from "../../options/new-task-place.ts";
import { normalized } from "../requirement-text.ts";
import type { Comparison, Match } from "./compare.ts";
import { Carriers, drafting } from "./compare.ts";
import type { Decisions } from "./decisions.ts";
import { standingOf } from "./existing-tasks.ts";

/** Drafts tasks for requirements of the new version that must be built and that no task of the list carries. */
export class MissingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #decisions: Decisions;
  readonly #new: NewTasks;
  readonly #carriers: Carriers;
  /** The lines of the older version's draft. */
  readonly #known: ReadonlySet<string>;
  /** From a drafted task's number to its number in the list, for tasks that were added. */
  readonly #placed = new Map<string, string>();

  constructor(list: TaskList, comparison: Comparison, decisions: Decisions, newTasks: NewTasks) {
    this.#list = list;
    this.#comparison = comparison;
    this.#decisions = decisions;
    this.#new = newTasks;
    this.#carriers = new Carriers(list, comparison, "now");
    this.#known = new Set(comparison.old.draft.tasks.flatMap(linesIn));
  }

  add(): void {
    for (const match of this.#comparison.matches) {
      const drafted = match.drafts.now;
      if (!drafted || this.#placed.has(drafted.number)) continue;
      const carriers = this.#carriersOf(match);
      if (carriers.length === 0) this.#add(drafted, match);
      else if (match.fate === "new" && this.#decisions.on(match).length === 0)
        for (const task of carriers) this.#decisions.note(match, "carries", task);
    }
  }

  #add(drafted: Task, match: Match): void {
    const { phase, title } = this.#placeOf(drafted);
    const number = this.#new.add(this.#draftOf(drafted), phase, title);
    this.#placed.set(drafted.number, number);
    this.#decisions.note(match, "added", { ...drafted, number });
  }

  #carriersOf(match: Match): readonly Task[] {
    if (match.fate !== "new") return this.#carriers.of(match);
    // A finished task may name another requirement that had this id before it was removed.
    const lines = linesIn(match.drafts.now);
    return this.#carriers
      .naming(match)
      .filter(
        (task) =>
          match.other !== null ||
          standingOf(this.#list, task) === "open" ||
          linesIn(task).some((line) => lines.includes(line)),
      );
  }

  /** The drafted task, without requirements that other tasks carry and without the lines for these. */
  #draftOf(drafted: Task): TaskDraft {
    const own = drafting(this.#comparison, "now", [drafted]);
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
    const drafted = getTask(this.#comparison.now.draft, number);
    const carriers = drafting(this.#comparison, "now", [drafted]).flatMap((one) =>
      this.#carriers.naming(one),
    );
    const titled = this.#list.tasks.filter(({ title }) => title === drafted.title);
    return (carriers.length > 0 ? carriers : titled).map((task) => task.number);
  }

  /** The phase with the title of its area, else the phase of the nearest drafted task, else a new one. */
  #placeOf({ phaseIndex, number }: Task): { readonly phase: number; readonly title?: string } {
    const { prd, draft } = this.#comparison.now;
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

/** Tasks to be added at the ends of phases, all in one edit, because reading a long list after each would be slow. */
export class NewTasks {
  readonly #list: TaskList;
  readonly additions: Addition[] = [];
  /** The phase of each task, and each phase without tasks, from top to bottom. The numbers need not be sorted. */
  readonly #order: number[];
  /** The number of the first phase with each title. */
  readonly #titled: Map<string, number>;

  constructor(list: TaskList) {
    this.#list = list;
    const filled = list.tasks.map(({ phase, heading }) => ({ number: phase, at: heading.start }));
    const empty = list.phases.flatMap(({ number, heading }) =>
      heading && filled.every((one) => one.number !== number) ? [{ number, at: heading.span.start }] : [],
    );
    this.#order = [...filled, ...empty]
      .toSorted((one, other) => one.at - other.at)
      .map(({ number }) => number);
    const phases = workablePhases(list).toReversed();
    this.#titled = new Map(phases.map(({ title, number }) => [normalized(title), number]));
  }

  /**
   * Adds a task to a phase, or to the last phase that contains one of its dependencies.
   * @param title - of a phase that does not exist yet
   */
  add(draft: TaskDraft, wanted: number, title?: string): string {
    if (title !== undefined) {
      this.#order.push(wanted);
      this.#titled.set(normalized(title), wanted);
    }
    const dependencies = [...new Set(draft.dependencies)];
    const phases = new Set([wanted, ...dependencies.map(phaseOf)]);
    const phase = this.#order.findLast((number) => phases.has(number)) ?? wanted;
    const place = { kind: "last", phase, title } as const;
    const last = this.additions.findLast(({ number }) => phaseOf(number) === phase)?.number;
    const number = last ? `${phase}.${partsOf(last).seq + 1}` : assignNumber(this.#list, place).number;
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
