import type { Leftover } from "../source-list.ts";

/** A subtask of Task Master. Missing fields are empty. */
export interface Subtask {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly details: string;
  readonly testStrategy: string;
  readonly status: string;
  readonly assignee: string;
  /** The criteria in `acceptanceCriteria`. */
  readonly acceptance: readonly string[];
  /** The paths in `relevantFiles`. */
  readonly paths: readonly string[];
  /** The other fields, with their names. */
  readonly remarks: readonly Remark[];
  readonly dependencies: readonly string[];
  readonly complexity: string;
}

export interface Remark {
  readonly name: string;
  readonly text: string;
}

export interface MasterTask extends Subtask {
  readonly subtasks: readonly Subtask[];
}

/** The tasks under one tag. */
export interface Group {
  readonly title: string;
  readonly tasks: readonly MasterTask[];
  /** Parts that Task Master would not write and that could not be read. */
  readonly leftovers: readonly Leftover[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Whether a value has tasks, like a Task Master file or one of its tags. */
export const isGroup = (value: unknown): value is { readonly tasks: readonly unknown[] } =>
  isFields(value) && Array.isArray(value["tasks"]);

/**
 * Reads the tasks of a group and skips unreadable ones, since a task written by hand or by an assistant can lack an id.
 * @returns the group, or the reason if no task can be read
 */
export function groupOf(value: unknown, where: string): Group | string {
  if (!isGroup(value)) return `${where} is not a list`;
  const { metadata, meta } = value as Fields;
  const title = [metadata, meta].map((fields) => (isFields(fields) ? textOf(fields["projectName"]) : ""));
  const leftovers: Leftover[] = [];
  const tasks = entriesOf(value.tasks, where, leftovers).map(({ fields, where: place }) => ({
    ...subtaskOf(fields, place, leftovers),
    subtasks: subtasksOf(fields, place, leftovers),
  }));
  const [first] = leftovers;
  if (tasks.length === 0 && first) return first.what.replace(", which", "");
  return {
    title: title.find(Boolean) ?? "",
    tasks: withIds(
      tasks,
      tasks.flatMap(({ subtasks }) => subtasks),
    ),
    leftovers,
  };
}

interface Entry {
  readonly fields: Fields;
  /** The path of the entry, such as `tasks.3.subtasks.0`. */
  readonly where: string;
}

/** The entries of a list that describe work. */
function entriesOf(list: readonly unknown[], where: string, leftovers: Leftover[]): readonly Entry[] {
  return list.flatMap((fields, index) => {
    const place = `${where}.${index}`;
    if (isFields(fields) && titleOf(fields) !== "") return [{ fields, where: place }];
    const why = isFields(fields) ? "which has no title" : "which is not a task";
    leftovers.push({ line: null, lines: 0, what: `${place}, ${why}` });
    return [];
  });
}

function subtasksOf(task: Fields, where: string, leftovers: Leftover[]): readonly Subtask[] {
  const place = `${where}.subtasks`;
  const entries = entriesOf(listOf(task["subtasks"], place, leftovers), place, leftovers);
  for (const { fields, where: deep } of entries) {
    if (listOf(fields["subtasks"], `${deep}.subtasks`, leftovers).length > 0)
      leftovers.push({ line: null, lines: 0, what: `${deep}.subtasks, which are below a subtask` });
  }
  return withIds(entries.map(({ fields, where: own }) => subtaskOf(fields, own, leftovers)));
}

function subtaskOf(fields: Fields, where: string, leftovers: Leftover[]): Subtask {
  const text = (name: string) => textOf(fields[name]);
  const { dependencies } = fields;
  const statement = textOf(dependencies);
  return {
    id: text("id"),
    title: titleOf(fields),
    description: text("description"),
    details: text("details"),
    testStrategy: text("testStrategy"),
    status: text("status"),
    assignee: text("assignee"),
    acceptance: textsIn(fields["acceptanceCriteria"]),
    paths: pathsIn(fields["relevantFiles"]),
    remarks: remarksIn(fields),
    complexity: text("complexity") || text("complexityScore"),
    dependencies:
      statement === ""
        ? listOf(dependencies, `${where}.dependencies`, leftovers).map(nameOf)
        : statement.split(/[\s,]+/),
  };
}

/** Fields that are imported, and the tool's internal ones. */
const placed: ReadonlySet<string> = new Set([
  ...[
    "id",
    "title",
    "description",
    "details",
    "testStrategy",
    "status",
    "assignee",
    "dependencies",
    "subtasks",
  ],
  ...["complexity", "complexityScore", "acceptanceCriteria"],
  ...["parentId", "parentTaskId", "parentTask", "isSubtask", "databaseId", "previousStatus"],
  ...["createdAt", "updatedAt", "recommendedSubtasks", "expansionPrompt"],
]);

const remarksIn = (fields: Fields): readonly Remark[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const text = placed.has(name) ? "" : textsIn(value).join("\n");
    return text === "" ? [] : [{ name, text }];
  });

/** The texts in a value. Those of an object follow their names. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isFields(value)) return [textOf(value)].filter(Boolean);
  const parts = Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner).map((text) => (name === "path" ? `\`${text}\`` : `${name}: ${text}`)),
  );
  return parts.length > 0 ? [parts.join("; ")] : [];
}

const pathsIn = (files: unknown): readonly string[] =>
  (Array.isArray(files) ? files : []).flatMap((file) => textOf(isFields(file) ? file["path"] : file) || []);

/** Adds missing ids: the first number from its position on that no task has and no dependency names. */
function withIds<Task extends Subtask>(
  tasks: readonly Task[],
  below: readonly Subtask[] = [],
): readonly Task[] {
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

function listOf(value: unknown, where: string, leftovers: Leftover[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value != null && value !== "")
    leftovers.push({ line: null, lines: 0, what: `${where}, which is not a list` });
  return [];
}

/** The title, else the first line of the description. */
const titleOf = (fields: Fields): string =>
  textOf(fields["title"]) || (textOf(fields["description"]).split(/[\r\n]/)[0] ?? "");

/** The text of a dependency. An object is not a valid dependency and is reported as JSON. */
const nameOf = (dependency: unknown): string =>
  isFields(dependency) ? JSON.stringify(dependency) : textOf(dependency);

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
