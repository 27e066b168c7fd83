import { assignNumber } from "../../document/edit/renumber.ts";
import type { Addition } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/render-list.ts";
import type { TaskList } from "../../document/task-list.ts";
import { partsOf, phaseOf } from "../../document/task-number.ts";
import { workablePhases } from "../../options/new-task-place.ts";
import { normalized } from "../requirement-text.ts";

/** Tasks to be added at the ends of phases, all in one edit, because reading a long list after each would be slow. */
export class NewTasks {
  readonly #list: TaskList;
  readonly additions: Addition[] = [];
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
