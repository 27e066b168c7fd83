import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { requirementsOnLine } from "../../document/read-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf } from "../../document/task-queries.ts";
import { bearersOf } from "../bearers-of.ts";
import { entriesOf } from "../coverage.ts";
import { headingWords } from "../prd/heading-kind.ts";
import type { Prd, Requirement } from "../prd/model.ts";
import type { Comparison, Match, Version } from "./compare.ts";
import { Carriers, isKept } from "./compare.ts";
import type { Decisions } from "./decisions.ts";
import { takesOut } from "./follow-up.ts";

/**
 * The Requirements of tasks from which somebody deleted them: a task that names no requirement, and has the title of a
 * drafted task, carries what that one carries if no other task does. A task whose work another one takes out does not
 * count.
 */
export function lostReferences(
  list: TaskList,
  comparison: Comparison,
  version: "old" | "now",
  decisions: Decisions,
): ReadonlyMap<string, Partial<TaskFacts>> {
  const unnamed = list.tasks.filter(
    (task) => task.requirements.length === 0 && !dependentsOf(list, task.number).some(takesOut),
  );
  const titled = new Map(unnamed.toReversed().map((task) => [task.title, task]));
  const taskOf = ({ drafts }: Match): Task | undefined => titled.get(drafts[version]?.title ?? "");
  const matches = comparison.matches.filter((match) => isKept(match) && taskOf(match) !== undefined);
  if (matches.length === 0) return new Map();
  const carriers = new Carriers(list, comparison, version);
  const uncarried = matches.filter((match) => carriers.of(match).length === 0);
  const lost = bearersOf(uncarried, (match) => [taskOf(match)].filter((task) => task !== undefined));
  for (const [task, matches] of lost) for (const match of matches) decisions.note(match, "named", task);
  return new Map(
    [...lost].map(([{ number }, matches]) => [
      number,
      { requirements: matches.flatMap((match) => match[version]?.id ?? []) },
    ]),
  );
}

/** The headings of sections that only got another number, by what the old version calls them. */
export function renumberedSections(old: Prd, now: Prd): ReadonlyMap<string, string> {
  const bySaying = ({ sections }: Prd) => Map.groupBy(sections, ({ heading }) => headingWords(heading));
  const after = bySaying(now);
  return new Map(
    [...bySaying(old)].flatMap(([words, [section, ...others]]) => {
      const [renumbered, ...more] = after.get(words) ?? [];
      const isOne = words !== "" && others.length + more.length === 0;
      return section && renumbered && isOne && section.heading !== renumbered.heading
        ? [[section.heading, renumbered.heading] as const]
        : [];
    }),
  );
}

/** The entries of a task's Requirements field with the ids of the new version, and its numbers of sections. */
export function followReferences(
  task: Task,
  { references }: Version,
  newIds: (requirement: Requirement) => readonly string[],
  sections: ReadonlyMap<string, string>,
): readonly string[] {
  const entries = entriesOf(task);
  const followed = entries.flatMap((entry) => {
    const named = references.namedIn(entry);
    if (named.length === 0) return sections.get(entry) ?? entry;
    const ids = [...new Set(named.flatMap(newIds))];
    if (ids.join() === named.map(({ id }) => id).join()) return entry;
    const [only] = named.length === 1 ? named : [];
    const at = only === undefined ? -1 : entry.indexOf(only.id);
    if (only === undefined || at < 0 || ids.length === 0) return ids;
    return [entry.slice(0, at) + ids.join(", ") + entry.slice(at + only.id.length)];
  });
  if (followed.join() === entries.join()) return task.requirements;
  return requirementsOnLine([...new Set(followed)].join(", "));
}
