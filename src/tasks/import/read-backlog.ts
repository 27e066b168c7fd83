import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { namedFiles } from "../document/file-paths.ts";
import { partFrontMatter } from "../document/prepare-markdown.ts";
import { readListText } from "../list-file/list-text.ts";
import { inputRefusal, unreadable } from "../refusal.ts";
import { Ledger } from "./ledger.ts";
import type { Outline, OutlineNode, OutlineProse } from "./outline/outline-node.ts";
import { statusOfMark, withDescendants } from "./outline/outline-node.ts";
import { parseOutline } from "./outline/parse-outline.ts";
import { parseFields } from "./parse-fields.ts";
import type { SourceCriterion, SourceList, SourceTask } from "./source-list.ts";
import { asEarned, listOfRecords, sourcePhase, sourceTask } from "./source-list.ts";
import { labelledLines, lowerHeadings, notStarted, splitLines, statusNamed } from "./source-text.ts";

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
  const ledger = new Ledger(null);
  const inside = taskFolders.map((name) => join(folder, name)).filter((path) => existsSync(path));
  const paths = (inside.length > 0 ? inside : [folder]).flatMap(markdownIn);
  const read = paths.flatMap((path) => {
    const task = readBacklogTask(readListText(path), ledger);
    if (typeof task !== "string") return task;
    ledger.note(null, `${path}, ${task}`);
    return [];
  });
  if (read.length > 0) return listOf(read, nameOfProject(folder), ledger);
  throw inputRefusal(
    "no-tasks",
    `${folder} is a folder without a task of Backlog.md (a Markdown file that begins with its id, title and status).`,
  );
}

/** Reads one Backlog.md file as a list of one task; null if it is not such a file. */
export function readBacklogFile(source: string): SourceList | null {
  const ledger = new Ledger(null);
  const task = readBacklogTask(source, ledger);
  return typeof task === "string" ? null : listOf([task], null, ledger);
}

interface BacklogTask {
  readonly task: SourceTask;
  readonly milestone: string | null;
}

function listOf(read: readonly BacklogTask[], title: string | null, { account }: Ledger): SourceList {
  const byId = new Intl.Collator("en", { numeric: true });
  const ordered = read.toSorted((one, other) => byId.compare(one.task.id ?? "", other.task.id ?? ""));
  const phases = [...Map.groupBy(ordered, ({ milestone }) => milestone)].map(([milestone, members]) =>
    sourcePhase({ title: milestone ?? "Tasks", tasks: members.map(({ task }) => task) }),
  );
  return listOfRecords("backlog", title, phases, account);
}

function markdownIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.md$/i.test(name))
      .map((name) => join(folder, name));
  } catch (error) {
    throw unreadable(folder, error);
  }
}

function nameOfProject(folder: string): string | null {
  const path = join(folder, "config.yml");
  if (!existsSync(path)) return null;
  return parseFields(readListText(path))?.get("project_name")?.[0] ?? null;
}

/** The task in a file, or why the file is not a task. */
function readBacklogTask(source: string, ledger: Ledger): BacklogTask | string {
  const { yaml, body } = partFrontMatter(source);
  if (yaml === null) return "which is not a task";
  const fields = parseFields(yaml);
  if (fields === null) return "whose front matter is not YAML: quote a title that holds a colon";
  const values = (name: string) => fields.get(name) ?? [];
  const [[id], [title], [written]] = [values("id"), values("title"), values("status")];
  if (id === undefined || title === undefined || written === undefined) return "which is not a task";
  const outline = parseOutline(body);
  const steps = stepsOf(outline);
  const criteria = criteriaOf(outline);
  const state = statusNamed(written);
  const parts = unplaced.filter((name) => values(name).length > 0);
  if (!state) parts.unshift(`status "${written}", read as Not Started`);
  const texts = [labelledLines(remarks, values).join("\n"), ...otherSections(body, outline)];
  const files = values("modified_files");
  const task = sourceTask({
    id,
    title,
    ...(state ?? notStarted),
    dependencies: values("dependencies"),
    files: files.length > 0 ? files : namedFiles([title, ...steps].join("\n")),
    steps: steps.length > 0 ? steps : [title],
    criteria,
    body: texts.filter((text) => text !== "").join("\n\n") || null,
  });
  const earned = asEarned(task, () => parts.unshift(`status "${written}", which open criteria contradict`));
  if (parts.length > 0) ledger.note(null, `of ${id}: ${parts.join(", ")}`);
  return { milestone: values("milestone")[0] ?? null, task: earned };
}

const isStep = (section: string) => /^(?:description|implementation plan)$/i.test(section);
const isProof = (section: string) => /^(?:acceptance criteria|definition of done)$/i.test(section);

/** Each line of the description and the plan is a step. */
function stepsOf({ nodes, prose }: Outline): readonly string[] {
  const parts: readonly (OutlineNode | OutlineProse)[] = [
    ...nodes,
    ...prose.filter(({ text }) => !text.startsWith("<!--")),
  ];
  return parts
    .filter((part) => isStep(sectionOf(part)))
    .toSorted((one, other) => one.line - other.line)
    .flatMap((part) =>
      "children" in part
        ? withDescendants(part).map(({ text }) => text)
        : splitLines(part.text).filter((line) => line.trim() !== ""),
    );
}

/** The boxes of the criteria stay boxes. */
const criteriaOf = ({ nodes }: Outline): readonly SourceCriterion[] =>
  nodes
    .filter((node) => isProof(sectionOf(node)))
    .map(({ text, mark }) => ({
      text: text.replace(/^#\d+\s+/, ""),
      checked: statusOfMark(mark) === "Complete",
    }));

const sectionOf = ({ headings }: Pick<OutlineNode, "headings">): string =>
  headings.find(({ depth }) => depth === 2)?.text ?? "";

/** The Markdown of the other sections. Text above the first heading is in a section without a name. */
function otherSections(body: string, { headings }: Outline): readonly string[] {
  const lines = splitLines(body);
  const starts = headings.filter(({ depth }) => depth <= 2);
  return [{ line: 0, text: "" }, ...starts].flatMap(({ line, text: name }, index) => {
    const own = lines.slice(line, (starts[index]?.line ?? lines.length + 1) - 1);
    const text = own
      .filter((words) => !/^\s*<!--.*-->\s*$/.test(words))
      .join("\n")
      .trim();
    if (isStep(name) || isProof(name) || text === "") return [];
    return [lowerHeadings(name === "" ? text : `# ${name}\n\n${text}`)];
  });
}
