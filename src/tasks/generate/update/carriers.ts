import type { Task, TaskList } from "../../document/task-list.ts";
import { bearersOf } from "../bearers-of.ts";
import type { Requirement } from "../prd/model.ts";
import type { Comparison, Match } from "./compare.ts";

/** The tasks of a list that carry requirements. */
export class Carriers {
  readonly #named: ReadonlyMap<Task, readonly Match[]>;
  readonly #naming: ReadonlyMap<Match, readonly Task[]>;
  readonly #speaking: ReadonlyMap<Match, readonly Task[]>;

  /** @param version - the version of the PRD that the ids in the list are from */
  constructor(list: TaskList, comparison: Comparison, version: "old" | "now") {
    const { tasks } = list;
    const { references } = comparison[version];
    const byRequirement = new Map(comparison.matches.map((match) => [match[version], match]));
    const matchesOf = (requirements: readonly Requirement[]): readonly Match[] =>
      requirements.flatMap((requirement) => byRequirement.get(requirement) ?? []);
    this.#named = new Map(tasks.map((task) => [task, matchesOf(references.namedBy(task))]));
    this.#naming = bearersOf(tasks, (task) => this.namedBy(task));
    this.#speaking = bearersOf(tasks, (task) => matchesOf(references.spokenOfBy(task, list)));
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Match[] {
    return this.#named.get(task) ?? [];
  }

  naming(match: Match): readonly Task[] {
    return this.#naming.get(match) ?? [];
  }

  /** The tasks that name a requirement, or mention it in their text if none names it. */
  of(match: Match): readonly Task[] {
    return this.#naming.get(match) ?? this.#speaking.get(match) ?? [];
  }
}
