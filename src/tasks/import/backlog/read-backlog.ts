import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { partFrontMatter } from "../../document/front-matter.ts";
import { readStatus } from "../../document/read-status.ts";
import type { Status } from "../../document/task-list.ts";
import { readListText } from "../../list-file/list-text.ts";
import { systemReason } from "../../list-file/system-error.ts";
import { inputRefusal } from "../../refusal.ts";
import { criterionFor } from "../criterion.ts";
import { lowerHeadings } from "../lower-headings.ts";
import { namedFiles } from "../named-files.ts";
import type { OutlineNode } from "../outline/outline-node.ts";
import { withDescendants } from "../outline/outline-node.ts";
import { parseOutline } from "../outline/parse-outline.ts";
import { statusOfMark } from "../outline/read-item.ts";
import type { Leftover, SourceCriterion, SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import { parseFields } from "./parse-fields.ts";

/** The folders of a backlog that contain tasks. Drafts and the archive are not imported. */
const taskFolders = ["tasks", "completed"] as const;

/** Fields that go into the text of a task, with their labels there. */
const remarks = {
  priority: "Priority",
  labels: "Labels",
  parent_task_id: "Parent task",
  due_date: "Due",
  references: "References",
  documentation: "Documentation",
} as const;

/** Fields that have no place in a task list. */
const unplaced = ["assignee", "reporter"];

/**
 * Reads a Backlog.md folder, which has a file for each task: the backlog itself or its folder of tasks. Milestones
 * become phases, and tasks are sorted by id.
 * @throws Refusal if it contains no such task.
 */
export function readBacklog(folder: string): SourceList {
  const leftovers: Leftover[] = [];
  const inside = taskFolders.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const paths = (inside.length > 0 ? inside : [folder]).flatMap(markdownIn);
  const read = paths.flatMap((path) => {
    const task = readBacklogTask(readListText(path), leftovers);
    if (typeof task !== "string") return task;
    leftovers.push({ line: null, lines: 0, what: `${path}, ${task}` });
    return [];
  });
  if (read.length > 0) return listOf(read, nameOfProject(folder), leftovers);
  throw inputRefusal(
    "no-tasks",
    `${folder} is a folder without a task of Backlog.md (a Markdown file that begins with its id, title and status).`,
  );
}

/** Reads one Backlog.md file as a list of one task; null if it is not such a file. */
export function readBacklogFile(source: string): SourceList | null {
  const leftovers: Leftover[] = [];
  const task = readBacklogTask(source, leftovers);
  return typeof task === "string" ? null : listOf([task], null, leftovers);
}

interface BacklogTask {
  readonly task: SourceTask;
  readonly milestone: string | null;
}

function listOf(
  read: readonly BacklogTask[],
  title: string | null,
  leftovers: readonly Leftover[],
): SourceList {
  const byId = new Intl.Collator("en", { numeric: true });
  const ordered = read.toSorted((one, other) => byId.compare(one.task.id ?? "", other.task.id ?? ""));
  const groups = Map.groupBy(ordered, ({ milestone }) => milestone);
  const phases = [...groups].map(
    ([milestone, members]): SourcePhase => ({
      title: milestone ?? "Tasks",
      number: null,
      ids: [],
      tasks: members.map(({ task }) => task),
      criteria: [],
    }),
  );
  return {
    format: "backlog",
    title,
    prd: null,
    phases,
    stated: [],
    mentionsOrder: false,
    leftovers,
    lines: null,
  };
}

function markdownIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.md$/i.test(name))
      .map((name) => join(folder, name));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unreadable-file", `Cannot read ${folder}: ${reason}.`);
  }
}

function nameOfProject(folder: string): string | null {
  const path = join(folder, "config.yml");
  if (!existsSync(path)) return null;
  return parseFields(readListText(path))?.get("project_name")?.[0] ?? null;
}

/** The task in a file, or why the file is not a task. */
function readBacklogTask(source: string, leftovers: Leftover[]): BacklogTask | string {
  const { yaml, body } = partFrontMatter(source);
  if (yaml === null) return "which is not a task";
  const fields = parseFields(yaml);
  if (fields === null) return "whose front matter is not YAML: quote a title that holds a colon";
  const value = (name: string) => fields.get(name)?.[0];
  const [id, title] = [value("id"), value("title")];
  if (id === undefined || title === undefined || value("status") === undefined) return "which is not a task";
  const { steps, criteria, others } = readBody(body);
  const { status, remark } = statusOf(value("status") ?? "", criteria);
  const parts = [
    ...(remark === null ? [] : [remark]),
    ...unplaced.filter((name) => value(name) !== undefined),
  ];
  const said = Object.entries(remarks).flatMap(([name, label]) => {
    const values = fields.get(name) ?? [];
    return values.length > 0 ? [`**${label}**: ${values.join(", ")}`] : [];
  });
  const texts = [...(said.length > 0 ? [said.join("\n")] : []), ...others];
  if (parts.length > 0) leftovers.push({ line: null, lines: 0, what: `of ${id}: ${parts.join(", ")}` });
  const isDone = status === "Complete";
  const files = fields.get("modified_files") ?? [];
  return {
    milestone: value("milestone") ?? null,
    task: {
      id,
      line: null,
      title,
      status,
      blockedReason: null,
      complexity: null,
      dependencies: fields.get("dependencies") ?? [],
      requirements: [],
      files: files.length > 0 ? files : namedFiles([title, ...steps].join("\n")),
      steps: steps.length > 0 ? steps : [title],
      criteria: criteria.length > 0 ? criteria : [{ text: criterionFor(title), checked: isDone }],
      body: texts.length > 0 ? texts.join("\n\n") : null,
    },
  };
}

/** The status, and a remark if it differs from the one in the file. */
function statusOf(
  written: string,
  criteria: readonly SourceCriterion[],
): { readonly status: Status; readonly remark: string | null } {
  const status = readStatus(written)?.value;
  if (status === undefined)
    return { status: "Not Started", remark: `status "${written}", read as Not Started` };
  if (status !== "Complete" || criteria.every(({ checked }) => checked)) return { status, remark: null };
  return { status: "In Progress", remark: `status "${written}", which open criteria contradict` };
}

interface TaskBody {
  readonly steps: readonly string[];
  readonly criteria: readonly SourceCriterion[];
  /** The other sections, as Markdown. */
  readonly others: readonly string[];
}

/** Reads a task's text. Each line of description and plan becomes a step; the boxes of its criteria stay boxes. */
function readBody(body: string): TaskBody {
  const { nodes, prose } = parseOutline(body);
  const parts = [...nodes, ...prose.filter(({ text }) => !text.startsWith("<!--"))]
    .map((part) => ({ part, section: sectionOf(part) }))
    .toSorted((one, other) => one.part.line - other.part.line);
  const isStep = (section: string) => /^(?:description|implementation plan)$/i.test(section);
  const isProof = (section: string) => /^(?:acceptance criteria|definition of done)$/i.test(section);
  const steps = parts.filter(({ section }) => isStep(section)).flatMap(({ part }) => linesOf(part));
  const criteria = nodes
    .filter((node) => isProof(sectionOf(node)))
    .map(({ text, mark }) => ({
      text: text.replace(/^#\d+\s+/, ""),
      checked: statusOfMark(mark) === "Complete",
    }));
  const others = sectionsOf(body).flatMap(({ name, text }) =>
    isStep(name) || isProof(name) || text === ""
      ? []
      : [lowerHeadings(name === "" ? text : `# ${name}\n\n${text}`)],
  );
  return { steps, criteria, others };
}

/** The sections with headings such as `## Implementation Notes`. Text above the first heading has an empty name. */
function sectionsOf(body: string): readonly { readonly name: string; readonly text: string }[] {
  const { headings } = parseOutline(body);
  const lines = body.split(/\r\n|\n|\r/);
  const starts = headings.filter(({ depth }) => depth <= 2).map(({ line, text }) => ({ line, name: text }));
  return [{ line: 0, name: "" }, ...starts].map(({ line, name }, index) => {
    const own = lines.slice(line, (starts[index]?.line ?? lines.length + 1) - 1);
    return {
      name,
      text: own
        .filter((words) => !/^\s*<!--.*-->\s*$/.test(words))
        .join("\n")
        .trim(),
    };
  });
}

const sectionOf = ({ headings }: Pick<OutlineNode, "headings">): string =>
  headings.find(({ depth }) => depth === 2)?.text ?? "";

const linesOf = (part: OutlineNode | { readonly text: string }): readonly string[] =>
  "children" in part
    ? withDescendants(part).map(({ text }) => text)
    : part.text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
