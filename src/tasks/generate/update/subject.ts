import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { draftTasks } from "../draft/draft-tasks.ts";
import { requirementKey } from "../prd/ids.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import { References } from "../references.ts";
import { writeList } from "../write-list.ts";
import type { Matching } from "./match-requirements.ts";
import { matchRequirements } from "./match-requirements.ts";

/** Two versions of a PRD, compared, and what a draft of each says. */
export interface UpdateSubject {
  readonly base: Prd;
  readonly prd: Prd;
  readonly matching: Matching;
  readonly oldDraft: TaskList;
  readonly newDraft: TaskList;
}

/**
 * Compares two versions of a PRD.
 * @param files - those of the repository, which a draft names
 */
export const compare = (base: Prd, prd: Prd, files: readonly string[] = []): UpdateSubject => ({
  base,
  prd,
  matching: matchRequirements(base, prd),
  oldDraft: draftOf(base, files),
  newDraft: draftOf(prd, files),
});

/** As it is read from a list: what a task there says is compared with it word for word. */
const draftOf = (prd: Prd, files: readonly string[]): TaskList =>
  readTaskList(writeList({ title: prd.title, prd: "prd.md", created: "2000-01-01" }, draftTasks(prd, files)));

/** The tasks of a list that carry a requirement. */
export interface Carriers {
  /** Those that name it in their Requirements. */
  readonly named: readonly Task[];
  /** Those that only speak of it. */
  readonly mentioned: readonly Task[];
}

/** Which tasks of a list carry which requirement of a PRD. */
export class CarriersOf {
  readonly references: References;
  readonly #named = new Map<Requirement, Task[]>();
  readonly #mentioned = new Map<Requirement, Task[]>();
  readonly #byTask = new Map<Task, readonly Requirement[]>();

  constructor(prd: Prd, list: TaskList) {
    this.references = new References(prd);
    for (const task of list.tasks) this.#read(task, list.source);
  }

  of(requirement: Requirement): Carriers {
    return {
      named: this.#named.get(requirement) ?? [],
      mentioned: this.#mentioned.get(requirement) ?? [],
    };
  }

  /** Those that carry it: of a list that names it nowhere in its Requirements, those that speak of it. */
  all(requirement: Requirement): readonly Task[] {
    const { named, mentioned } = this.of(requirement);
    return named.length > 0 ? named : mentioned;
  }

  /** The requirements that a task names. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#byTask.get(task) ?? [];
  }

  #read(task: Task, source: string): void {
    const named = this.references.named(this.references.keysInField(task));
    this.#byTask.set(task, named);
    const text = source.slice(task.span.start, task.span.end);
    const spoken = this.references.named(new Set(this.references.keysIn(text)));
    for (const requirement of named) push(this.#named, requirement, task);
    for (const requirement of spoken.filter((one) => !named.includes(one)))
      push(this.#mentioned, requirement, task);
  }
}

function push(map: Map<Requirement, Task[]>, requirement: Requirement, task: Task): void {
  map.set(requirement, [...(map.get(requirement) ?? []), task]);
}

/** The task of a draft that carries a requirement. */
export const draftFor = (draft: TaskList, { id }: Requirement): Task | undefined =>
  draft.tasks.find(({ requirements }) => requirements.includes(id));

/** Whether an id is one that a PRD gives to anything. */
export function knowsId({ ids, requirements, groups, stories }: Prd, id: string): boolean {
  const all = [...ids, ...[...requirements, ...groups, ...stories].flatMap((one) => one.id ?? [])];
  return all.some((known) => requirementKey(known) === requirementKey(id));
}
