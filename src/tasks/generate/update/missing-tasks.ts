import { workablePhases } from "../../cli/options/new-task-place.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { Carriers } from "../coverage.ts";
import type { Comparison } from "./compare.ts";
import type { OpenMatch } from "./decisions.ts";
import { note } from "./decisions.ts";
import { normalized } from "./match-requirements.ts";
import { standingOf } from "./standing.ts";

/** The phase that a new task is appended to: an existing one, or a new one after all others. */
export interface Destination {
  readonly phase: number;
  /** The title of a new phase. */
  readonly title?: string;
}

/** The drafted tasks for requirements of the new version that must be built and that no task of the list carries. */
export class MissingTasks {
  readonly #list: TaskList;
  readonly #comparison: Comparison;
  readonly #matches: readonly OpenMatch[];
  readonly #carriers: Carriers;
  /** From a drafted task's number to its number in the list, for tasks that were added. */
  readonly #placed = new Map<string, string>();

  constructor(list: TaskList, comparison: Comparison, matches: readonly OpenMatch[]) {
    this.#list = list;
    this.#comparison = comparison;
    this.#matches = matches;
    this.#carriers = new Carriers(comparison.after.references, list);
  }

  *find(): Generator<{ readonly match: OpenMatch; readonly drafted: Task }> {
    for (const match of this.#matches) {
      const drafted = match.now && this.#comparison.after.draftFor(match.now);
      if (!drafted || this.#placed.has(drafted.number)) continue;
      const carriers = this.#carriersOf(match);
      if (carriers.length === 0) yield { match, drafted };
      else if (match.old === null) for (const task of carriers) note(match, "carries", task);
    }
  }

  add(match: OpenMatch, drafted: Task, task: TaskFacts): void {
    this.#placed.set(drafted.number, task.number);
    note(match, "added", task);
  }

  #carriersOf({ old, now, other }: OpenMatch): readonly Task[] {
    if (now === null) return [];
    const named = this.#carriers.naming(now);
    if (old !== null) return named.length > 0 ? named : this.#carriers.speakingOf(now);
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
  draftOf(drafted: Task): TaskDraft {
    const { before } = this.#comparison;
    const own = this.#matches.filter(({ now }) => now && drafted.requirements.includes(now.id));
    const open = own.filter((one) => this.#carriersOf(one).length === 0);
    const known = new Set(open.length === own.length ? [] : before.draft.tasks.flatMap(linesIn));
    const fresh = (lines: readonly { readonly text: string }[]): readonly string[] => {
      const texts = lines.map(({ text }) => text);
      const unknown = texts.filter((text) => !known.has(text));
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
    const { prd, draft } = this.#comparison.after;
    const placed = this.#placed.get(number);
    if (placed !== undefined) return [placed];
    const drafted = getTask(draft, number);
    const carried = prd.requirements.filter(({ id }) => drafted.requirements.includes(id));
    const tasks = carried.flatMap((one) => this.#carriers.naming(one));
    const found = tasks.length > 0 ? tasks : this.#list.tasks.filter(({ title }) => title === drafted.title);
    return found.map((task) => task.number);
  }

  /** The phase with the title of its area, else the phase of the nearest drafted task, else a new one. */
  placeOf(drafted: Task, list: TaskList): Destination {
    const { prd, draft } = this.#comparison.after;
    const title = draft.phases[drafted.phaseIndex ?? 0]?.title ?? prd.title;
    const titled = workablePhases(list).find((one) => normalized(one.title) === normalized(title));
    if (titled) return { phase: titled.number };
    const beside = draft.tasks.filter(({ phaseIndex }) => phaseIndex === drafted.phaseIndex);
    const at = beside.indexOf(drafted);
    const near = [...beside.slice(0, at).reverse(), ...beside.slice(at + 1)];
    const [number] = near.flatMap((one) => this.#inList(one.number));
    if (number !== undefined) return { phase: getTask(list, number).phase };
    return { phase: Math.max(0, ...list.phases.map((one) => one.number)) + 1, title };
  }
}

const linesIn = (task: Task | undefined): readonly string[] =>
  task ? [task.title, ...[...task.steps, ...task.verification].map(({ text }) => text)] : [];
