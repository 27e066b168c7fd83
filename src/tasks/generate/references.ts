import type { Task } from "../document/task-list.ts";
import { citedKeys, requirementKey } from "./prd/ids.ts";
import type { Prd, Requirement } from "./prd/model.ts";

/** How the tasks of a list refer to the requirements of one PRD. All keys are those of `requirementKey`. */
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

  /** Whether the PRD gives this key to anything. */
  knows(key: string): boolean {
    return this.#known.has(key);
  }

  /** What a text names. One letter with digits counts only as the PRD itself writes its ids: `R2`. */
  keysIn(text: string): readonly string[] {
    return citedKeys(
      text.replace(letterAndDigits, (name, form: string) =>
        this.#lonelyForms.has(form) && wholeId.test(name) ? name : "",
      ),
    );
  }

  /** What an entry of a **Requirements** field names: there a bare number is a requirement's. */
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

  /** The requirements that bear one of the keys or are in a group that does, in the PRD's order. */
  named(keys: ReadonlySet<string>): readonly Requirement[] {
    return this.#requirements
      .filter((one) => one.keys.some((key) => keys.has(key)))
      .map(({ requirement }) => requirement);
  }
}

/** Where a task says which requirements it carries; its heading where it does not. */
export const offsetOfField = ({ fields, heading }: Task): number =>
  fields.find(({ name }) => name === "requirements")?.value.start ?? heading.start;

/** `R3`, `R-3`, `R1-R4`, and what only begins like it, as a storage class or a processor does: `R3-7900X`. */
const letterAndDigits = /(?<![\w-])([A-Za-z][-_ ]?)\d[\w.]*(?:-[\w.-]+)?/g;
const wholeId = /^[A-Za-z]-?\d+(?:\.\d+)*[a-z]?\.?(?:-[A-Za-z]?\d+)?$/;
