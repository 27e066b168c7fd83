import { proposedMark } from "../document/file-paths.ts";
import { itemText } from "../document/read-entries.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { dependencyNames, dependentsOf, effortMinutes, findTask } from "../document/task-queries.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import { paint, paintStatus, statusMark } from "../terminal/paint.ts";
import { formatMinutes, inBlocks } from "../terminal/words.ts";

/** One task in full, for people. */
export function describeTask(list: TaskList, task: Task): string {
  const stepLines = (step: Task["steps"][number], index: number) =>
    hanging(`${index + 1}. `, itemText(list.source, task, step));
  return inBlocks([
    [headline(task), stateLine(list, task)],
    factLines(list, task),
    task.body ? task.body.split("\n").map((line) => (line === "" ? "" : `  ${line}`)) : [],
    titled("Steps", task.steps.flatMap(stepLines)),
    titled("Verification", verificationLines(list, task)),
    titled(
      "Proof",
      task.proof.map(({ text }) => text),
    ),
  ]);
}

/** `✔ 1.2  Title`: a task on one line. */
export const headline = ({ number, title, status }: Task): string =>
  `${statusMark(status.value)} ${paint("bold", number)}  ${paint("bold", title)}`;

/** `In Progress`, `Blocked - waiting for the API key`. */
export const statusInWords = ({ value, blockedReason }: Task["status"]): string =>
  blockedReason ? `${value} - ${blockedReason}` : value;

function stateLine(list: TaskList, task: Task): string {
  const { status, complexity, owner } = task;
  const elsewhere = claimElsewhere(list, task);
  const phase = list.phases.find(({ number }) => number === task.phase);
  const minutes = effortMinutes(task);
  const parts = [
    paintStatus(status.value, statusInWords(status)),
    [complexity, minutes === null ? "" : `about ${formatMinutes(minutes)}`].filter(Boolean).join(", "),
    phase?.title ? `Phase ${phase.number}: ${phase.title}` : "",
    owner ? `owner ${owner}` : "",
    elsewhere ? claimInWords(elsewhere) : "",
  ];
  return `  ${parts.filter(Boolean).join(paint("dim", " · "))}`;
}

function factLines(list: TaskList, task: Task): readonly string[] {
  const { method, path, requirements, files } = task;
  const dependents = dependentsOf(list, task.number).map(({ number }) => number);
  const dependencies = dependencyNames(task).map((name) => withMark(list, name));
  const facts: readonly (readonly [string, string])[] = [
    ["Depends on", dependencies.join(", ") || "nothing"],
    ["Needed by", dependents.join(", ") || "nothing"],
    ["Endpoint", method && path ? `${method} ${path}` : ""],
    ["Carries", requirements.join(", ")],
    ["Files", files.map(({ text, start, end }) => text + markIn(list.source.slice(start, end))).join(", ")],
  ];
  return facts
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `  ${paint("dim", name.padEnd(12))}${value}`);
}

const markIn = (file: string): string => (proposedMark.test(file.trimEnd()) ? " (proposed)" : "");

function withMark(list: TaskList, name: string): string {
  const task = findTask(list, name);
  return task ? `${name} ${statusMark(task.status.value)}` : `${name} ${paint("red", "(not in the list)")}`;
}

/** A task's criteria with their positions, as `tasks check` takes them. */
export function verificationLines({ source }: TaskList, task: Task): readonly string[] {
  const { verification } = task;
  const width = String(verification.length).length;
  return verification.flatMap((item, index) => {
    const box = item.checked ? paint("green", "[x]") : "[ ]";
    const position = paint("dim", String(index + 1).padStart(width));
    return hanging(`${position} ${box} `, itemText(source, task, item), width + 5);
  });
}

/** The text after its mark, with further lines aligned below the first. */
function hanging(mark: string, text: string, width = mark.length): readonly string[] {
  const [first = "", ...more] = text.split("\n");
  return [mark + first, ...more.map((line) => " ".repeat(width) + line)];
}

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`  ${paint("bold", title)}`, ...lines.map((line) => `    ${line}`)] : [];
