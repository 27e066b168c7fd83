import { readTaskList } from "../../document/read-task-list.ts";
import type { Task } from "../../document/task-list.ts";
import { fieldsOfTask } from "../fields-of-task.ts";
import { LineLedger } from "../line-ledger.ts";
import { outlineHeader } from "../outline/outline-header.ts";
import type { OutlineHeading } from "../outline/outline-node.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { headingWords, phaseHeading } from "../outline/phase-heading.ts";
import { looseLines, sectionsOf } from "../outline/unread-parts.ts";
import type { LineCount, SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import { mentionsOrder, statedDependencies } from "../stated-dependencies.ts";
import type { LooseTask } from "./loose-tasks.ts";
import { numberLooseTasks } from "./loose-tasks.ts";

/** Reads tasks with headings whose numbers a list can't have: `### Task 3: …`, `#### Task 1.0.1: …`. Null if none. */
export function readHeadings(source: string): SourceList | null {
  const numbered = numberLooseTasks(source);
  if (!numbered) return null;
  const read = readTaskList(numbered.text);
  const pairs = read.tasks.flatMap((task) => {
    const loose = numbered.tasks.find(({ line }) => line === task.line);
    return loose
      ? [{ loose, task: { id: loose.id, line: loose.line, ...fieldsOfTask(numbered.text, task) } }]
      : [];
  });
  if (pairs.length === 0) return null;
  const ledger = new LineLedger(source);
  for (const task of read.tasks) ledger.read(linesOf(numbered.text, task));
  const { phases, headings } = phasesOf(
    pairs.map((pair) => ({ ...pair, task: asEarned(pair.task, ledger) })),
  );
  for (const { line } of headings) ledger.read({ line, lastLine: line });
  const outline = parseOutline(source);
  const { lines, ...header } = outlineHeader(outline);
  ledger.read(...lines);
  const outside = looseLines(outline, new Set()).filter(({ line }) => !ledger.hasRead(line));
  const stated = statedDependencies(outside, phases);
  for (const { line } of stated) ledger.read({ line, lastLine: line });
  ledger.leaveRest(sectionsOf(source, outline, new Set(), headings));
  if (pairs.every(({ loose }) => loose.says === "issue") && isMostlyLeft(ledger.count)) return null;
  return {
    format: "headings",
    ...header,
    phases,
    stated,
    mentionsOrder: mentionsOrder(outside),
    leftovers: ledger.leftovers,
    lines: ledger.count,
  };
}

/** A document with a few headings such as `Issue 1` among others is about something else, such as troubleshooting. */
const isMostlyLeft = ({ read, notRead }: LineCount): boolean => read < notRead;

function linesOf(text: string, { line, span }: Task): { line: number; lastLine: number } {
  return { line, lastLine: line + text.slice(span.start, span.end).split(/\r\n|\n|\r/).length - 1 };
}

/** Changes Complete to In Progress if criteria are open, because a complete task has none. */
function asEarned(task: SourceTask, ledger: LineLedger): SourceTask {
  if (task.status !== "Complete" || task.criteria.every(({ checked }) => checked)) return task;
  ledger.note(task.line, `the status of "${task.title}", which has open items`);
  return { ...task, status: "In Progress" };
}

interface Pair {
  readonly loose: LooseTask;
  readonly task: SourceTask;
}

function phasesOf(pairs: readonly Pair[]): {
  phases: readonly SourcePhase[];
  headings: ReadonlySet<OutlineHeading>;
} {
  const groups = [...Map.groupBy(pairs, ({ loose }) => phaseHeading(loose.headings, loose.id))];
  const phases = groups.map(([heading, members]) => ({
    ...(heading ? headingWords(heading.text) : { title: "Tasks", number: null }),
    ids: [],
    tasks: members.map(({ task }) => task),
    criteria: [],
  }));
  return { phases, headings: new Set(groups.flatMap(([heading]) => heading ?? [])) };
}
