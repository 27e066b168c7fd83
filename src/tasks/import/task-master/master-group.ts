/** A subtask as Task Master writes it; what is missing is empty. */
export interface Subtask {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly details: string;
  readonly testStrategy: string;
  readonly status: string;
  readonly priority: string;
  readonly assignee: string;
  readonly dependencies: readonly string[];
  readonly complexity: string;
}

export interface MasterTask extends Subtask {
  readonly subtasks: readonly Subtask[];
}

/** The tasks under one tag. */
export interface Group {
  readonly title: string;
  readonly tasks: readonly MasterTask[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Whether a value has tasks, as a file of Task Master and each of its tags do. */
export const isGroup = (value: unknown): value is { readonly tasks: readonly unknown[] } =>
  isFields(value) && Array.isArray(value["tasks"]);

/** Reads the tasks of a group; where one is not as Task Master writes it, a line that says which. */
export function groupOf(value: unknown, where: string): Group | string {
  if (!isGroup(value)) return `${where} is no list`;
  const { metadata, meta } = value as Fields;
  const title = [metadata, meta].map((fields) => (isFields(fields) ? textOf(fields["projectName"]) : ""));
  const problem = value.tasks.map((task, index) => problemOf(task, `${where}.${index}`)).find(Boolean);
  return problem ?? { title: title.find(Boolean) ?? "", tasks: value.tasks.map(taskOf) };
}

function problemOf(task: unknown, where: string): string | undefined {
  if (!isFields(task)) return `${where} is no task`;
  if (!/^(?:string|number)$/.test(typeof task["id"])) return `${where} has no id`;
  if (textOf(task["title"]) === "") return `${where} has no title`;
  const { dependencies, subtasks } = task;
  const list = [dependencies, subtasks].find((entry) => entry != null && !Array.isArray(entry));
  if (list !== undefined)
    return `${where} has ${list === subtasks ? "subtasks" : "dependencies"} that are no list`;
  return arrayOf(subtasks)
    .map((subtask, index) => problemOf(subtask, `${where}.subtasks.${index}`))
    .find(Boolean);
}

const taskOf = (value: unknown): MasterTask => ({
  ...subtaskOf(value),
  subtasks: arrayOf((value as Fields)["subtasks"]).map(subtaskOf),
});

function subtaskOf(value: unknown): Subtask {
  const fields = value as Fields;
  const text = (name: string) => textOf(fields[name]);
  return {
    id: text("id"),
    title: text("title"),
    description: text("description"),
    details: text("details"),
    testStrategy: text("testStrategy"),
    status: text("status"),
    priority: text("priority"),
    assignee: text("assignee"),
    complexity: text("complexity") || text("complexityScore"),
    dependencies: arrayOf(fields["dependencies"]).map(textOf),
  };
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
