import { diagnose } from "./diagnose.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { anyCase, letters } from "./letters.ts";
import { fieldNamed, readLabels } from "./read-labels.ts";
import type { ReadSection } from "./read-phases.ts";
import { readPhases } from "./read-phases.ts";
import type { Section } from "./read-sections.ts";
import { isChanges, isTaskSection, readSections } from "./read-sections.ts";
import type { ReadingMemory } from "./reading-cache.ts";
import { blocksOf, rememberedReading } from "./reading-cache.ts";
import { resolveDependencies } from "./resolve-dependencies.ts";
import { LineIndex, lineAt, linesOf, located, partOf, wholeLines } from "./source-lines.ts";
import type { Changes, HeaderLine, LineEnding, Located, PrdVersion, Task, TaskList } from "./task-list.ts";
import { everyTaskNumber } from "./task-number.ts";

/**
 * Reads a task list from the text of a file. Never throws on malformed text: anything that looks like a task but can't
 * be read as one is reported in `diagnostics`.
 */
export function readTaskList(source: string, memory: ReadingMemory = rememberedReading(source)): TaskList {
  const blocks = blocksOf(source, memory);
  const lines = new LineIndex(source);
  const sections = readSections(source, blocks, lines).map(
    (section): ReadSection =>
      Object.assign(section, { task: isTaskSection(section) ? memory.taskIn(source, section) : null }),
  );
  const drafts = sections.flatMap(({ task }) => task ?? []);
  const { phases, phaseIndexes, headed, groups } = readPhases(source, sections);
  const { ofTasks, shared } = resolveDependencies(source, drafts, headed, groups);
  const conflictOffset = findConflict(source);
  const changes = readChanges(source, sections);
  let diagnostics: readonly Diagnostic[] | undefined;
  return {
    source,
    lineEnding: (/\r\n|\n|\r/.exec(source)?.[0] ?? "\n") as LineEnding,
    ...readHeader(source, sections),
    phases,
    sharedDependencies: shared,
    // Assigned in place, because copying a remembered task would read all of its lazy properties.
    tasks: drafts.map((draft, index): Task => {
      const dependencies = ofTasks[index] as Task["dependencies"];
      return Object.assign(draft, { dependencies, phaseIndex: phaseIndexes[index] ?? null });
    }),
    changes,
    conflictOffset,
    // Computed on demand: most commands never use them, and finding unread tasks takes a tenth of the reading time.
    get diagnostics() {
      diagnostics ??= diagnose(source, sections, blocks, conflictOffset, lines, changes?.spent ?? []);
      return diagnostics;
    },
  };
}

/** The offset of the first conflict marker; null if there is none. */
function findConflict(source: string): number | null {
  if (!source.includes("<<<<<<<")) return null;
  return /(?<=^|[\n\r])<{7}(?=[ \r\n]|$)/.exec(source)?.index ?? null;
}

type Header = Pick<TaskList, "title" | "prd" | "created" | "status">;

/**
 * Reads the title, which may be a phase heading in a list of one phase, and the lines below it up to the next heading.
 */
function readHeader(source: string, sections: readonly Section[]): Header {
  const firstTask = sections.findIndex(({ reading }) => reading.is === "task" || reading.is === "phase");
  const before = firstTask < 0 ? sections : sections.slice(0, firstTask + 1);
  const titled = before.find(({ heading }) => heading?.depth === 1);
  const lines = [titled ?? before[0]].flatMap((section) => (section ? headerLines(source, section) : []));
  return {
    title: titled ? readTitle(source, titled) : null,
    prd: lines.find(({ label }) => isPrd(label.text)) ?? null,
    created: lines.find(({ label }) => /^(?:created|date)(?: on| at)?$/i.test(label.text)) ?? null,
    status: lines.find(({ label }) => fieldNamed(label.text) === "status") ?? null,
  };
}

const titlePrefix = new RegExp(
  String.raw`^[^${letters}\d*_\x60[]{0,20}${anyCase("(?:Task List|Tasks)")}\s*(?:[:：]|\s[—–-](?=\s)|$)`,
);

function readTitle(source: string, { heading }: Section): Located | null {
  if (!heading) return null;
  const text = located(source, heading.textStart, heading.textEnd);
  const prefix = titlePrefix.exec(text.text)?.[0] ?? "";
  const title = partOf(text, prefix.length, text.text.length);
  return title.text === "" ? null : title;
}

function isPrd(label: string): boolean {
  return /^(?:source )?prd(?: reference| file| link)?$|^based on(?: prd)?$/i.test(label);
}

function headerLines(source: string, { blocks }: Section): HeaderLine[] {
  return blocks
    .filter(
      ({ kind, level }) => level === 0 && kind !== "closed-fence" && kind !== "html" && kind !== "quote",
    )
    .flatMap((block) => linesOf(source, { start: block.textStart, end: block.textEnd }))
    .flatMap((line) => readLabels(line))
    .filter(({ bold, name }) => bold || name !== null);
}

/** The file name in the header's PRD line, taken from a link, code or a path; null without such a line. */
export function prdFileName({ prd }: TaskList): string | null {
  const path = prd && prdPath(prd.value.text);
  return path ? (path.split(/[/\\]/).at(-1) ?? path) : path;
}

/** The path in a PRD line's value. */
export function prdPath(value: string): string {
  const link = /^\[[^\]]*\]\((?<target>[^)\s]+)[^)]*\)/.exec(value)?.groups?.["target"];
  return link ?? /^`(?<code>[^`]+)`/.exec(value)?.groups?.["code"] ?? value.replace(/^<|>$/g, "");
}

/** Reads the last section headed `Changes`. */
function readChanges(source: string, sections: readonly Section[]): Changes | null {
  const section = sections.findLast((candidate) => isChanges(source, candidate));
  if (!section?.heading) return null;
  const heading = wholeLines(source, section.heading);
  const { end } = heading;
  const last = section.blocks.reduce((furthest, block) => Math.max(furthest, block.end), end);
  const contentEnd = lineAt(source, last).end;
  const text = source.slice(end, contentEnd);
  return {
    heading,
    contentEnd,
    numbers: numbersIn(text),
    spent: spentNumbers(text),
    prdVersion: lastVersion(text),
  };
}

/** Ignores quoted titles and PRD file names, whose numbers don't refer to tasks, and tasks that are still in the list. */
function numbersIn(text: string): string[] {
  const words = text
    .replaceAll(versionLine, "")
    .replaceAll(checkLine, "")
    .replace(/"[^"\r\n]*"/g, "");
  return [...new Set(words.match(everyTaskNumber))];
}

const number = String.raw`\d+\.\d+`;
const pair = `${number} → ${number}`;
const pairs = `${pair}(?:, ${pair})*`;
/** `- 2026-11-22: generated from 0001-prd-x.md (1a2b3c4d5e6f)`; a file name can contain any characters. */
const versionLine = /^- \d{4}-\d\d-\d\d: (?:generated|updated) from (.+) \(([0-9a-f]{12})\)(?=\r|\n|$)/gm;
/** `- 2026-11-22: FR-1 changed: Task 1.2 has lines written by hand, to be checked` */
const checkLine =
  /^- \d{4}-\d\d-\d\d: .+ changed: Task \d+\.\d+ has lines written by hand, to be checked(?=\r|\n|$)/gm;

function lastVersion(text: string): PrdVersion | null {
  const [, name, id] = [...text.matchAll(versionLine)].at(-1) ?? [];
  return name === undefined || id === undefined ? null : { name, id };
}

/** The lines that the command itself writes. A title can contain any words, so only the words around it are read. */
const ownLine = new RegExp(
  `^- \\d{4}-\\d\\d-\\d\\d: (?:removed Task (${number}) "|renumbered (${pairs})$|moved Task (${pair}) ".*?"(?:, renumbered (${pairs}))?$)`,
  "gm",
);

/** The numbers in the command's own lines: `removed Task 2.3 "Title"`, `renumbered 1.4 → 1.3`. */
function spentNumbers(text: string): string[] {
  const words = [...text.replaceAll(/\r\n?/g, "\n").matchAll(ownLine)].flatMap(([, ...parts]) => parts);
  return [...new Set(words.flatMap((part) => part?.match(/\d+\.\d+/g) ?? []))];
}
