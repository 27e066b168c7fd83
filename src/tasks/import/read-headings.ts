import { anyCase, letters } from "../document/letters.ts";
import type { Block } from "../document/read-blocks.ts";
import { readFields } from "../document/read-fields.ts";
import { emphasis, lead, taskWord } from "../document/read-heading.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { blocksOf } from "../document/reading-cache.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { Task } from "../document/task-list.ts";
import { fieldsOfTask } from "./fields-of-task.ts";
import { Ledger } from "./ledger.ts";
import { headingWords, phaseHeading, withSurroundings } from "./outline/around-tasks.ts";
import type { OutlineHeading } from "./outline/outline-node.ts";
import { parseOutline } from "./outline/parse-outline.ts";
import type { SourceList } from "./source-list.ts";
import { asEarned, sourcePhase } from "./source-list.ts";
import { splitLines } from "./source-text.ts";

/** Reads tasks with headings whose numbers a list can't have: `### Task 3: …`, `#### Task 1.0.1: …`. Null if none. */
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
  const list = withSurroundings(source, parseOutline(source), ledger, {
    format: "headings",
    phases,
    headings,
  });
  return pairs.every(({ loose }) => loose.says === "issue") && isMostlyLeft(list) ? null : list;
}

function linesOf(text: string, { line, span }: Task): { line: number; lastLine: number } {
  return { line, lastLine: line + splitLines(text.slice(span.start, span.end)).length - 1 };
}

/** A document with a few headings such as `Issue 1` among others is about something else, such as troubleshooting. */
const isMostlyLeft = ({ lines }: SourceList): boolean => lines !== null && lines.read < lines.notRead;

/** A task heading that does not have the form of a list. */
interface LooseTask {
  readonly id: string | null;
  readonly says: LooseHeading["says"];
  readonly line: number;
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
}

/** The task headings, and the text with their numbers and levels changed to those that the reader of lists knows. */
interface NumberedText {
  readonly tasks: readonly LooseTask[];
  readonly text: string;
}

interface Candidate extends LooseTask {
  readonly block: Block;
  readonly words: LooseHeading;
  readonly own: readonly Block[];
}

/** Renumbers the tasks of a text whose headings have other numbers or none; null if it has no task headings. */
function numberLooseTasks(source: string): NumberedText | null {
  const blocks = blocksOf(source);
  const tasks = tasksAmong(source, candidatesIn(source, blocks));
  if (tasks.length === 0) return null;
  const shift = depthShift(tasks);
  const numbers = new Map(tasks.map(({ block }, index) => [block, index + 1]));
  const words = new Map(tasks.map((task) => [task.block, task.words]));
  let renumbered = "";
  let at = 0;
  for (const block of blocks.filter(isHeading)) {
    const depth = Math.min(6, Math.max(1, block.depth + shift));
    renumbered += `${source.slice(at, block.start)}${"#".repeat(depth)}`;
    at = block.start + block.depth;
    const named = words.get(block);
    if (!named) continue;
    renumbered += `${source.slice(at, block.textStart + named.start)}Task 1.${numbers.get(block)}`;
    at = block.textStart + named.end;
    // In a list, a task heading needs punctuation between the number and the title.
    if (/^\s*[^\s:：—–.)✅[*_-]/.test(source.slice(at, block.textEnd))) renumbered += ":";
  }
  return { tasks, text: renumbered + source.slice(at) };
}

const isHeading = ({ kind, level }: Block): boolean => kind === "heading" && level === 0;

function candidatesIn(source: string, blocks: readonly Block[]): readonly Candidate[] {
  const lines = new LineIndex(source);
  let above: readonly OutlineHeading[] = [];
  return blocks.flatMap((block, index) => {
    if (!isHeading(block)) return [];
    const text = source.slice(block.textStart, block.textEnd);
    const { line } = lines.positionOf(block.start);
    above = above.filter(({ depth }) => depth < block.depth);
    const words = readLooseHeading(text);
    const headings = above;
    above = [...above, { text, depth: block.depth, line }];
    if (!words) return [];
    const end = blocks.findIndex((other, place) => place > index && isHeading(other));
    const own = blocks.slice(index + 1, end < 0 ? blocks.length : end);
    return [{ id: words.id, says: words.says, line, headings, block, words, own }];
  });
}

/**
 * The headings with the word Task; else those with Issue; else those of one level if most of them have task fields
 * below.
 */
function tasksAmong(source: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const saying = Map.groupBy(candidates, ({ says }) => says);
  const chosen = saying.get("task") ?? saying.get("issue") ?? numberedWithFields(source, candidates);
  return chosen.some((candidate) => holdsNumberedBoxes(source, candidate)) ? [] : chosen;
}

function numberedWithFields(source: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const byDepth = [...Map.groupBy(candidates, ({ block }) => block.depth).values()];
  return (
    byDepth.findLast((group) => {
      const fielded = group.filter(({ own }) => hasFields(source, own)).length;
      return fielded > 1 && fielded * 2 > group.length;
    }) ?? []
  );
}

function hasFields(source: string, blocks: readonly Block[]): boolean {
  const names = readFields(source, blocks).fields.map(({ field }) => field.name);
  return names.some((name) =>
    ["dependencies", "verification", "steps", "files", "complexity"].includes(name),
  );
}

/** Whether numbered boxes are below a heading, as in `## Task 1` above `- [ ] 1.1 …`. Then those are the tasks. */
function holdsNumberedBoxes(source: string, { id, own }: Candidate): boolean {
  return own.some(({ kind, textStart, textEnd }) => {
    const number = /^\[.?\]\s+(?:\*\*)?(\d+)\.\d+/.exec(source.slice(textStart, textEnd))?.[1];
    return kind === "item" && number !== undefined && (id === null || number === id);
  });
}

/** The number of levels by which to shift all headings so that task headings are ### or ####. */
function depthShift(tasks: readonly Candidate[]): number {
  const depths = tasks.map(({ block }) => block.depth);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  return least < 3 ? 3 - least : most > 4 ? 4 - most : 0;
}

const looseId = String.raw`(?:[A-Za-z]{1,8}-?)?\d+[a-z]?(?:\.\d+)*(?![${letters}\d.-]*\d)`;
const looseTask = new RegExp(
  String.raw`${lead}(?<word>${taskWord})(?:\s*[#-]?\s*(?<id>${looseId})${emphasis}?(?:\s*(?:[:：—–.)-]|\[[ xX]\]|✅)|\s*$)|${emphasis}?(?:\s*[:：]|\s+[—–-]\s))`,
);
/** `Issue #3: …`, as a list of issues for a tracker has it. */
const looseIssue = new RegExp(
  String.raw`${lead}(?<word>${anyCase("issue|ticket")})\s*#?\s*(?<id>${looseId})${emphasis}?\s*(?:[:：—–.)-]|$)`,
);
const looseNumber = new RegExp(
  String.raw`${lead}(?<word>)(?<id>[A-Z][A-Z0-9]{0,7}-\d+|\d+(?:\.\d+)*)${emphasis}?(?:[:：.)]|\s+[—–-])?\s+(?=\S)`,
);

/** A task heading in another form than that of lists: `Task 3: …`, `Task 1.0.1: …`, `AUTH-001: …`. */
interface LooseHeading {
  /** Whether it contains the word Task, in any language, or else Issue or Ticket. */
  readonly says: "task" | "issue" | null;
  readonly id: string | null;
  /** The range of the words before the title, in the heading's text. */
  readonly start: number;
  readonly end: number;
}

function readLooseHeading(text: string): LooseHeading | null {
  const task = looseTask.exec(text);
  const issue = task ? null : looseIssue.exec(text);
  const match = task ?? issue ?? looseNumber.exec(text);
  if (!match) return null;
  const { word = "", id = null } = match.groups ?? {};
  const start = text.indexOf(word === "" ? (id ?? "") : word);
  const end = id === null ? start + word.length : text.indexOf(id, start + word.length) + id.length;
  return { says: task ? "task" : issue ? "issue" : null, id, start, end };
}
