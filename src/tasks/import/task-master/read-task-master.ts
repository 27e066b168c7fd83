import type { Status } from "../../document/task-list.ts";
import { inputRefusal } from "../../refusal.ts";
import { complexityNamed } from "../complexity.ts";
import { criterionFor } from "../criterion.ts";
import { namedFiles } from "../named-files.ts";
import type { Leftover, SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import type { Group, MasterTask, Remark, Subtask } from "./master-group.ts";
import { groupOf, isGroup } from "./master-group.ts";

/**
 * Reads the tasks.json of Task Master, plain or tagged. A task with subtasks becomes a phase and its subtasks become
 * tasks, so that `3.2` stays 3.2. Without subtasks, all tasks are in one phase.
 * @throws Refusal if the file is not JSON, is not from Task Master, or has several tags and none was chosen.
 */
export function readTaskMaster(path: string, source: string, tag: string | undefined): SourceList {
  const { name, group, others } = pickGroup(path, parseJson(path, source), tag);
  const leftovers: Leftover[] = [
    ...others.map((other) => ({
      line: null,
      lines: 0,
      what: `the tag "${other}": --tag ${other} imports it`,
    })),
    ...group.leftovers,
  ];
  const tasks = group.tasks.filter((task) => isWanted(task, `task ${task.id}`, leftovers));
  const phases = tasks.some(({ subtasks }) => subtasks.length > 0)
    ? tasks.map((task) => phaseOf(task, leftovers))
    : [plainPhase(tasks, leftovers)];
  return {
    format: "task-master",
    title: group.title || (name === null || name === "master" ? null : name),
    prd: null,
    phases: phases.filter((phase) => phase.tasks.length > 0),
    stated: [],
    mentionsOrder: false,
    leftovers,
    lines: null,
  };
}

function parseJson(path: string, source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw inputRefusal("not-json", `${path} is not whole JSON: ${(error as SyntaxError).message}.`);
  }
}

interface PickedGroup {
  readonly name: string | null;
  readonly group: Group;
  readonly others: readonly string[];
}

function pickGroup(path: string, value: unknown, tag: string | undefined): PickedGroup {
  const groups = groupsOf(path, value);
  const names = [...groups.keys()];
  const only = names.length === 1 ? names[0] : undefined;
  const name = tag ?? only ?? (groups.has("master") ? "master" : undefined);
  const entry = name === undefined ? undefined : groups.get(name);
  if (name === undefined || entry === undefined) {
    const why = tag === undefined ? "has several tags" : `has no tag "${tag}"`;
    throw inputRefusal("unknown-tag", `${path} ${why}: name one with --tag (${names.join(", ")}).`);
  }
  const group = parseGroup(path, name, entry);
  return { name: name === "" ? null : name, group, others: names.filter((other) => other !== name) };
}

/** The lists of tasks by tag. The plain form has one list without a name. */
function groupsOf(path: string, value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) throw notTaskMasters(path, "it is a single value");
  const plain = "tasks" in value && Array.isArray(value.tasks) ? { "": value } : null;
  const candidates = Array.isArray(value) ? { "": { tasks: value } } : (plain ?? value);
  const tagged = Object.entries(candidates).filter(([, entry]) => isGroup(entry));
  if (tagged.length === 0) throw notTaskMasters(path, "there are no tasks in it");
  return new Map(tagged);
}

function parseGroup(path: string, name: string, entry: unknown): Group {
  const where = name === "" ? "tasks" : `${name}.tasks`;
  const group = groupOf(entry, where);
  if (typeof group === "string") throw notTaskMasters(path, group);
  return group;
}

const notTaskMasters = (path: string, why: string) =>
  inputRefusal(
    "not-task-master",
    `${path} is JSON, but neither a tasks.json of Task Master nor issues of beads: ${why}.`,
  );

function isWanted({ status }: Subtask, name: string, leftovers: Leftover[]): boolean {
  if (!/^cancell?ed$/i.test(status)) return true;
  leftovers.push({ line: null, lines: 0, what: `${name}, which is cancelled` });
  return false;
}

function phaseOf(task: MasterTask, leftovers: Leftover[]): SourcePhase {
  const wanted = task.subtasks.filter((subtask) =>
    isWanted(subtask, `subtask ${task.id}.${subtask.id}`, leftovers),
  );
  const number = /^\d+$/.test(task.id) ? Number(task.id) : null;
  const base = { title: task.title, number, ids: [task.id] };
  if (wanted.length === 0) return { ...base, tasks: [readTask(task, task.id, leftovers)], criteria: [] };
  noteParent(task, wanted, leftovers);
  return {
    ...base,
    tasks: wanted.map((subtask) => readSubtask(task, subtask, wanted, leftovers)),
    criteria: strategyOf(task.testStrategy),
  };
}

const plainPhase = (tasks: readonly MasterTask[], leftovers: Leftover[]): SourcePhase => ({
  title: "Tasks",
  number: 1,
  ids: [],
  tasks: tasks.map((task) => readTask(task, task.id, leftovers)),
  criteria: [],
});

/** A subtask refers to its siblings by number. One that depends on no sibling inherits its task's dependencies. */
function readSubtask(
  parent: MasterTask,
  subtask: Subtask,
  siblings: readonly Subtask[],
  leftovers: Leftover[],
): SourceTask {
  const names = subtask.dependencies.map((name) =>
    !name.includes(".") && siblings.some((sibling) => sibling.id === name) ? `${parent.id}.${name}` : name,
  );
  const isFirst = !names.some((name) => name.startsWith(`${parent.id}.`));
  const inherited = isFirst ? parent.dependencies : [];
  const fullId = subtask.id.includes(".") ? subtask.id : `${parent.id}.${subtask.id}`;
  const task = readTask(subtask, fullId, leftovers);
  return { ...task, dependencies: [...new Set([...inherited, ...names])] };
}

function readTask(task: Subtask, name: string, leftovers: Leftover[]): SourceTask {
  const { status, blockedReason } = statusOf(task.status, name, leftovers);
  const { steps, code } = stepsOf(task);
  if (task.assignee)
    leftovers.push({ line: null, lines: 0, what: `the assignee of ${name} (${task.assignee})` });
  const stated = [...task.acceptance.flatMap(linesOf).map(criterionFor), ...strategyOf(task.testStrategy)];
  const criteria = stated.length > 0 ? stated : [criterionFor(task.title)];
  const body = [...code, ...task.remarks.map(remarkText)].join("\n\n");
  return {
    id: name,
    line: null,
    title: task.title,
    status,
    blockedReason,
    complexity: complexityOf(task.complexity),
    dependencies: task.dependencies,
    requirements: [],
    files: [
      ...new Set([...task.paths, ...namedFiles(`${task.title}\n${task.description}\n${task.details}`)]),
    ],
    steps,
    criteria: criteria.map((criterion) => ({ text: criterion, checked: status === "Complete" })),
    body: body === "" ? null : body,
  };
}

function noteParent(task: MasterTask, subtasks: readonly Subtask[], leftovers: Leftover[]): void {
  const isDone = ({ status }: Subtask) => statuses[status.toLowerCase()] === "Complete";
  const parts = [
    isDone(task) === subtasks.every(isDone) ? "" : `status (${task.status})`,
    task.description && task.description !== task.title ? "description" : "",
    task.details ? "details" : "",
    ...task.remarks.map(({ name, text }) => `${name} (${text})`),
    ...(task.acceptance.length > 0 ? ["acceptanceCriteria"] : []),
    task.assignee ? `assignee (${task.assignee})` : "",
  ].filter(Boolean);
  if (parts.length > 0)
    leftovers.push({
      line: null,
      lines: 0,
      what: `the ${parts.join(", ")} of task ${task.id}, whose subtasks are the tasks`,
    });
}

const statuses: Readonly<Record<string, Status>> = {
  pending: "Not Started",
  todo: "Not Started",
  "": "Not Started",
  "in-progress": "In Progress",
  review: "In Progress",
  done: "Complete",
  completed: "Complete",
  blocked: "Blocked",
  deferred: "Blocked",
};

function statusOf(
  written: string,
  name: string,
  leftovers: Leftover[],
): Pick<SourceTask, "status" | "blockedReason"> {
  const word = written.toLowerCase().replaceAll(/[\s_]+/g, "-");
  const status = statuses[word];
  if (status === undefined || word === "review") {
    leftovers.push({
      line: null,
      lines: 0,
      what: `the status "${written}" of ${name}, read as ${status ?? "Not Started"}`,
    });
  }
  return { status: status ?? "Not Started", blockedReason: word === "deferred" ? "deferred" : null };
}

/** Task Master scores complexity from 1 to 10. */
function complexityOf(given: string) {
  const score = given === "" ? Number.NaN : Number(given);
  if (Number.isNaN(score)) return complexityNamed(given);
  return score <= 3 ? "Low" : score <= 6 ? "Medium" : "High";
}

const fenced = /^ {0,3}```[\s\S]*?(?:^ {0,3}```\s*$|$(?![\s\S]))/gm;

/** The steps: the description, then the lines of the details without code. */
function stepsOf({ title, description, details }: Subtask): {
  steps: readonly string[];
  code: readonly string[];
} {
  const steps = [description, ...linesOf(details.replaceAll(fenced, ""))];
  const others = steps.filter((line) => line !== "" && line !== title);
  return {
    steps: others.length > 0 ? others : [title],
    code: [...details.matchAll(fenced)].map(([text]) => text.trim()),
  };
}

/** A remark as `**Priority**: high`, or as a list below the label. */
function remarkText({ name, text }: Remark): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const label = `**${words.charAt(0).toUpperCase()}${words.slice(1)}**:`;
  const lines = linesOf(text);
  return lines.length > 1
    ? [label, "", ...lines.map((line) => `- ${line}`)].join("\n")
    : `${label} ${lines.join("")}`;
}

/** The criteria in a test strategy: each sentence is one, so that it can be ticked separately. */
const strategyOf = (strategy: string): readonly string[] =>
  linesOf(strategy).flatMap((line) =>
    [...sentences.segment(line)].map(({ segment }) => criterionFor(segment)),
  );

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The lines with text, without list markers. */
const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+|#{1,6}\s+)?(?:\[[ xX]\]\s+)?/, "")
        .replaceAll("**", "")
        .trim(),
    )
    .filter((line) => line !== "");
