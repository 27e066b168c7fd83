import type { Task, TaskList } from "../document/task-list.ts";
import type { Answer } from "../reporting/answers.ts";
import { bearersOf } from "./bearers-of.ts";
import { citedKeys, requirementKey } from "./prd/labels.ts";
import type { Prd, Requirement } from "./prd/model.ts";

/** The entries of a task's Requirements field, with their remarks, which can contain commas: `FR-1 (name, email)`. */
export const entriesOf = ({ requirements }: Task): readonly string[] =>
  (requirements.join(", ").match(/(?:\([^()]*\)|[^,])+/g) ?? []).map((entry) => entry.trim());

/** An entry without remarks and emphasis. */
export const plainEntry = (entry: string): string => entry.replaceAll(/\([^()]*\)|[`*]/g, "").trim();

/** Resolves references from the tasks of a list to the requirements of a PRD. Keys come from `requirementKey`. */
export class References {
  /** The requirements that each key names. The key of a group names all of its requirements. */
  readonly #bearers: ReadonlyMap<string, readonly Requirement[]>;
  readonly #lonelyForms: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  /** The ids that only count if they are written exactly so: `L1-01` could also be a range, `User Story 3` a story. */
  readonly #unusual: ReadonlySet<string>;

  constructor({ requirements, groups, stories, ids }: Prd) {
    const groupsOf = bearersOf(groups, (group) => group.requirements);
    this.#bearers = bearersOf(requirements, ({ id }) =>
      [id, ...(groupsOf.get(id) ?? []).map((group) => group.id)].map(requirementKey),
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
  #keysIn(text: string): readonly string[] {
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
    const plain = plainEntry(entry);
    if (this.#unusual.has(plain)) return [requirementKey(plain)];
    const keys = this.#keysIn(/^\d+(?:\.\d+)*$/.test(plain) ? `Requirement ${plain}` : plain);
    // `Loans (FR-2)` names the requirement in its remark, `more (see FR-2)` does not.
    return keys.length > 0 ? keys : this.#keysIn(entry.replaceAll(/\((?:see|cf)\b[^()]*\)/gi, ""));
  }

  /** The requirements that an entry of a **Requirements** field names. */
  namedIn(entry: string): readonly Requirement[] {
    return this.#withKeys(this.keysOfEntry(entry));
  }

  /** The requirements that a task names in its Requirements field. */
  namedBy(task: Task): readonly Requirement[] {
    return this.#withKeys(entriesOf(task).flatMap((entry) => this.keysOfEntry(entry)));
  }

  /** The requirements that a task of a list names in its Requirements field or elsewhere in its text. */
  spokenOfBy(task: Task, { source }: TaskList): readonly Requirement[] {
    const text = source.slice(task.span.start, task.span.end);
    return this.#withKeys([
      ...entriesOf(task).flatMap((entry) => this.keysOfEntry(entry)),
      ...this.#keysIn(text),
    ]);
  }

  /** The requirements that have one of the keys or are in a group that has one, in the order of the PRD. */
  #withKeys(keys: readonly string[]): readonly Requirement[] {
    const found = new Set(keys.flatMap((key) => this.#bearers.get(key) ?? []));
    return [...found].toSorted((one, other) => one.line - other.line);
  }
}

/** Words that may be ids, without the full stop after them. */
const words = /\w(?:[\w.-]*\w)?/g;
/** `R3`, `R-3`, `R1-R4`, and names that only begin like an id, such as the processor `R3-7900X`. */
const letterAndDigits = /(?<![\w-])([A-Za-z][-_ ]?)\d[\w.]*(?:-[\w.-]+)?/g;
const wholeId = /^[A-Za-z]-?\d+(?:\.\d+)*[a-z]?\.?(?:-[A-Za-z]?\d+)?$/;

/** A requirement of the PRD and the numbers of the tasks that carry it. */
export type CoveredRequirement = Answer<"coverage">["requirements"][number];

/** Each requirement of a PRD with the tasks that name it, in the Requirements field or in their text. */
export function coverRequirements(prd: Prd, list: TaskList): readonly CoveredRequirement[] {
  const references = new References(prd);
  const carriers = bearersOf(list.tasks, (task) => references.spokenOfBy(task, list));
  return prd.requirements.map((requirement) => {
    const { id, title, text, optional } = requirement;
    const tasks = (carriers.get(requirement) ?? []).map(({ number }) => number);
    return { id, text: title ?? text, optional, tasks };
  });
}

/** The ids of the requirements that no task carries, without optional ones. */
export const uncoveredIds = (requirements: readonly CoveredRequirement[]): readonly string[] =>
  requirements.filter(isUncovered).map(({ id }) => id);

export const isUncovered = ({ tasks, optional }: CoveredRequirement): boolean =>
  tasks.length === 0 && optional === null;
