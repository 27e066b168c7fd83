import { namedFiles } from "../../document/file-paths.ts";
import { fieldNamed, labelsIn } from "../../document/read-labels.ts";
import { Ledger } from "../ledger.ts";
import type { SourceList, SourcePhase, SourceTask } from "../source-list.ts";
import { nameOf, sourceTask } from "../source-list.ts";
import { readTaskText, unindented } from "../task-text.ts";
import { headingWords, phaseHeading, withSurroundings } from "./around-tasks.ts";
import type { ItemWords } from "./item-words.ts";
import { isCrossedOut } from "./item-words.ts";
import type { Heading, Item } from "./parse-outline.ts";
import { hasBoxes, parseOutline, statusOfMark } from "./parse-outline.ts";

/**
 * Reads a Markdown file as phases and tasks. If headings say Task, their sections are the tasks, else the topmost items
 * with boxes. Items above numbered items (`1.0`) are phases; if there are none, the headings are. Null if the file has
 * no task.
 */
export function readOutline(source: string): SourceList | null {
  const headings = readTasks(source, "headings");
  const items = readTasks(source, "lines");
  // Beside a much longer outline, the headings are not the tasks.
  const lines = (list: SourceList | null) => list?.ledger.lines?.read ?? 0;
  return lines(items) > 2 * lines(headings) ? items : (headings ?? items);
}

function readTasks(source: string, by: "headings" | "lines"): SourceList | null {
  const { title, items, headings } = parseOutline(source, by);
  const ledger = new Ledger(source);
  const kept = withoutCrossedOut(items, ledger);
  const tasks = by === "headings" ? kept : taskItems(nestNumbered(kept));
  if (tasks.length === 0) return null;
  const found = readAll(tasks, ledger);
  const phases = [...Map.groupBy(found, ({ phase }) => phase.key).values()].flatMap((members) => {
    const tasks = members.map(({ task }) => task);
    return members.slice(0, 1).map(({ phase }) => ({ ...phase, tasks, criteria: [] }));
  });
  const isSpecKit = tasks.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  return withSurroundings(headings, ledger, {
    format: by === "headings" ? "headings" : isSpecKit ? "spec-kit" : "outline",
    title,
    phases,
  });
}

/** Leaves out crossed-out items: their tasks were dropped, and a tick on one says only that it is dealt with. */
function withoutCrossedOut(items: readonly Item[], ledger: Ledger): Item[] {
  return items.flatMap((item) => {
    if (!isCrossedOut(item.text)) return [{ ...item, children: withoutCrossedOut(item.children, ledger) }];
    ledger.leave(ledger.linesIn(item), `"${item.text.replaceAll("~~", "")}", which is crossed out`);
    return [];
  });
}

/**
 * The topmost items that are tasks. If more than a tenth of the items are numbered, only lists with a numbered item
 * contain tasks. Lists of criteria or of a gate, according to their label or heading, never do.
 */
function taskItems(all: readonly Item[]): readonly Item[] {
  const boxed = all.filter(hasBoxes);
  const isBoxed = boxed.some(hasTaskNumber) || all.filter(hasTaskNumber).length < 2;
  // If no box has a task number, numbered items without a box can be tasks: `- **Task 1.1**: Title`.
  const items = all
    .filter((item) => hasBoxes(item) || (!isBoxed && hasTaskNumber(item)))
    .filter((item) => (item.mark !== null || labelIn(item.text) === null) && !isChecklist(item))
    .filter(({ words, children }) => words.title !== "" || children.length > 0);
  const numbered = items.filter((item) => item.words.id !== null || childIds(item).length > 0);
  const lists = new Set(numbered.map(({ list }) => list));
  // One `Step 5: …` among many items without a number does not make theirs an outline of another kind.
  const isNumbered = numbered.length * 10 > items.length;
  return isNumbered ? items.filter(({ list }) => lists.has(list)) : items;
}

/** Nests items `2.1` and `2.2` below a preceding item `2.` of the same list. */
function nestNumbered(items: readonly Item[]): readonly Item[] {
  const nested: Item[] = [];
  for (const item of items) {
    const parent = nested.at(-1);
    const own = /^(\d+)(?:\.0)?$/.exec(parent?.words.id ?? "")?.[1];
    const prefix = item.mark === null ? null : /^(\d+)\.[1-9]\d*$/.exec(item.words.id ?? "")?.[1];
    if (parent?.list === item.list && own !== undefined && own === prefix) {
      const children = [...parent.children, item];
      nested[nested.length - 1] = { ...parent, children, lastLine: item.lastLine };
    } else nested.push(item);
  }
  return nested;
}

/** The numbers of the boxes right below an item. */
const childIds = ({ children }: Item): readonly string[] =>
  children.flatMap(({ words, mark }) => (mark === null ? [] : (words.id ?? [])));

const hasTaskNumber = ({ text }: Item): boolean =>
  /^(?:\*\*)?(?:Task\s+#?\d+(?:\.\d+)*|T\d{2,})\b/i.test(text);

const gate = /\b(?:gates?|checkpoints?|checklists?|sign-?offs?|deliverables?)\b/i;

/** Items `3.1` and `3.2` below `3. Verification` are the tasks of that phase. */
function isChecklist({ headings, lead, words }: Item): boolean {
  const prefix = /^(\d+)\.[1-9]\d*$/.exec(words.id ?? "")?.[1];
  if (prefix !== undefined && headingWords(headings.at(-1)?.text ?? "").number === Number(prefix))
    return false;
  const names = [headings.at(-1)?.text ?? "", labelWords(lead ?? "")];
  return names.some((name) => fieldNamed(name) === "verification" || gate.test(name));
}

const labelWords = (line: string): string => labelsIn(line)[0]?.label.text ?? "";

/** The field that a line begins with. */
const labelIn = (line: string) => fieldNamed(labelWords(line));

/** The phase of a task: a heading, an item above it, or the first part of its number. */
interface FoundPhase extends Omit<SourcePhase, "tasks" | "criteria"> {
  /** Its line, or its number if nothing heads it. */
  readonly key: string;
  readonly heading: Heading | null;
}

function phaseOf({ headings, words: { id } }: Item): FoundPhase {
  const prefix = /^(\d+)\.\d+$/.exec(id ?? "")?.[1];
  const number = prefix === undefined ? null : Number(prefix);
  const heading = phaseHeading(headings, id);
  if (!heading) return { key: `number ${number}`, heading: null, title: "Tasks", number, ids: [] };
  const { title, number: own } = headingWords(heading.text);
  return { key: `line ${heading.line}`, heading, title, number: own ?? number, ids: [] };
}

function readAll(items: readonly Item[], ledger: Ledger) {
  const parents = new Set(items.filter((item) => isPhase(item, ledger)));
  // An item such as `3.` among phases is a phase, even if nothing is below it.
  const lists = new Set([...parents].map(({ list }) => list));
  return items.flatMap((item) => {
    const isAmongPhases = lists.has(item.list) && /^\d+$/.test(item.words.id ?? "");
    if (isAmongPhases || parents.has(item)) return readParent(item, ledger);
    return [{ phase: phaseOf(item), task: readTask(item, ledger) }];
  });
}

/** Whether an item is a phase: `1.0 Parent`, or an item above numbered items that has no fields of a task. */
function isPhase(item: Item, ledger: Ledger): boolean {
  const id = item.words.id ?? "";
  const isAbove = /^\d*$/.test(id) && childIds(item).some((child) => /^\d+\.\d+$/.test(child));
  if (!isAbove && !/^\d+\.0$/.test(id)) return false;
  const own = readTaskText("Phase", textBelow(item, item.children.filter(hasBoxes), ledger));
  return [own.dependencies, own.files, own.criteria].every(({ length }) => length === 0);
}

function readParent(item: Item, ledger: Ledger) {
  const { words, line, mark } = item;
  const number = /^(\d+)(?:\.0)?$/.exec(words.id ?? "")?.[1];
  const children = item.children.filter(hasBoxes);
  // The items without boxes below it are its own work.
  const isTask = children.length === 0 || children.length < item.children.length;
  const phase: FoundPhase = {
    key: `line ${line}`,
    heading: null,
    title: words.title,
    number: number === undefined ? null : Number(number),
    ids: words.id === null || isTask ? [] : [...new Set([words.id, words.id.replace(/\.0$/, "")])],
  };
  const tasks = children.map((child) => ({ phase, task: readTask(withParent(child, words), ledger) }));
  if (isTask) return [{ phase, task: readTask(item, ledger, children) }, ...tasks];
  ledger.read(ledger.linesIn({ line, lastLine: item.textEnd }));
  if (/^[xX]$/.test(mark ?? "") && children.some((child) => child.mark === " "))
    ledger.note(line, `the tick of "${words.title}", which has open items`);
  return tasks;
}

/** What a parent waits for and carries holds for each task below it. */
const withParent = (child: Item, { dependencies, requirements }: ItemWords): Item => ({
  ...child,
  words: {
    ...child.words,
    dependencies: [...dependencies, ...child.words.dependencies],
    requirements: [...requirements, ...child.words.requirements],
  },
});

/** @param others items below it that are tasks themselves */
function readTask(item: Item, ledger: Ledger, others: readonly Item[] = []): SourceTask {
  const { words, line, mark } = item;
  const status = mark === null ? (words.isMarkedDone ? "Complete" : null) : statusOfMark(mark);
  const text = textBelow(item, others, ledger);
  const read = readTaskText(words.title, text, mark === null ? status : (status ?? "Not Started"), words.id);
  ledger.read(ledger.linesIn(item, others));
  const notes = [
    ...(item.isOptional ? ["the mark * (optional)"] : []),
    ...(words.isParallel ? ["the mark [P]"] : []),
    ...(mark !== null && words.isMarkedDone && status !== "Complete" ? ["the mark ✅"] : []),
    ...(mark !== null && status === null ? [`the mark [${mark}] (read as Not Started)`] : []),
    ...read.unplaced,
  ];
  for (const what of notes) ledger.note(line, `${what} of ${nameOf(words)}`);
  const parts = {
    ...read,
    id: words.id,
    line,
    complexity: words.complexity ?? read.complexity,
    dependencies: [...words.dependencies, ...read.dependencies],
    requirements: [...words.requirements, ...read.requirements],
    files: read.files.length > 0 ? read.files : namedFiles(`${words.title}\n${text}`),
  };
  return sourceTask(parts, ledger);
}

/** The lines of an item below its text, without the indentation of the first, and without those of other items. */
function textBelow({ textEnd, lastLine }: Item, others: readonly Item[], ledger: Ledger): string {
  return unindented(ledger.linesIn({ line: textEnd + 1, lastLine }, others).map(({ text }) => text));
}
