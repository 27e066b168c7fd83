import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, effortMinutes, findTask } from "../document/task-queries.ts";
import { formatMinutes } from "./format-minutes.ts";
import { paint } from "./paint.ts";
import { paintStatus, statusMark } from "./status-mark.ts";

/** One task in full, for people. */
export function describeTask(list: TaskList, task: Task): string {
  const blocks = [
    [headline(task), stateLine(list, task)],
    factLines(list, task),
    listBlock(
      "Steps",
      task.steps.map(({ text }, index) => `${index + 1}. ${text}`),
    ),
    listBlock("Verification", verificationLines(task)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** `✔ 1.2  Title`: a task on one line. */
export const headline = ({ number, title, status }: Task): string =>
  `${statusMark(status.value)} ${paint("bold", number)}  ${paint("bold", title)}`;

function stateLine({ phases }: TaskList, task: Task): string {
  const { status, complexity, owner } = task;
  const phase = phases.find(({ number }) => number === task.phase);
  const reason = status.blockedReason ? ` - ${status.blockedReason}` : "";
  const minutes = effortMinutes(task);
  const parts = [
    paintStatus(status.value, status.value + reason),
    complexity && minutes !== null ? `${complexity}, about ${formatMinutes(minutes)}` : "",
    phase?.title ? `Phase ${phase.number}: ${phase.title}` : "",
    owner ? `owner ${owner}` : "",
  ];
  return `  ${parts.filter(Boolean).join(paint("dim", " · "))}`;
}

function factLines(list: TaskList, task: Task): readonly string[] {
  const { dependencies, method, path, requirements, files } = task;
  const dependents = dependentsOf(list, task.number).map(({ number }) => number);
  const facts: readonly (readonly [string, string])[] = [
    ["Depends on", dependencies.names.map((name) => withMark(list, name)).join(", ") || "nothing"],
    ["Needed by", dependents.join(", ") || "nothing"],
    ["Endpoint", method && path ? `${method} ${path}` : ""],
    ["Carries", requirements.join(", ")],
    ["Files", files.map(({ text }) => text).join(", ")],
  ];
  return facts
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `  ${paint("dim", name.padEnd(12))}${value}`);
}

function withMark(list: TaskList, name: string): string {
  const task = findTask(list, name);
  return task ? `${name} ${statusMark(task.status.value)}` : `${name} ${paint("red", "(not in the list)")}`;
}

/** A task's criteria with their positions, as `tasks check` takes them. */
export function verificationLines({ verification }: Task): readonly string[] {
  const width = String(verification.length).length;
  return verification.map(({ text, checked }, index) => {
    const box = checked ? paint("green", "[x]") : "[ ]";
    return `${paint("dim", String(index + 1).padStart(width))} ${box} ${text}`;
  });
}

const listBlock = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`  ${paint("bold", title)}`, ...lines.map((line) => `    ${line}`)] : [];
