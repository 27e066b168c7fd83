import { letters } from "../document/letters.ts";
import type { Block } from "../document/read-blocks.ts";
import { emphasis, lead, taskWord } from "../document/read-heading.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { blocksOf } from "../document/reading-cache.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { Span, Task } from "../document/task-list.ts";
import { Ledger } from "./ledger.ts";
import { headingWords, phaseHeading, withSurroundings } from "./outline/around-tasks.ts";
import type { OutlineHeading } from "./outline/outline-node.ts";
import { parseOutline } from "./outline/parse-outline.ts";
import type { SourceList } from "./source-list.ts";
import { asEarned, fieldsOfTask, sourcePhase } from "./source-list.ts";
import { splitLines } from "./source-text.ts";

/** Reads headings that say Task with numbers that a list can't have: `### Task 3: …`, `#### Task 1.0.1: …`. Null if none. */
export function readHeadings(source: string): SourceList | null {
  const numbered = numberLooseTasks(source);
  if (!numbered) return null;
  const { tasks } = readTaskList(numbered.text);
  const ledger = new Ledger(source);
  const pairs = tasks.flatMap((task) => {
    const loose = numbered.tasks.find(({ line }) => line === task.line);
    if (!loose) return [];
    const note = () => ledger.note(loose.line, `the status of "${task.title}", which has open items`);
    return [{ loose, task: asEarned(fieldsOfTask(numbered.text, task, loose), note) }];
  });
  if (pairs.length === 0) return null;
  ledger.read(...tasks.map((task) => linesOf(numbered.text, task)));
  const groups = [...Map.groupBy(pairs, ({ loose }) => phaseHeading(loose.headings, loose.id))];
  const phases = groups.map(([heading, members]) =>
    sourcePhase({
      ...(heading ? headingWords(heading.text) : { title: "Tasks" }),
      tasks: members.map(({ task }) => task),
    }),
  );
  const headings = new Set(groups.flatMap(([heading]) => heading ?? []));
  return withSurroundings(source, parseOutline(source), ledger, { format: "headings", phases, headings });
}

function linesOf(text: string, { line, span }: Task): { line: number; lastLine: number } {
  return { line, lastLine: line + splitLines(text.slice(span.start, span.end)).length - 1 };
}

/** A heading with the word Task, in another form than that of lists: `Task 3: …`, `Task 1.0.1: …`. */
interface LooseTask {
  readonly id: string | null;
  readonly line: number;
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
  readonly block: Block;
  /** The range of the words before the title. */
  readonly words: Span;
  /** The blocks up to the next heading. */
  readonly own: readonly Block[];
}

/** The task headings, and the text with their numbers and levels changed to those that the reader of lists knows. */
interface NumberedText {
  readonly tasks: readonly LooseTask[];
  readonly text: string;
}

/** Renumbers the tasks of a text whose headings have other numbers or none; null if it has no task headings. */
function numberLooseTasks(source: string): NumberedText | null {
  const blocks = blocksOf(source);
  const tasks = looseTasksIn(source, blocks);
  if (tasks.length === 0 || tasks.some((task) => holdsNumberedBoxes(source, task))) return null;
  const shift = depthShift(tasks);
  const numbered = new Map(tasks.map(({ block, words }, index) => [block, { words, number: index + 1 }]));
  let renumbered = "";
  let at = 0;
  for (const block of blocks.filter(isHeading)) {
    const depth = Math.min(6, Math.max(1, block.depth + shift));
    renumbered += `${source.slice(at, block.start)}${"#".repeat(depth)}`;
    at = block.start + block.depth;
    const named = numbered.get(block);
    if (!named) continue;
    renumbered += `${source.slice(at, named.words.start)}Task 1.${named.number}`;
    at = named.words.end;
    // In a list, a task heading needs punctuation between the number and the title.
    if (/^\s*[^\s:：—–.)✅[*_-]/.test(source.slice(at, block.textEnd))) renumbered += ":";
  }
  return { tasks, text: renumbered + source.slice(at) };
}

const isHeading = ({ kind, level }: Block): boolean => kind === "heading" && level === 0;

function looseTasksIn(source: string, blocks: readonly Block[]): readonly LooseTask[] {
  const lines = new LineIndex(source);
  let above: readonly OutlineHeading[] = [];
  return blocks.flatMap((block, index) => {
    if (!isHeading(block)) return [];
    const text = source.slice(block.textStart, block.textEnd);
    const { line } = lines.positionOf(block.start);
    above = above.filter(({ depth }) => depth < block.depth);
    const headings = above;
    above = [...above, { text, depth: block.depth, line }];
    const found = looseTask.exec(text)?.indices?.groups;
    const word = found?.["word"];
    if (!word) return [];
    const id = found["id"];
    const end = blocks.findIndex((other, place) => place > index && isHeading(other));
    const own = blocks.slice(index + 1, end < 0 ? blocks.length : end);
    const words = { start: block.textStart + word[0], end: block.textStart + (id ?? word)[1] };
    return [{ id: id ? text.slice(...id) : null, line, headings, block, words, own }];
  });
}

/** Whether numbered boxes are below a heading, as in `## Task 1` above `- [ ] 1.1 …`. Then those are the tasks. */
function holdsNumberedBoxes(source: string, { id, own }: LooseTask): boolean {
  return own.some(({ kind, textStart, textEnd }) => {
    const number = /^\[.?\]\s+(?:\*\*)?(\d+)\.\d+/.exec(source.slice(textStart, textEnd))?.[1];
    return kind === "item" && number !== undefined && (id === null || number === id);
  });
}

/** The number of levels by which to shift all headings so that task headings are ### or ####. */
function depthShift(tasks: readonly LooseTask[]): number {
  const depths = tasks.map(({ block }) => block.depth);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  return least < 3 ? 3 - least : most > 4 ? 4 - most : 0;
}

const looseId = String.raw`(?:[A-Za-z]{1,8}-?)?\d+[a-z]?(?:\.\d+)*(?![${letters}\d.-]*\d)`;
const looseTask = new RegExp(
  String.raw`${lead}(?<word>${taskWord})(?:\s*[#-]?\s*(?<id>${looseId})${emphasis}?(?:\s*(?:[:：—–.)-]|\[[ xX]\]|✅)|\s*$)|${emphasis}?(?:\s*[:：]|\s+[—–-]\s))`,
  "d",
);
