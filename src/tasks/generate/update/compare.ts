import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { bearersOf } from "../bearers-of.ts";
import { coverRequirements, References } from "../coverage.ts";
import { draftTasks } from "../draft/draft-tasks.ts";
import { writeList } from "../draft/plan.ts";
import { requirementKey } from "../prd/labels.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import type { Match } from "./match-requirements.ts";
import { inOneLine, matchRequirements, normalized } from "./match-requirements.ts";

/** A version of a PRD with its draft. */
export class Version {
  readonly prd: Prd;
  /** The draft, read back from its text so that it compares word for word with the tasks of the list. */
  readonly draft: TaskList;
  readonly references: References;
  readonly #drafted: ReadonlyMap<string, readonly Task[]>;
  readonly #requirements: ReadonlyMap<string, Requirement>;

  constructor(prd: Prd, files: readonly string[]) {
    const header = { title: prd.title, prd: "prd.md", created: "2000-01-01" };
    this.prd = prd;
    this.draft = readTaskList(writeList(header, draftTasks(prd, files)));
    this.references = new References(prd);
    this.#requirements = new Map(prd.requirements.map((requirement) => [requirement.id, requirement]));
    this.#drafted = bearersOf(this.draft.tasks, (task) => task.requirements);
  }

  /** The requirements that a task of its draft carries. */
  requirementsOf(drafted: Task): readonly Requirement[] {
    return drafted.requirements.flatMap((id) => this.#requirements.get(id) ?? []);
  }

  /** What a task's Requirements field names besides requirements of this version, such as a section. */
  othersNamedBy({ requirements }: Task): readonly string[] {
    return requirements.filter(
      (entry) => this.references.namedIn(entry).length === 0 && /\p{L}/u.test(entry),
    );
  }

  /** The drafted task that carries a requirement; undefined for an optional requirement. */
  draftFor({ id }: Requirement): Task | undefined {
    return this.#drafted.get(id)?.[0];
  }
}

/** Two versions of a PRD, compared. */
export interface Comparison {
  readonly matches: readonly Match[];
  readonly before: Version;
  readonly after: Version;
}

/**
 * Compares two versions of a PRD.
 * @param files - the files of the repository, for the drafts
 */
export const compare = (base: Prd, prd: Prd, files: readonly string[] = []): Comparison => ({
  matches: matchRequirements(base, prd),
  before: new Version(base, files),
  after: new Version(prd, files),
});

/** The headings of sections whose constraints, answers, criteria or non-goals changed. No task follows these. */
export function changedSections(before: Prd, after: Prd): readonly string[] {
  const [old, now] = [statementsOf(before), statementsOf(after)];
  const differing = [...old.keys(), ...now.keys()].filter((text) => !old.has(text) || !now.has(text));
  return [...new Set(differing.map((text) => now.get(text) ?? old.get(text) ?? ""))];
}

/** The section of each statement. */
function statementsOf({ constraints, answers, criteria, nonGoals }: Prd): ReadonlyMap<string, string> {
  const statements = [
    ...constraints.map((point) => [inOneLine(point), point.section] as const),
    ...criteria.map(({ text, section }) => [text, section] as const),
    ...answers.map(({ text, answer, section }) => [`${text} ${answer}`, section] as const),
    ...nonGoals.map((point) => [inOneLine(point), "Non-Goals"] as const),
  ];
  return new Map(statements.map(([text, section]) => [normalized(text), section]));
}

const wholeId = /^[A-Z]{1,12}(?:-[A-Z][A-Z0-9]*)*[-_]?\d+(?:\.\d+)*[a-z]?$/;

/**
 * Reconstructs the older version of a PRD from the list: the requirements of the new version that tasks carry, and
 * those that tasks name by an id that the PRD does not have, with the titles of these tasks.
 */
export function baseFromList(prd: Prd, list: TaskList): Prd {
  const references = new References(prd);
  const covered = new Set(
    coverRequirements(prd, list).flatMap(({ id, tasks }) => (tasks.length > 0 ? [id] : [])),
  );
  const named = list.tasks.flatMap(({ requirements, title }) =>
    requirements.flatMap((entry) => {
      const id = entry.replaceAll(/\([^()]*\)|[`*]/g, "").trim();
      return wholeId.test(id) && !references.knows(requirementKey(id)) ? [{ id, title }] : [];
    }),
  );
  const unknown = [...Map.groupBy(named, ({ id }) => requirementKey(id)).values()].map((own): Requirement => {
    const title = own.map((one) => one.title).join("; ");
    const nothing = {
      lead: [],
      parts: [],
      criteria: [],
      references: [],
      code: [],
      area: null,
      optional: null,
    };
    return { ...nothing, id: own[0]?.id ?? "", title, text: title, kind: "functional", line: 0, endLine: 0 };
  });
  return { ...prd, requirements: [...prd.requirements.filter(({ id }) => covered.has(id)), ...unknown] };
}
