import type { Task, TaskList } from "../document/task-list.ts";
import { indexesOf } from "./indexes-of.ts";
import { citedKeys, requirementKey } from "./prd/labels.ts";
import type { Prd, Requirement } from "./prd/model.ts";

/** Resolves references from the tasks of a list to the requirements of a PRD. Keys come from `requirementKey`. */
export class References {
  /** The places in the PRD of the requirements with each key. */
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #requirements: readonly Requirement[];
  readonly #lonelyForms: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  /** The ids that only count if they are written exactly so: `L1-01` could also be a range, `User Story 3` a story. */
  readonly #unusual: ReadonlySet<string>;

  constructor({ requirements, groups, stories, ids }: Prd) {
    const groupsOf = Map.groupBy(
      groups.flatMap(({ id, requirements: members }) => members.map((member) => ({ id, member }))),
      ({ member }) => member,
    );
    this.#requirements = requirements;
    this.#places = indexesOf(
      requirements.map(({ id }) =>
        [id, ...(groupsOf.get(id) ?? []).map((group) => group.id)].map(requirementKey),
      ),
    );
    const named = [...ids, ...requirements.map(({ id }) => id)];
    this.#lonelyForms = new Set(named.flatMap((id) => /^([A-Za-z]-?)\d/.exec(id)?.[1] ?? []));
    this.#unusual = new Set(named.filter((id) => citedKeys(id).join() !== requirementKey(id)));
    const others = [...groups, ...stories].flatMap(({ id }) => id ?? []);
    this.#known = new Set([...named, ...others].map(requirementKey));
  }

  /** Whether the PRD contains an id with this key. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  /** The keys in a text. A single letter with digits, such as `R2`, counts only if the PRD has ids of this form. */
  keysIn(text: string): readonly string[] {
    const unusual: string[] = [];
    const rest = text.replace(words, (word) => {
      if (!this.#unusual.has(word)) return word;
      unusual.push(requirementKey(word));
      return "";
    });
    const usual = citedKeys(
      rest.replace(letterAndDigits, (name, form: string) =>
        this.#lonelyForms.has(form) && wholeId.test(name) ? name : "",
      ),
    );
    return [...new Set([...unusual, ...usual])];
  }

  /** The keys in an entry of a **Requirements** field, where a bare number refers to a requirement. */
  keysOfEntry(entry: string): readonly string[] {
    if (this.#unusual.has(entry.trim())) return [requirementKey(entry)];
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
    const places = new Set([...keys].flatMap((key) => this.#places.get(key) ?? []));
    return [...places].toSorted((a, b) => a - b).flatMap((place) => this.#requirements[place] ?? []);
  }
}

/** The offset of a task's Requirements field, else of its heading. */
export const offsetOfField = ({ fields, heading }: Task): number =>
  fields.find(({ name }) => name === "requirements")?.value.start ?? heading.start;

/** Words that may be ids, without the full stop after them. */
const words = /\w(?:[\w.-]*\w)?/g;
/** `R3`, `R-3`, `R1-R4`, and names that only begin like an id, such as the processor `R3-7900X`. */
const letterAndDigits = /(?<![\w-])([A-Za-z][-_ ]?)\d[\w.]*(?:-[\w.-]+)?/g;
const wholeId = /^[A-Za-z]-?\d+(?:\.\d+)*[a-z]?\.?(?:-[A-Za-z]?\d+)?$/;

/** The tasks of a list that carry each requirement of a PRD: those that name its id or the id of its group. */
export class Carriers {
  readonly #named = new Map<Task, readonly Requirement[]>();
  readonly #naming: ReadonlyMap<Requirement, readonly Task[]>;
  readonly #speakingOf: ReadonlyMap<Requirement, readonly Task[]>;

  constructor(references: References, { source, tasks }: TaskList) {
    const spokenOf = new Map<Task, readonly Requirement[]>();
    for (const task of tasks) {
      const keys = references.keysInField(task);
      const inText = references.keysIn(source.slice(task.span.start, task.span.end));
      this.#named.set(task, references.named(keys));
      spokenOf.set(task, references.named(new Set([...keys, ...inText])));
    }
    this.#naming = inverted(this.#named);
    this.#speakingOf = inverted(spokenOf);
  }

  /** The tasks that name a requirement in their Requirements field. */
  naming(requirement: Requirement): readonly Task[] {
    return this.#naming.get(requirement) ?? [];
  }

  /** The tasks that name a requirement in their Requirements field or elsewhere in their text. */
  speakingOf(requirement: Requirement): readonly Task[] {
    return this.#speakingOf.get(requirement) ?? [];
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#named.get(task) ?? [];
  }
}

/** The tasks of each requirement, from the requirements of each task. */
function inverted(
  byTask: ReadonlyMap<Task, readonly Requirement[]>,
): ReadonlyMap<Requirement, readonly Task[]> {
  const all = [...byTask].flatMap(([task, requirements]) =>
    requirements.map((requirement) => ({ task, requirement })),
  );
  const grouped = Map.groupBy(all, ({ requirement }) => requirement);
  return new Map([...grouped].map(([requirement, own]) => [requirement, own.map(({ task }) => task)]));
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
