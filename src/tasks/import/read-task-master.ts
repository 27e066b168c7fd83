import { splitLines } from "../document/source-lines.ts";
import { inputRefusal } from "../refusal.ts";
import { Ledger } from "./ledger.ts";
import type { Fields, TaskRecord } from "./records.ts";
import {
  isDone,
  isFields,
  listOfRecords,
  namesIn,
  noteParent,
  remark,
  remarksIn,
  taskOfRecord,
  textOf,
  textsIn,
} from "./records.ts";
import type { SourceList, SourcePhase } from "./source-list.ts";
import { sourcePhase } from "./source-list.ts";
import { complexityNamed, criterionFor } from "./source-text.ts";
import { codeIn, linesOf } from "./task-text.ts";

/** A task or subtask of Task Master. */
interface MasterTask {
  readonly id: string;
  readonly title: string;
  readonly fields: Fields;
  readonly dependencies: readonly string[];
  readonly subtasks: readonly MasterTask[];
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
  const found = entriesOf(group.tasks, name === "" ? "tasks" : `${name}.tasks`, ledger);
  const [unread] = ledger.leftovers;
  if (found.length === 0 && unread) throw notTaskMasters(path, unread.what.replace(", which", ""));
  for (const other of groups.keys())
    if (other !== name) ledger.note(null, `the tag "${other}": --tag ${other} imports it`);
  const tasks = wanted(found, ledger);
  const phases = tasks.some(({ subtasks }) => subtasks.length > 0)
    ? tasks.map((task) => phaseOf(task, ledger))
    : [
        sourcePhase({
          title: "Tasks",
          number: 1,
          tasks: tasks.map((task) => taskOfRecord(recordOf(task), ledger)),
        }),
      ];
  const title = projectName(group) || (name === "master" ? "" : name);
  return listOfRecords("task-master", title || null, phases, ledger);
}

function parse(path: string, source: string): unknown {
  try {
    return JSON.parse(source);
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
 * The entries of a list that describe work, at paths such as `tasks.3.subtasks.0`. Others are noted, since a task written
 * by an assistant can lack a title.
 */
function entriesOf(list: unknown, where: string, ledger: Ledger, isBelow = false): readonly MasterTask[] {
  const tasks = listOf(list, where, ledger).flatMap((fields, index): readonly MasterTask[] => {
    const place = `${where}.${index}`;
    const title = isFields(fields) ? titleOf(fields) : "";
    if (!isFields(fields) || title === "") {
      ledger.note(null, `${place}, which ${isFields(fields) ? "has no title" : "is not a task"}`);
      return [];
    }
    const { dependencies, subtasks } = fields;
    if (isBelow && listOf(subtasks, `${place}.subtasks`, ledger).length > 0)
      ledger.note(null, `${place}.subtasks, which are below a subtask`);
    return [
      {
        id: textOf(fields["id"]),
        title,
        fields,
        dependencies: namesOf(dependencies, `${place}.dependencies`, ledger),
        subtasks: isBelow ? [] : entriesOf(subtasks, `${place}.subtasks`, ledger, true),
      },
    ];
  });
  return withIds(tasks);
}

function listOf(value: unknown, where: string, ledger: Ledger): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value != null && value !== "") ledger.note(null, `${where}, which is not a list`);
  return [];
}

/** The ids in a list or in a text such as `1, 2`. An object is not a valid id, and is reported as JSON. */
const namesOf = (value: unknown, where: string, ledger: Ledger): readonly string[] =>
  textOf(value) === ""
    ? listOf(value, where, ledger).map((one) => textOf(one) || JSON.stringify(one))
    : textOf(value).split(/[\s,]+/);

/** Adds missing ids: the first number from the task's position on that no task and no dependency uses. */
function withIds(tasks: readonly MasterTask[]): readonly MasterTask[] {
  const waitedFor = tasks.flatMap(({ dependencies, subtasks }) => [
    ...dependencies,
    ...subtasks.flatMap((subtask) => subtask.dependencies),
  ]);
  const taken = new Set([...tasks.map(({ id }) => id), ...waitedFor]);
  return tasks.map((task, index) => {
    if (task.id !== "") return task;
    let number = index + 1;
    while (taken.has(String(number))) number += 1;
    taken.add(String(number));
    return { ...task, id: String(number) };
  });
}

/** The title, else the first line of the description. */
const titleOf = (fields: Fields): string =>
  textOf(fields["title"]) || (splitLines(textOf(fields["description"]))[0] ?? "");

/** The tasks that are not cancelled. */
function wanted(tasks: readonly MasterTask[], ledger: Ledger, parent?: string): readonly MasterTask[] {
  const isCancelled = ({ fields }: MasterTask) => /^cancell?ed$/i.test(textOf(fields["status"]));
  for (const { id } of tasks.filter(isCancelled))
    ledger.note(
      null,
      `${parent === undefined ? `task ${id}` : `subtask ${parent}.${id}`}, which is cancelled`,
    );
  return tasks.filter((task) => !isCancelled(task));
}

function phaseOf(task: MasterTask, ledger: Ledger): SourcePhase {
  const { id, title, fields } = task;
  const subtasks = wanted(task.subtasks, ledger, id);
  const phase = { title, number: /^\d+$/.test(id) ? Number(id) : null, ids: [id] };
  const record = recordOf(task);
  if (subtasks.length === 0) return sourcePhase({ ...phase, tasks: [taskOfRecord(record, ledger)] });
  noteParent(
    { ...record, id: `task ${id}` },
    fields,
    ["description", "details", "acceptanceCriteria"],
    subtasks.map((subtask) => subtask.fields),
    ledger,
  );
  return sourcePhase({
    ...phase,
    tasks: subtasks.map((subtask) => taskOfRecord(subtaskOf(task, subtask, subtasks), ledger)),
    criteria: strategyOf(fields),
  });
}

/** A subtask refers to its siblings by number. One that depends on no sibling inherits its task's dependencies. */
function subtaskOf(
  { id, dependencies }: MasterTask,
  subtask: MasterTask,
  siblings: readonly MasterTask[],
): TaskRecord {
  const names = subtask.dependencies.map((name) =>
    !name.includes(".") && siblings.some((sibling) => sibling.id === name) ? `${id}.${name}` : name,
  );
  const isFirst = !names.some((name) => name.startsWith(`${id}.`));
  return {
    ...recordOf(subtask),
    id: subtask.id.includes(".") ? subtask.id : `${id}.${subtask.id}`,
    dependencies: [...new Set([...(isFirst ? dependencies : []), ...names])],
  };
}

/** Fields with a place in a list, and the tool's internal ones. */
const placed = namesIn(`
  id title description details testStrategy status dependencies subtasks
  complexity complexityScore acceptanceCriteria
  parentId parentTaskId parentTask isSubtask databaseId previousStatus
  createdAt updatedAt recommendedSubtasks expansionPrompt
`);

function recordOf({ id, title, fields, dependencies }: MasterTask): TaskRecord {
  const text = (name: string) => textOf(fields[name]);
  const acceptance = textsIn(fields["acceptanceCriteria"]);
  const details = text("details");
  const files = [fields["relevantFiles"]].flat();
  return {
    line: null,
    id,
    title,
    state: text("status"),
    complexity: complexityOf(text("complexity") || text("complexityScore")),
    dependencies,
    files: files.flatMap((file) => textOf(isFields(file) ? file["path"] : file) || []),
    plan: [text("description"), details.replaceAll(journalEntry, "")].filter(Boolean).join("\n"),
    criteria: [...acceptance.flatMap(linesOf).map(criterionFor), ...strategyOf(fields)].map((words) => ({
      text: words,
      checked: isDone(fields),
    })),
    remarks: [
      ...[...acceptance, text("testStrategy")].flatMap(codeIn),
      ...remarksIn(fields, placed),
      ...[...details.matchAll(journalEntry)].flatMap(([, day, said = ""]) =>
        remark(`Info added on ${day}`, [said]),
      ),
    ],
  };
}

/** What `update-subtask` appends to the details. It reports on the work, so it is not a step. */
const journalEntry = /<info added on ([\d-]+)[^<>]*>([\s\S]*?)<\/info added on [^<>]*>/g;

/** Task Master scores complexity from 1 to 10. */
function complexityOf(given: string) {
  const score = given === "" ? Number.NaN : Number(given);
  if (Number.isNaN(score)) return complexityNamed(given);
  return score <= 3 ? "Low" : score <= 6 ? "Medium" : "High";
}

/** The criteria in a test strategy: each sentence is one, so that it can be ticked separately. */
const strategyOf = (fields: Fields): readonly string[] =>
  linesOf(textOf(fields["testStrategy"])).flatMap((line) =>
    [...sentences.segment(line)].map(({ segment }) => criterionFor(segment)),
  );

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
