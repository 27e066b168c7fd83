import { followHeaderStatus, followRange } from "../../document/edit/follow-tasks.ts";
import { filePathsOf, normalizedPath } from "../../document/file-paths.ts";
import { prdFileName } from "../../document/read-task-list.ts";
import { isDay } from "../../document/render-list.ts";
import type { TaskList } from "../../document/task-list.ts";
import { byNumber } from "../../document/task-number.ts";
import { statedHeaderStatus } from "../../document/task-queries.ts";
import type { Finding, Rule } from "../rule.ts";

/** The rules about the list as a whole. */
export const listRules: readonly Rule[] = [
  {
    name: "missing-title",
    find: ({ title }) =>
      title
        ? []
        : [{ offset: 0, message: "The list has no title: begin it with # Task List: <feature title>." }],
  },
  {
    name: "stale-header-status",
    find: (list) =>
      followHeaderStatus(list).map(({ offset, text: actual }) => ({
        offset,
        message: `The header says ${statedHeaderStatus(list)}, the tasks say ${actual}.`,
      })),
  },
  {
    name: "stale-phase-range",
    find: (list) =>
      list.phases.flatMap((phase) => {
        const range = phase.heading?.range;
        const [edit] = followRange(list, phase);
        if (!range || !edit) return [];
        const said = list.source.slice(range.start, range.end);
        const message = edit.text
          ? `${said} does not match the tasks of Phase ${phase.number}: write ${edit.text}.`
          : `${said} does not match Phase ${phase.number}, which has no task: remove it.`;
        return [{ offset: range.start, message }];
      }),
  },
  {
    name: "prd-name",
    find: (list) => {
      const name = prdFileName(list);
      if (!list.prd || name === null || /^\d{4}-prd-[^\s/\\]+\.md$/.test(name)) return [];
      const message = `"${name}" is not a PRD file name, which has the form <NNNN>-prd-<feature-name>.md.`;
      return [{ offset: list.prd.value.start, message }];
    },
  },
  {
    name: "date-format",
    find: ({ created }) => {
      if (!created || isDay(created.value.text)) return [];
      const message = `"${created.value.text}" is not a date in the form YYYY-MM-DD.`;
      return [{ offset: created.value.start, message }];
    },
  },
  { name: "number-gap", find: gapsIn },
  { name: "shared-file", find: sharedFilesIn },
];

function gapsIn({ tasks, changes }: TaskList): readonly Finding[] {
  const explained = new Set(changes?.numbers);
  const sorted = tasks.toSorted((one, other) => byNumber(one.number, other.number));
  return sorted.flatMap(({ phase, seq, numberSpan, number }, index) => {
    const before = sorted[index - 1];
    const previous = before?.phase === phase ? before.seq : 0;
    let first = previous + 1;
    while (explained.has(`${phase}.${first}`)) first++;
    if (first >= seq) return [];
    const last = seq - 1;
    const missing = first === last ? `${phase}.${last} is` : `${phase}.${first} to ${phase}.${last} are`;
    const message = `Task ${number} follows a gap: ${missing} not in the list.`;
    return [{ offset: numberSpan.start, message }];
  });
}

/** Two tasks that may be worked on in parallel should not change the same file. */
function sharedFilesIn(list: TaskList): readonly Finding[] {
  const open = list.tasks.filter(({ status }) => status.value !== "Complete");
  const uses = open.flatMap((task) => {
    const byFile = new Map(filePathsOf(task).map((path) => [normalizedPath(path), path]));
    return [...byFile].map(([file, path]) => ({ file, path, task }));
  });
  const isOrdered = orderIn(list);
  return [...Map.groupBy(uses, ({ file }) => file).values()].flatMap((users) =>
    users.flatMap(({ path, task }, index): readonly Finding[] => {
      const earlier = users.slice(0, index).findLast((other) => !isOrdered(task.number, other.task.number));
      if (earlier === undefined) return [];
      const message = `Task ${earlier.task.number} and Task ${task.number} both name ${path}, and neither depends on the other: add a dependency if both change the same part.`;
      const entry = task.files.find(({ text }) => text.includes(path));
      return [{ offset: entry?.start ?? task.heading.start, message }];
    }),
  );
}

/** Whether one of two tasks comes before the other, directly or through others. */
function orderIn({ tasks }: TaskList): (one: string, other: string) => boolean {
  const direct = new Map(tasks.map(({ number, dependencies }) => [number, dependencies.resolved]));
  const reached = new Map<string, ReadonlySet<string>>();
  const behind = (number: string): ReadonlySet<string> => {
    const known = reached.get(number);
    if (known !== undefined) return known;
    const found = new Set(direct.get(number));
    // The loop also visits the numbers that are added during it.
    for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
    reached.set(number, found);
    return found;
  };
  return (one, other) => behind(one).has(other) || behind(other).has(one);
}
