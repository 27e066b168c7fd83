import { namedFiles } from "../document/file-paths.ts";
import { inputRefusal } from "../refusal.ts";
import { Ledger } from "./ledger.ts";
import type { SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { listOfRecords, sourcePhase, sourceTask } from "./source-list.ts";
import type { Fields } from "./source-text.ts";
import {
  complexityNamed,
  criterionFor,
  isFields,
  notStarted,
  splitLines,
  statusNamed,
  textOf,
} from "./source-text.ts";

/** A task or subtask of Task Master. */
interface MasterTask {
  readonly id: string;
  readonly title: string;
  /** The text of a field, empty if it has none. */
  readonly text: (name: string) => string;
  /** The criteria in `acceptanceCriteria`. */
  readonly acceptance: readonly string[];
  /** The paths in `relevantFiles`. */
  readonly paths: readonly string[];
  /** The fields that have no place in a task list. */
  readonly remarks: readonly Remark[];
  readonly dependencies: readonly string[];
  readonly subtasks: readonly MasterTask[];
}

interface Remark {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the tasks.json of Task Master, plain or tagged. A task with subtasks becomes a phase and its subtasks become
 * tasks, so that `3.2` stays 3.2. Without subtasks, all tasks are in one phase.
 * @throws Refusal if the file is not JSON, is not from Task Master, or has several tags and none was chosen.
 */
export function readTaskMaster(path: string, source: string, tag: string | undefined): SourceList {
  const ledger = new Ledger(null);
  const groups = groupsOf(path, parse(path, source));
  const [name, group] = pickGroup(path, groups, tag);
  for (const other of groups.keys())
    if (other !== name) ledger.note(null, `the tag "${other}": --tag ${other} imports it`);
  const where = name === "" ? "tasks" : `${name}.tasks`;
  const tasks = tasksIn(path, group.tasks, where, ledger).filter((task) =>
    isWanted(task, `task ${task.id}`, ledger),
  );
  const phases = tasks.some(({ subtasks }) => subtasks.length > 0)
    ? tasks.map((task) => phaseOf(task, ledger))
    : [
        sourcePhase({
          title: "Tasks",
          number: 1,
          tasks: tasks.map((task) => readTask(task, task.id, ledger)),
        }),
      ];
  const title = projectName(group) || (name === "master" ? "" : name);
  return listOfRecords("task-master", title || null, phases, ledger.account);
}

function parse(path: string, source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw inputRefusal("not-json", `${path} is not whole JSON: ${(error as SyntaxError).message}.`);
  }
}

type Group = Fields & { readonly tasks: readonly unknown[] };

const isGroup = (value: unknown): value is Group => isFields(value) && Array.isArray(value["tasks"]);

/** The lists of tasks by tag. The plain form has one list, whose name is empty. */
function groupsOf(path: string, value: unknown): ReadonlyMap<string, Group> {
  if (typeof value !== "object" || value === null) throw notTaskMasters(path, "it is a single value");
  const plain = Array.isArray(value) ? { tasks: value } : value;
  const candidates = isGroup(plain) ? { "": plain } : plain;
  const tagged = Object.entries(candidates).flatMap(([name, entry]) =>
    isGroup(entry) ? [[name, entry] as const] : [],
  );
  if (tagged.length === 0) throw notTaskMasters(path, "there are no tasks in it");
  return new Map(tagged);
}

function pickGroup(
  path: string,
  groups: ReadonlyMap<string, Group>,
  tag: string | undefined,
): readonly [string, Group] {
  const names = [...groups.keys()];
  const name = tag ?? (names.length === 1 ? names[0] : "master") ?? "";
  const group = groups.get(name);
  if (group) return [name, group];
  const why = tag === undefined ? "has several tags" : `has no tag "${tag}"`;
  throw inputRefusal("unknown-tag", `${path} ${why}: name one with --tag (${names.join(", ")}).`);
}

const projectName = ({ metadata, meta }: Group): string =>
  [metadata, meta].map((fields) => (isFields(fields) ? textOf(fields["projectName"]) : "")).find(Boolean) ??
  "";

const notTaskMasters = (path: string, why: string) =>
  inputRefusal(
    "not-task-master",
    `${path} is JSON, but neither a tasks.json of Task Master nor issues of beads: ${why}.`,
  );

/**
 * The tasks of a group. Unreadable ones are skipped, since a task written by hand or by an assistant can lack an id.
 */
function tasksIn(
  path: string,
  list: readonly unknown[],
  where: string,
  ledger: Ledger,
): readonly MasterTask[] {
  const skipped: string[] = [];
  const tasks = entriesOf(list, where, skipped).map(([fields, place]) => ({
    ...taskOf(fields, place, skipped),
    subtasks: subtasksOf(fields, place, skipped),
  }));
  const [first] = skipped;
  if (tasks.length === 0 && first !== undefined) throw notTaskMasters(path, first.replace(", which", ""));
  for (const what of skipped) ledger.note(null, what);
  return withIds(
    tasks,
    tasks.flatMap(({ subtasks }) => subtasks),
  );
}

/** The entries of a list that describe work, with their paths such as `tasks.3.subtasks.0`. */
function entriesOf(
  list: readonly unknown[],
  where: string,
  skipped: string[],
): readonly (readonly [Fields, string])[] {
  return list.flatMap((fields, index) => {
    const place = `${where}.${index}`;
    if (isFields(fields) && titleOf(fields) !== "") return [[fields, place] as const];
    skipped.push(`${place}, ${isFields(fields) ? "which has no title" : "which is not a task"}`);
    return [];
  });
}

function subtasksOf(task: Fields, where: string, skipped: string[]): readonly MasterTask[] {
  const place = `${where}.subtasks`;
  const entries = entriesOf(listOf(task["subtasks"], place, skipped), place, skipped);
  for (const [fields, deep] of entries) {
    if (listOf(fields["subtasks"], `${deep}.subtasks`, skipped).length > 0)
      skipped.push(`${deep}.subtasks, which are below a subtask`);
  }
  return withIds(entries.map(([fields, own]) => taskOf(fields, own, skipped)));
}

function taskOf(fields: Fields, where: string, skipped: string[]): MasterTask {
  const { dependencies, relevantFiles: files } = fields;
  const statement = textOf(dependencies);
  return {
    id: textOf(fields["id"]),
    title: titleOf(fields),
    text: (name) => textOf(fields[name]),
    acceptance: textsIn(fields["acceptanceCriteria"]),
    paths: (Array.isArray(files) ? files : []).flatMap(
      (file) => textOf(isFields(file) ? file["path"] : file) || [],
    ),
    remarks: Object.entries(fields).flatMap(([name, value]) => {
      const text = placed.has(name) ? "" : textsIn(value).join("\n");
      return text === "" ? [] : [{ name, text }];
    }),
    // An object is not a valid dependency, and is reported as JSON.
    dependencies:
      statement === ""
        ? listOf(dependencies, `${where}.dependencies`, skipped).map((one) =>
            typeof one === "object" && one !== null ? JSON.stringify(one) : textOf(one),
          )
        : statement.split(/[\s,]+/),
    subtasks: [],
  };
}

/** Fields that are imported, and the tool's internal ones. */
const placed: ReadonlySet<string> = new Set(
  [
    "id title description details testStrategy status assignee dependencies subtasks",
    "complexity complexityScore acceptanceCriteria",
    "parentId parentTaskId parentTask isSubtask databaseId previousStatus",
    "createdAt updatedAt recommendedSubtasks expansionPrompt",
  ].flatMap((names) => names.split(" ")),
);

/** The texts in a value. In an object, each text follows its property name. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isFields(value)) return [textOf(value)].filter(Boolean);
  const parts = Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner).map((text) => (name === "path" ? `\`${text}\`` : `${name}: ${text}`)),
  );
  return parts.length > 0 ? [parts.join("; ")] : [];
}

/** Adds missing ids: the first number from the task's position on that no task and no dependency uses. */
function withIds(tasks: readonly MasterTask[], below: readonly MasterTask[] = []): readonly MasterTask[] {
  const waitedFor = [...tasks, ...below].flatMap(({ dependencies }) => dependencies);
  const taken = new Set([...tasks.map(({ id }) => id), ...waitedFor]);
  return tasks.map((task, index) => {
    if (task.id !== "") return task;
    let number = index + 1;
    while (taken.has(String(number))) number += 1;
    taken.add(String(number));
    return { ...task, id: String(number) };
  });
}

function listOf(value: unknown, where: string, skipped: string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value != null && value !== "") skipped.push(`${where}, which is not a list`);
  return [];
}

/** The title, else the first line of the description. */
const titleOf = (fields: Fields): string =>
  textOf(fields["title"]) || (splitLines(textOf(fields["description"]))[0] ?? "");

function isWanted({ text }: MasterTask, name: string, ledger: Ledger): boolean {
  const isCancelled = /^cancell?ed$/i.test(text("status"));
  if (isCancelled) ledger.note(null, `${name}, which is cancelled`);
  return !isCancelled;
}

function phaseOf(task: MasterTask, ledger: Ledger): SourcePhase {
  const wanted = task.subtasks.filter((subtask) =>
    isWanted(subtask, `subtask ${task.id}.${subtask.id}`, ledger),
  );
  const phase = {
    title: task.title,
    number: /^\d+$/.test(task.id) ? Number(task.id) : null,
    ids: [task.id],
  };
  if (wanted.length === 0) return sourcePhase({ ...phase, tasks: [readTask(task, task.id, ledger)] });
  noteParent(task, wanted, ledger);
  return sourcePhase({
    ...phase,
    tasks: wanted.map((subtask) => readSubtask(task, subtask, wanted, ledger)),
    criteria: strategyOf(task.text("testStrategy")),
  });
}

/** A subtask refers to its siblings by number. One that depends on no sibling inherits its task's dependencies. */
function readSubtask(
  { id, dependencies }: MasterTask,
  subtask: MasterTask,
  siblings: readonly MasterTask[],
  ledger: Ledger,
): SourceTask {
  const names = subtask.dependencies.map((name) =>
    !name.includes(".") && siblings.some((sibling) => sibling.id === name) ? `${id}.${name}` : name,
  );
  const isFirst = !names.some((name) => name.startsWith(`${id}.`));
  const task = readTask(subtask, subtask.id.includes(".") ? subtask.id : `${id}.${subtask.id}`, ledger);
  return { ...task, dependencies: [...new Set([...(isFirst ? dependencies : []), ...names])] };
}

function readTask(task: MasterTask, name: string, ledger: Ledger): SourceTask {
  const { title, text, acceptance, dependencies, paths, remarks } = task;
  const word = text("status");
  const state = statusNamed(word);
  if (!state || /^review$/i.test(word))
    ledger.note(null, `the status "${word}" of ${name}, read as ${(state ?? notStarted).status}`);
  if (text("assignee")) ledger.note(null, `the assignee of ${name} (${text("assignee")})`);
  const details = text("details");
  const steps = [text("description"), ...linesOf(details.replaceAll(fenced, ""))].filter(
    (line) => line !== "" && line !== title,
  );
  const code = [...details.matchAll(fenced)].map(([block]) => block.trim());
  const criteria = [...acceptance.flatMap(linesOf).map(criterionFor), ...strategyOf(text("testStrategy"))];
  return sourceTask({
    id: name,
    title,
    ...(state ?? notStarted),
    complexity: complexityOf(text("complexity") || text("complexityScore")),
    dependencies,
    files: [...new Set([...paths, ...namedFiles(`${title}\n${text("description")}\n${details}`)])],
    steps: steps.length > 0 ? steps : [title],
    criteria: criteria.map((criterion) => ({ text: criterion, checked: state?.status === "Complete" })),
    body: [...code, ...remarks.map(remarkText)].join("\n\n") || null,
  });
}

function noteParent(task: MasterTask, subtasks: readonly MasterTask[], ledger: Ledger): void {
  const { title, text, remarks, acceptance } = task;
  const isDone = (one: MasterTask) => statusNamed(one.text("status"))?.status === "Complete";
  const parts = [
    isDone(task) === subtasks.every(isDone) ? "" : `status (${text("status")})`,
    text("description") !== title && text("description") && "description",
    text("details") && "details",
    ...remarks.map((remark) => `${remark.name} (${remark.text})`),
    acceptance.length > 0 && "acceptanceCriteria",
    text("assignee") && `assignee (${text("assignee")})`,
  ].filter(Boolean);
  if (parts.length > 0)
    ledger.note(null, `the ${parts.join(", ")} of task ${task.id}, whose subtasks are the tasks`);
}

/** Task Master scores complexity from 1 to 10. */
function complexityOf(given: string) {
  const score = given === "" ? Number.NaN : Number(given);
  if (Number.isNaN(score)) return complexityNamed(given);
  return score <= 3 ? "Low" : score <= 6 ? "Medium" : "High";
}

const fenced = /^ {0,3}```[\s\S]*?(?:^ {0,3}```\s*$|$(?![\s\S]))/gm;

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
  splitLines(text)
    .map((line) =>
      line
        .replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+|#{1,6}\s+)?(?:\[[ xX]\]\s+)?/, "")
        .replaceAll("**", "")
        .trim(),
    )
    .filter((line) => line !== "");
