import type { Task } from "../document/task-list.ts";
import { citedKeys, requirementKey } from "./prd/ids.ts";
import type { Prd, Requirement } from "./prd/model.ts";

/** Resolves references from the tasks of a list to the requirements of a PRD. Keys come from `requirementKey`. */
export class References {
  /** The places in the PRD of the requirements with each key. */
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #requirements: readonly Requirement[];
  readonly #lonelyForms: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;

  constructor({ requirements, groups, stories, ids }: Prd) {
    const groupsOf = Map.groupBy(
      groups.flatMap(({ id, requirements: members }) => members.map((member) => ({ id, member }))),
      ({ member }) => member,
    );
    this.#requirements = requirements;
    const keyed = requirements.flatMap(({ id }, place) =>
      [id, ...(groupsOf.get(id) ?? []).map((group) => group.id)].map((name) => ({
        key: requirementKey(name),
        place,
      })),
    );
    this.#places = new Map(
      [...Map.groupBy(keyed, ({ key }) => key)].map(([key, own]) => [key, own.map(({ place }) => place)]),
    );
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
    const places = new Set([...keys].flatMap((key) => this.#places.get(key) ?? []));
    return [...places].toSorted((a, b) => a - b).flatMap((place) => this.#requirements[place] ?? []);
  }
}

/** The offset of a task's Requirements field, else of its heading. */
export const offsetOfField = ({ fields, heading }: Task): number =>
  fields.find(({ name }) => name === "requirements")?.value.start ?? heading.start;

/** `R3`, `R-3`, `R1-R4`, and names that only begin like an id, such as the processor `R3-7900X`. */
const letterAndDigits = /(?<![\w-])([A-Za-z][-_ ]?)\d[\w.]*(?:-[\w.-]+)?/g;
const wholeId = /^[A-Za-z]-?\d+(?:\.\d+)*[a-z]?\.?(?:-[A-Za-z]?\d+)?$/;
