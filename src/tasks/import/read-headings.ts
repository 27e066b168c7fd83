import { readTaskList } from "../document/read-task-list.ts";
import type { Task } from "../document/task-list.ts";
import { fieldsOfTask } from "./fields-of-task.ts";
import { Ledger } from "./ledger.ts";
import { numberLooseTasks } from "./loose-tasks.ts";
import { headingWords, phaseHeading, withSurroundings } from "./outline/around-tasks.ts";
import { parseOutline } from "./outline/parse-outline.ts";
import type { SourceList, SourceTask } from "./source-list.ts";
import { isUnearned, sourcePhase } from "./source-list.ts";
import { splitLines } from "./source-text.ts";

/** Reads tasks with headings whose numbers a list can't have: `### Task 3: …`, `#### Task 1.0.1: …`. Null if none. */
export function readHeadings(source: string): SourceList | null {
  const numbered = numberLooseTasks(source);
  if (!numbered) return null;
  const { tasks } = readTaskList(numbered.text);
  const ledger = new Ledger(source);
  const pairs = tasks.flatMap((task) => {
    const loose = numbered.tasks.find(({ line }) => line === task.line);
    return loose ? [{ loose, task: asEarned(fieldsOfTask(numbered.text, task, loose), ledger) }] : [];
  });
  if (pairs.length === 0) return null;
  ledger.read(...tasks.map((task) => linesOf(numbered.text, task)));
  const groups = [...Map.groupBy(pairs, ({ loose }) => phaseHeading(loose.headings, loose.id))];
  const phases = groups.map(([heading, members]) =>
    sourcePhase({
      ...(heading ? headingWords(heading.text) : { title: "Tasks" }),
      tasks: members.map(({ task }) => task),
    }),
  );
  const headings = new Set(groups.flatMap(([heading]) => heading ?? []));
  return withSurroundings(source, parseOutline(source), ledger, { format: "headings", phases, headings });
}

function linesOf(text: string, { line, span }: Task): { line: number; lastLine: number } {
  return { line, lastLine: line + splitLines(text.slice(span.start, span.end)).length - 1 };
}

function asEarned(task: SourceTask, ledger: Ledger): SourceTask {
  if (!isUnearned(task)) return task;
  ledger.note(task.line, `the status of "${task.title}", which has open items`);
  return { ...task, status: "In Progress" };
}
