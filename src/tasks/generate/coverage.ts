import type { Task, TaskList } from "../document/task-list.ts";
import { citedKeys, requirementKey } from "./prd/ids.ts";
import type { Prd, Requirement } from "./prd/model.ts";

/** Resolves references from the tasks of a list to the requirements of a PRD. Keys come from `requirementKey`. */
export class References {
  readonly #requirements: readonly { readonly requirement: Requirement; readonly keys: readonly string[] }[];
  readonly #lonelyForms: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;

  constructor({ requirements, groups, stories, ids }: Prd) {
    const groupsOf = Map.groupBy(
      groups.flatMap(({ id, requirements: members }) => members.map((member) => ({ id, member }))),
      ({ member }) => member,
    );
    this.#requirements = requirements.map((requirement) => {
      const names = [requirement, ...(groupsOf.get(requirement.id) ?? [])];
      return { requirement, keys: names.map(({ id }) => requirementKey(id)) };
    });
    const named = [...ids, ...requirements.map(({ id }) => id)];
    this.#lonelyForms = new Set(named.flatMap((id) => /^([A-Za-z]-?)\d/.exec(id)?.[1] ?? []));
    const others = [...groups, ...stories].flatMap(({ id }) => id ?? []);
    this.#known = new Set([...named, ...others].map(requirementKey));
  }

  /** Whether the PRD contains an id with this key. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  /** The keys in a text. A single letter with digits, such as `R2`, counts only if the PRD has ids of this form. */
  keysIn(text: string): readonly string[] {
    return citedKeys(
      text.replace(letterAndDigits, (name, form: string) =>
        this.#lonelyForms.has(form) && wholeId.test(name) ? name : "",
      ),
    );
  }

  /** The keys in an entry of a **Requirements** field, where a bare number refers to a requirement. */
  keysOfEntry(entry: string): readonly string[] {
    return this.keysIn(/^\d+(?:\.\d+)*$/.test(entry.trim()) ? `Requirement ${entry}` : entry);
  }

  keysInField({ requirements }: Task): ReadonlySet<string> {
    return new Set(requirements.flatMap((entry) => this.keysOfEntry(entry)));
  }

  /** The requirements that an entry of a **Requirements** field names. */
  namedIn(entry: string): readonly Requirement[] {
    return this.named(new Set(this.keysOfEntry(entry)));
  }

  /** The requirements that have one of the keys or are in a group that has one, in the order of the PRD. */
  named(keys: ReadonlySet<string>): readonly Requirement[] {
    return this.#requirements
      .filter((one) => one.keys.some((key) => keys.has(key)))
      .map(({ requirement }) => requirement);
  }
}

/** The offset of a task's Requirements field, else of its heading. */
export const offsetOfField = ({ fields, heading }: Task): number =>
  fields.find(({ name }) => name === "requirements")?.value.start ?? heading.start;

/** `R3`, `R-3`, `R1-R4`, and names that only begin like an id, such as the processor `R3-7900X`. */
const letterAndDigits = /(?<![\w-])([A-Za-z][-_ ]?)\d[\w.]*(?:-[\w.-]+)?/g;
const wholeId = /^[A-Za-z]-?\d+(?:\.\d+)*[a-z]?\.?(?:-[A-Za-z]?\d+)?$/;

/** The tasks of a list that carry each requirement of a PRD: those that name its id or the id of its group. */
export class Carriers {
  readonly #tasks: readonly {
    readonly task: Task;
    readonly named: readonly Requirement[];
    readonly spokenOf: readonly Requirement[];
  }[];

  constructor(references: References, { source, tasks }: TaskList) {
    this.#tasks = tasks.map((task) => {
      const keys = references.keysInField(task);
      const inText = references.keysIn(source.slice(task.span.start, task.span.end));
      return {
        task,
        named: references.named(keys),
        spokenOf: references.named(new Set([...keys, ...inText])),
      };
    });
  }

  /** The tasks that name a requirement in their Requirements field. */
  naming(requirement: Requirement): readonly Task[] {
    return this.#tasks.filter(({ named }) => named.includes(requirement)).map(({ task }) => task);
  }

  /** The tasks that name a requirement in their Requirements field or elsewhere in their text. */
  speakingOf(requirement: Requirement): readonly Task[] {
    return this.#tasks.filter(({ spokenOf }) => spokenOf.includes(requirement)).map(({ task }) => task);
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#tasks.find((one) => one.task === task)?.named ?? [];
  }
}

/** A requirement of the PRD and the numbers of the tasks that carry it. */
export interface CoveredRequirement extends Pick<Requirement, "id" | "text" | "optional"> {
  readonly tasks: readonly string[];
}

/** Each requirement of a PRD with the tasks that name it, in the Requirements field or in their text. */
export function coverRequirements(prd: Prd, list: TaskList): readonly CoveredRequirement[] {
  const carriers = new Carriers(new References(prd), list);
  return prd.requirements.map((requirement) => {
    const { id, title, text, optional } = requirement;
    const tasks = carriers.speakingOf(requirement).map(({ number }) => number);
    return { id, text: title ?? text, optional, tasks };
  });
}

/** The ids of the requirements that no task carries, without optional ones. */
export const uncoveredIds = (requirements: readonly CoveredRequirement[]): readonly string[] =>
  requirements.filter(isUncovered).map(({ id }) => id);

export const isUncovered = ({ tasks, optional }: CoveredRequirement): boolean =>
  tasks.length === 0 && optional === null;
