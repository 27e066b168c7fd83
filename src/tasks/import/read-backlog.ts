import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { partFrontMatter } from "../document/prepare-markdown.ts";
import { readListText } from "../list-file/list-text.ts";
import { inputRefusal, unreadable } from "../refusal.ts";
import { Ledger } from "./ledger.ts";
import { parseYaml } from "./parse-yaml.ts";
import {
  isDone,
  isFields,
  listOfRecords,
  namesIn,
  remarksIn,
  taskOfRecord,
  textOf,
  textsIn,
} from "./records.ts";
import type { SourceList, SourceTask } from "./source-list.ts";
import { sourcePhase } from "./source-list.ts";
import { asTaskText, criteriaIn, outsideCode } from "./task-text.ts";

/** The folders of a backlog that contain tasks. Drafts and the archive are not imported. */
const taskFolders = ["tasks", "completed"] as const;

/** Fields with a place in a list, and the tool's internal ones. */
const placed = namesIn(`
  id title status milestone dependencies modified_files
  created_date updated_date ordinal
`);

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
  if (read.length > 0) return listOf(withMilestones(read, folder), nameOfProject(folder), ledger);
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
  readonly milestone: string;
}

function listOf(read: readonly BacklogTask[], title: string | null, ledger: Ledger): SourceList {
  const byId = new Intl.Collator("en", { numeric: true });
  const ordered = read.toSorted((one, other) => byId.compare(one.task.id ?? "", other.task.id ?? ""));
  const phases = [...Map.groupBy(ordered, ({ milestone }) => milestone)].map(([milestone, members]) =>
    sourcePhase({ title: milestone || "Tasks", tasks: members.map(({ task }) => task) }),
  );
  return listOfRecords("backlog", title, phases, ledger);
}

/** Tasks name a milestone by its id, `m-1`; its file has the title. */
function withMilestones(read: readonly BacklogTask[], folder: string): readonly BacklogTask[] {
  const path = join(folder, "milestones");
  const titles = new Map(
    (existsSync(path) ? markdownIn(path) : []).flatMap((file) => {
      const fields = parseYaml(partFrontMatter(readListText(file)).yaml ?? "");
      return isFields(fields) ? [[textOf(fields["id"]), textOf(fields["title"])] as const] : [];
    }),
  );
  return read.map((one) => ({ ...one, milestone: titles.get(one.milestone) || one.milestone }));
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
  const config = existsSync(path) ? parseYaml(readListText(path)) : undefined;
  return (isFields(config) && textOf(config["project_name"])) || null;
}

/** The task in a file, or why the file is not a task. */
function readBacklogTask(source: string, ledger: Ledger): BacklogTask | string {
  const { yaml, body } = partFrontMatter(source);
  if (yaml === null) return "which is not a task";
  const fields = parseYaml(yaml);
  if (!isFields(fields)) return "whose front matter is not YAML: quote a title that holds a colon";
  const [id, title, state] = [textOf(fields["id"]), textOf(fields["title"]), textOf(fields["status"])];
  if (id === "" || title === "" || state === "") return "which is not a task";
  const sections = sectionsOf(body);
  const texts = (names: RegExp) => sections.filter(({ name }) => names.test(name)).map(({ text }) => text);
  const others = sections.filter(({ name }) => !isStep.test(name) && !isProof.test(name));
  const record = {
    line: null,
    id,
    title,
    state,
    complexity: null,
    dependencies: textsIn(fields["dependencies"]),
    files: textsIn(fields["modified_files"]),
    plan: texts(isStep).join("\n"),
    criteria: texts(isProof)
      .flatMap((text) => criteriaIn(text, isDone(fields)))
      .map(({ text, checked }) => ({ text: text.replace(/^#\d+\s+/, ""), checked })),
    remarks: [
      ...remarksIn(fields, placed),
      ...others.map(({ name, text }) => asTaskText(name === "" ? text : `# ${name}\n\n${text}`)),
    ],
  };
  return { milestone: textOf(fields["milestone"]), task: taskOfRecord(record, ledger) };
}

const isStep = /^(?:description|implementation plan)$/i;
const isProof = /^(?:acceptance criteria|definition of done)$/i;

/** The sections of a file with text. Text above the first heading is in a section without a name. */
function sectionsOf(body: string): readonly { readonly name: string; readonly text: string }[] {
  const text = outsideCode(body.replaceAll(/^\s*<!--.*-->\s*$/gm, ""), (line) =>
    line.replace(/^##?\s/, "\0"),
  );
  return text.split(/^\0/m).flatMap((section, index) => {
    const [, name = "", words = ""] = (index === 0 ? /^()([\s\S]*)$/ : /^(.*)([\s\S]*)$/).exec(section) ?? [];
    return words.trim() === "" ? [] : [{ name: name.trim(), text: words.trim() }];
  });
}
