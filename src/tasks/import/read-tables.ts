import { fieldNamed } from "../document/read-labels.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { fieldsOfTask } from "./fields-of-task.ts";
import { Ledger } from "./ledger.ts";
import { headingWords, phaseHeading, withSurroundings } from "./outline/around-tasks.ts";
import type { OutlineHeading } from "./outline/outline-node.ts";
import { parseOutline } from "./outline/parse-outline.ts";
import type { SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { sourcePhase } from "./source-list.ts";
import { splitLines } from "./source-text.ts";

/** A row of a table of tasks. */
interface TaskRow {
  readonly id: string;
  readonly line: number;
  readonly title: string;
  /** Lines of the compact form: `- **Files**: …`. */
  readonly fields: readonly string[];
}

interface PlacedRow extends TaskRow {
  readonly headings: readonly OutlineHeading[];
}

/** Reads tables with a task in each row: number or id, title, and a column for each field. Null if there are none. */
export function readTables(source: string): SourceList | null {
  const outline = parseOutline(source);
  const ledger = new Ledger(source);
  const rows = outline.prose.flatMap(({ line, text, headings }): PlacedRow[] => {
    const found = rowsOf(text, line);
    if (found.length > 0) ledger.read({ line, lastLine: line + 1 });
    return found.map((row) => ({ ...row, headings }));
  });
  if (rows.length === 0) return null;
  ledger.readLinesOf(rows);
  return withSurroundings(source, outline, ledger, { format: "table", ...phasesOf(rows) });
}

const idHeader = /^(?:#|no\.?|nr\.?|number|id|task|task ?(?:id|#|no\.?|number)|编号|番号|번호|номер)$/i;
const id = /^(?:task\s+)?#?(?<id>\d+(?:\.\d+)*|[A-Z]{1,10}-?\d+)$/i;
/** Preferred ones first. */
const titleHeaders = [
  /^(?:task )?(?:title|name)$/i,
  /^(?:task|work item|item|任务|タスク|작업|задача|aufgabe|tâche|tarea|tarefa)$/i,
  /^(?:task )?(?:description|summary)$/i,
];

/** The rows of a Markdown table if they are tasks: each has a number, and there is a title column. */
function rowsOf(text: string, line: number): readonly TaskRow[] {
  const [header = "", delimiter = "", ...lines] = splitLines(text);
  if (!header.includes("|") || !/^[\s|:-]*-[\s|:-]*$/.test(delimiter)) return [];
  const names = cellsOf(header).map(plain);
  const rows = lines.map(cellsOf);
  const hasIds = (column: number): boolean =>
    rows.length > 0 && rows.every((cells) => id.test(plain(cells[column] ?? "")));
  const idColumn = names.findIndex((name, column) => idHeader.test(name) && hasIds(column));
  const titleColumn = titleHeaders
    .map((pattern) => names.findIndex((name, column) => column !== idColumn && pattern.test(name)))
    .find((column) => column >= 0);
  if (idColumn < 0 || titleColumn === undefined) return [];
  return rows.map((cells, index) => ({
    id: id.exec(plain(cells[idColumn] ?? ""))?.groups?.["id"] ?? "",
    line: line + 2 + index,
    title: (cells[titleColumn] ?? "").replaceAll(lineBreak, " "),
    fields: names.flatMap((name, column) =>
      column === idColumn || column === titleColumn ? [] : fieldLines(name, cells[column] ?? ""),
    ),
  }));
}

const lineBreak = /\s*<br\s*\/?>\s*/gi;
const plain = (cell: string): string => cell.replaceAll(/[*`_]/g, "").trim();

/** The cells of a row. A bar in inline code or after a backslash does not separate cells. */
function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = inner.match(/(?:`[^`]*`|\\.|[^|\\`]|`)*(?:\||$)/g) ?? [];
  return cells.map((cell) => cell.replace(/\|$/, "").replaceAll("\\|", "|").trim());
}

/** A cell as a field of the compact form. Several lines become a list. */
function fieldLines(name: string, cell: string): readonly string[] {
  const parts = cell
    .split(lineBreak)
    .map((part) => part.replace(/^[-*•]\s+/, ""))
    .filter((part) => !/^[-–—]?$/.test(part));
  if (parts.length === 0) return [];
  const label = `- **${name}**:`;
  const isList = parts.length > 1 && fieldNamed(name) !== "dependencies";
  return isList ? [label, ...parts.map((part) => `  - ${part}`)] : [`${label} ${parts.join(", ")}`];
}

/** Groups rows by the phase heading above them, or by the first part of their number if the heading has none. */
function phasesOf(rows: readonly PlacedRow[]): {
  phases: readonly SourcePhase[];
  headings: ReadonlySet<OutlineHeading>;
} {
  const tasks = readRows(rows);
  const placed = rows.map((row, index) => {
    const heading = phaseHeading(row.headings, row.id);
    const words = heading ? headingWords(heading.text) : { title: "Tasks", number: null };
    const prefix = /^(\d+)\.\d/.exec(row.id)?.[1];
    const number = words.number ?? (prefix === undefined ? null : Number(prefix));
    return { heading, title: words.title, number, task: tasks[index] as SourceTask };
  });
  const groups = [...Map.groupBy(placed, ({ heading, number }) => `${heading?.line} ${number}`).values()];
  const phases = groups.flatMap((members): SourcePhase[] => {
    const [first] = members;
    if (!first) return [];
    const isParted = groups.filter(([other]) => other?.heading === first.heading).length > 1;
    const title = isParted ? `${first.title} ${first.number}` : first.title;
    return [sourcePhase({ title, number: first.number, tasks: members.map(({ task }) => task) })];
  });
  return { phases, headings: new Set(placed.flatMap(({ heading }) => heading ?? [])) };
}

/** Reads the rows as tasks with the reader of lists, which knows statuses, dependencies and estimates. */
function readRows(rows: readonly PlacedRow[]): readonly SourceTask[] {
  const sections = rows.map(({ title, fields }, index) =>
    [`### Task 1.${index + 1}: ${title}`, "", ...fields].join("\n"),
  );
  const text = sections.join("\n\n");
  const read = new Map(readTaskList(text).tasks.map((task) => [task.seq, task]));
  return rows.flatMap((row, index) => {
    const task = read.get(index + 1);
    return task ? [fieldsOfTask(text, task, row)] : [];
  });
}
