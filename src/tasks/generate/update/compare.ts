import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { References } from "../coverage.ts";
import { draftTasks } from "../draft/draft-tasks.ts";
import { writeList } from "../draft/plan.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import type { Match } from "./match-requirements.ts";
import { inOneLine, matchRequirements, normalized } from "./match-requirements.ts";

/** A version of a PRD with its draft. */
export class Version {
  readonly prd: Prd;
  /** The draft, read back from its text so that it compares word for word with the tasks of the list. */
  readonly draft: TaskList;
  readonly references: References;

  constructor(prd: Prd, files: readonly string[]) {
    const header = { title: prd.title, prd: "prd.md", created: "2000-01-01" };
    this.prd = prd;
    this.draft = readTaskList(writeList(header, draftTasks(prd, files)));
    this.references = new References(prd);
  }

  /** The drafted task that carries a requirement; undefined for an optional requirement. */
  draftFor({ id }: Requirement): Task | undefined {
    return this.draft.tasks.find(({ requirements }) => requirements.includes(id));
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
