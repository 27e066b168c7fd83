import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { bearersOf } from "../bearers-of.ts";
import { entriesOf, plainEntry, References } from "../coverage.ts";
import { draftTasks, writeList } from "../draft/draft-tasks.ts";
import { requirementKey } from "../prd/labels.ts";
import type { Endpoint, Model, Passage, Prd, Requirement, Story } from "../prd/model.ts";
import { textsOfAll } from "../prd/points.ts";
import { inOneLine, normalized } from "../requirement-text.ts";
import type { RequirementMatch } from "./match-requirements.ts";
import { matchRequirements } from "./match-requirements.ts";

/** A version of a PRD. */
export interface Version {
  readonly prd: Prd;
  /** Read back from its text so that it compares word for word with the tasks of the list. */
  readonly draft: TaskList;
  readonly references: References;
}

/** A requirement in two versions of a PRD, with the consequences for tasks. */
export interface Match extends RequirementMatch {
  /** A requirement that stays optional, or is done, is kept. */
  readonly fate: "new" | "kept" | "merged" | "optional" | "gone";
  /** The task that is drafted for it in the older and in the newer version; an optional requirement has none. */
  readonly drafts: { readonly old: Task | undefined; readonly now: Task | undefined };
}

/** Two versions of a PRD, compared. */
export interface Comparison {
  readonly matches: readonly Match[];
  readonly old: Version;
  readonly now: Version;
}

/**
 * Compares two versions of a PRD.
 * @param files - the files of the repository, for the drafts
 */
export function compare(before: Prd, after: Prd, files: readonly string[] = []): Comparison {
  const [old, now] = [versionOf(before, files), versionOf(after, files)];
  const matches = matchRequirements(before, after).map((match) => ({
    ...match,
    fate: fateOf(match),
    drafts: { old: draftFor(match.old, old), now: draftFor(match.now, now) },
  }));
  return { matches, old, now };
}

const draftFor = (requirement: Requirement | null, { draft }: Version): Task | undefined =>
  draft.tasks.find(({ requirements }) => requirement !== null && requirements.includes(requirement.id));

function versionOf(prd: Prd, files: readonly string[]): Version {
  const header = { title: prd.title, prd: "prd.md", created: "2000-01-01" };
  const draft = readTaskList(writeList(header, draftTasks(prd, files)));
  return { prd, draft, references: new References(prd) };
}

/** The requirements that drafted tasks of a version carry. */
export function drafting(
  { matches }: Comparison,
  version: "old" | "now",
  drafted: readonly Task[],
): readonly Match[] {
  const ids = new Set(drafted.flatMap(({ requirements }) => requirements));
  return matches.filter(({ [version]: requirement }) => requirement && ids.has(requirement.id));
}

/** What a task's Requirements field names besides requirements of a version, such as a section. */
export const othersNamedBy = (task: Task, { references }: Version): readonly string[] =>
  entriesOf(task).filter((entry) => references.namedIn(entry).length === 0 && /\p{L}/u.test(entry));

/** Whether the new version wants what the requirement asks for. */
export const isKept = ({ fate }: Match): boolean => fate === "kept" || fate === "new";

function fateOf({ old, now, other }: RequirementMatch): Match["fate"] {
  if (old === null) return "new";
  if (now === null) return other ? "merged" : "gone";
  if (old.optional !== null || now.optional === null || now.optional === "done") return "kept";
  return now.optional === "wont" ? "gone" : "optional";
}

/** The headings of sections of which something changed that is in no requirement. No task follows these. */
export function changedSections(before: Prd, after: Prd): readonly string[] {
  const [old, now] = [statementsOf(before), statementsOf(after)];
  const differing = [...old.keys(), ...now.keys()].filter((text) => !old.has(text) || !now.has(text));
  return [...new Set(differing.map((text) => now.get(text) ?? old.get(text) ?? ""))];
}

/** The section of each statement. */
function statementsOf(prd: Prd): ReadonlyMap<string, string> {
  const { requirements, constraints, answers, criteria, nonGoals, models, endpoints, stories } = prd;
  const isOutside = ({ line }: Passage): boolean =>
    !requirements.some((one) => one.line <= line && line <= one.endLine);
  const below = ({ text, line }: Passage) =>
    [text, prd.sections.findLast((section) => section.line <= line)?.heading || prd.title] as const;
  const statements = [
    ...constraints.map(
      (point) => [[inOneLine(point), ...textsOfAll(point.code)].join(" "), point.section] as const,
    ),
    ...criteria.map(({ text, section }) => [text, section] as const),
    ...answers.map(({ text, answer, section }) => [`${text} ${answer}`, section] as const),
    ...nonGoals.map((point) => below({ ...point, text: inOneLine(point) })),
    ...[...models.map(modelText), ...endpoints.map(endpointText), ...stories.map(storyText)]
      .filter(isOutside)
      .map(below),
  ];
  return new Map(statements.map(([text, section]) => [normalized(text), section]));
}

const modelText = ({ name, fields, rules, line }: Model): Passage => ({
  text: [name, ...fields.map((field) => `${field.name} ${field.note}`), ...textsOfAll(rules)].join(" "),
  line,
});

const endpointText = ({ method, path, purpose, statuses, rules, code, line }: Endpoint): Passage => ({
  text: [
    ...[method, path, purpose],
    ...statuses.map((status) => `${status.code} ${status.meaning}`),
    ...rules.map(inOneLine),
    ...textsOfAll(code),
  ].join(" "),
  line,
});

const storyText = ({ title, text, details, line }: Story): Passage => ({
  text: [title, text, ...details.map(inOneLine)].join(" "),
  line,
});

const wholeId = /^[A-Z]{1,12}(?:-[A-Z][A-Z0-9]*)*[-_]?\d+(?:\.\d+)*[a-z]?$/;

/**
 * Reconstructs the older version of a PRD from the list: the requirements of the new version that tasks carry, and
 * those that tasks name by an id that the PRD does not have, with the titles of these tasks. A requirement that tasks
 * only mention is not carried if it says what the title of such a task says: that task has its old id. A drafted title
 * stands for the text from which it was drafted.
 */
export function baseFromList(prd: Prd, list: TaskList): Prd {
  const { references, draft } = versionOf(prd, []);
  const named = new Set(list.tasks.flatMap((task) => references.namedBy(task)));
  const mentioned = new Set(list.tasks.flatMap((task) => references.spokenOfBy(task, list)));
  const entries = list.tasks.flatMap((task) =>
    entriesOf(task)
      .map(plainEntry)
      .filter((id) => wholeId.test(id) && !references.knows(requirementKey(id)))
      .map((id) => ({ id, title: task.title })),
  );
  const drafted = new Map(draft.tasks.map(({ title, requirements }) => [title, requirements.join()]));
  const unknown = [...Map.groupBy(entries, ({ id }) => requirementKey(id)).values()].map((own) => {
    const [id, title] = [own[0]?.id ?? "", own.map((one) => one.title).join("; ")];
    const source = prd.requirements.find((one) => one.id === drafted.get(title));
    return source ? { ...source, id } : requirementTitled(id, title);
  });
  const withOnly = (isCarried: (one: Requirement) => boolean): Prd => ({
    ...prd,
    requirements: [...prd.requirements.filter(isCarried), ...unknown],
  });
  const matches = matchRequirements(
    withOnly((one) => named.has(one)),
    prd,
  );
  const unmatched = new Set(matches.flatMap(({ old, now }) => (old === null && now ? [now] : [])));
  return withOnly((one) => named.has(one) || (mentioned.has(one) && unmatched.has(one)));
}

const requirementTitled = (id: string, title: string): Requirement => ({
  ...{ id, title, text: title, kind: "functional", area: null, optional: null, line: 0, endLine: 0 },
  ...{ lead: [], parts: [], criteria: [], references: [], code: [] },
});

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
