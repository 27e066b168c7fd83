import { isDeletion, pathIn, splitFiles } from "./file-paths.ts";
import { anyCase, letters } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { isDefinition } from "./read-blocks.ts";
import { readBody } from "./read-body.ts";
import { readDependencies } from "./read-dependencies.ts";
import { textEntry } from "./read-entries.ts";
import type { TaskBody } from "./read-fields.ts";
import { readFields } from "./read-fields.ts";
import type { TaskHeading } from "./read-heading.ts";
import { endpointPattern, isIdLabel, readEstimate } from "./read-labels.ts";
import type { TaskSection } from "./read-sections.ts";
import { readStatus, statusOfItems } from "./read-status.ts";
import { lineAt, located, partOf, shownText, splitLines, wholeLines } from "./source-lines.ts";
import type {
  Complexity,
  DependencyPart,
  Field,
  FieldName,
  FileEntry,
  ListEntry,
  Located,
  Span,
  Task,
  TaskStatus,
  VerificationItem,
} from "./task-list.ts";
import { complexities } from "./task-list.ts";
import { fieldsNamed, findField } from "./task-queries.ts";

/** A task read from its own section only: its dependencies are resolved once all tasks are known. */
export type UnresolvedTask = Omit<Task, "dependencies" | "phaseIndex"> & {
  readonly dependencyParts: readonly DependencyPart[];
};

export function readTask(source: string, section: TaskSection): UnresolvedTask {
  const { reading, heading } = section;
  const body = readFields(source, section.blocks);
  const verification = readVerification(source, body);
  const endpoint = endpointPattern.exec(valueIn(body, "endpoint") ?? "")?.groups;
  const headingLine = wholeLines(source, heading);
  const steps = readSteps(body);
  const owner = valueIn(body, "owner");
  const span = {
    start: headingLine.start,
    end: lastEnd(source, section, withoutDefinitions(source, section)),
  };
  return {
    number: `${reading.phase}.${reading.seq}`,
    phase: reading.phase,
    seq: reading.seq,
    title: reading.title.text,
    numberSpan: reading.number,
    titleSpan: reading.title,
    headingMark: reading.mark,
    heading: headingLine,
    depth: heading.depth,
    line: section.line,
    span,
    sectionEnd: section.end,
    form: formOf(body),
    fields: body.fields,
    status: statusOf(body, reading, verification),
    owner: isNobody(owner) ? null : owner,
    complexity: readComplexity(valueIn(body, "complexity")),
    dependencyParts: dependencyParts(source, fieldsNamed(body, "dependencies")),
    requirements: readRequirements(body),
    files: readFiles(body),
    steps,
    verification,
    proof: readProof(body),
    id: readId(body, reading),
    minutes: readMinutes(body),
    // Computed on demand: most commands need no task's text, and the others need one task's.
    get body() {
      const within = { start: headingLine.end, end: lastEnd(source, section, section.blocks) };
      return readBody(source, within, body, [...steps, ...verification]);
    },
    method: endpoint?.["method"] ?? null,
    path: endpoint?.["path"] ?? null,
  };
}

/**
 * The end of the last line of a task's blocks, trailing blanks included, so that text written after the task leaves them
 * in place.
 */
function lastEnd(source: string, { heading }: TaskSection, blocks: readonly Block[]): number {
  const own = closesOther(source, blocks) ? blocks.slice(0, -1) : blocks;
  const end = own.reduce((furthest, block) => Math.max(furthest, block.end), heading.end);
  return lineAt(source, end).end;
}

/** The blocks of a task without definitions at its end, which other tasks may use. */
const withoutDefinitions = (source: string, { blocks }: TaskSection): readonly Block[] =>
  blocks.slice(0, blocks.findLastIndex((block) => !isDefinition(source, block)) + 1);

/** Whether the last block closes an HTML element that was opened before the task, such as `<details>`. */
function closesOther(source: string, blocks: readonly Block[]): boolean {
  const last = blocks.at(-1);
  if (last?.kind !== "html" || last.level > 0) return false;
  const name = /^\s*<\/([a-z][a-z0-9]*)>\s*$/i.exec(source.slice(last.start, last.end))?.[1];
  if (name === undefined) return false;
  const html = blocks.filter(({ kind }) => kind === "html").map(({ start, end }) => source.slice(start, end));
  const count = (tag: string): number => html.join("\n").split(new RegExp(`${tag}\\b`, "i")).length;
  return count(`</${name}`) > count(`<${name}`);
}

const valueIn = (body: TaskBody, name: FieldName): string | null => findField(body, name)?.value.text ?? null;

/** The full form has at least one label at the start of a line; the compact form has only bullets. */
function formOf({ fields, looseBoxes, looseItems }: TaskBody): "full" | "compact" {
  if (fields.some(({ prefix }) => prefix === "")) return "full";
  return fields.length + looseBoxes.length + looseItems.length > 0 ? "compact" : "full";
}

/** Without a Status line, the heading determines the status, or else the boxes. */
function statusOf(
  body: TaskBody,
  { mark }: TaskHeading,
  verification: readonly VerificationItem[],
): TaskStatus {
  const written = valueIn(body, "status");
  const implied = mark === null ? statusOfItems(verification) : "Complete";
  if (!written) return { value: implied, written, understood: true, blockedReason: null };
  const { value, tail } = readStatus(written) ?? { value: null, tail: "" };
  return {
    value: value ?? implied,
    written,
    understood: value !== null,
    blockedReason: value === "Blocked" && tail !== "" ? tail : null,
  };
}

/** Whether a value says that there is none. */
const isNobody = (value: string | null): boolean =>
  /^(?:none|nobody|unassigned|tbd|n\/a|-|—|–)?$/i.test(value ?? "");

const level = `(?:${anyCase("low|medium|high")})`;
/** A second level after a mark or a short word: `Low/Medium`, `Medium to High`. In `Medium - high risk` there is none. */
const secondLevel = String.raw`(?:[^${letters}\d(]{1,9}|\s+[${letters}]{1,4}\s+)${level}\s*(?:$|[(/|,→])`;
const complexityWord = new RegExp(
  String.raw`^[^${letters}\d]*(${level})(?![${letters}\d-])(?!${secondLevel})`,
);

/** Reads Low, Medium or High, ignoring emoji before and explanations after the word. */
export function readComplexity(value: string | null): Complexity | null {
  const word = complexityWord.exec(value ?? "")?.[1]?.toLowerCase();
  return complexities.find((complexity) => complexity.toLowerCase() === word) ?? null;
}

/**
 * If a list follows the sentence on the label's line, the list holds the criteria; otherwise the sentence is the
 * criterion.
 */
function readVerification(source: string, body: TaskBody): VerificationItem[] {
  const items: VerificationItem[] = body.looseBoxes.map((entry) => ({ ...entry, field: null }));
  for (const field of fieldsNamed(body, "verification")) {
    const { value, entries, code } = field;
    if (entries.length > 0) items.push(...entries.map((entry) => ({ ...entry, field })));
    else if (code) items.push(codeEntry(source, field, code));
    else if (!isNobody(value.text)) items.push({ ...textEntry(value), field });
  }
  if (items.length === 0) return body.otherBoxes.map((entry) => ({ ...entry, field: null }));
  return items.sort((one, other) => one.start - other.start);
}

/** A code block is one criterion. Its box, if it has one, is on the label's line. */
function codeEntry(source: string, field: Field, { start, end }: Span): VerificationItem {
  const { value } = field;
  const lines = splitLines(source.slice(start, end));
  const isFence = /^[`~]{3}/.test(lines[0] ?? "");
  const text = (isFence ? lines.slice(1, -1) : lines).map((line) => line.trimEnd()).join("\n");
  const box = value.text === "" ? null : { start: value.start, end: value.end };
  const entry = { ...textEntry({ text: "", start, end }), textSpan: value };
  return { ...entry, text: text.trim(), box, checked: /x/i.test(value.text), code: true, field };
}

/** The task's id, from a field or from before its title. */
function readId({ others }: TaskBody, { title }: TaskHeading): string | null {
  const value = others.find(({ label }) => isIdLabel(label.text))?.value.text ?? "";
  const id = value.replace(/^[`*_[]+|[`*_\]]+$/g, "");
  if (id !== "" && !/\s/.test(id)) return id;
  return /^\[?(?<id>[A-Z][A-Z0-9]*-\d+)\b/.exec(title.text)?.groups?.["id"] ?? null;
}

function readMinutes({ others }: TaskBody): number | null {
  for (const { label, value } of others) {
    const minutes = readEstimate(label.text, value.text);
    if (minutes !== null) return minutes;
  }
  return null;
}

/** Unlabelled items are steps, in the full form only above the criteria of a task without a Steps label. */
function readSteps(body: TaskBody): ListEntry[] {
  const labelled = fieldsNamed(body, "steps").flatMap(({ value, entries }) =>
    entries.length > 0 || isNobody(value.text) ? entries : [textEntry(value)],
  );
  const isFull = (name: FieldName) => fieldsNamed(body, name).find(({ prefix }) => prefix === "");
  const end = isFull("steps") ? 0 : (isFull("verification")?.start ?? Number.POSITIVE_INFINITY);
  const loose = body.looseItems.filter(({ start }) => start < end);
  return [...labelled, ...loose].sort((one, other) => one.start - other.start);
}

/** The dependencies that the blocks above tasks state for all of them. Prerequisites to install are not dependencies. */
export function readSharedDependencies(source: string, blocks: readonly Block[]) {
  const fields = blocks.length === 0 ? [] : fieldsNamed(readFields(source, blocks), "dependencies");
  return { fields, parts: dependencyParts(source, fields, false) };
}

/**
 * @param countsAll - whether words under a label such as Prerequisites count even if they name no task by their form: a
 * tool is not a dependency, but if a task states nothing else, it may be one
 */
const dependencyParts = (
  source: string,
  fields: readonly Field[],
  countsAll = fields.every(isPrerequisite),
): readonly DependencyPart[] =>
  fields.flatMap((field) =>
    [field.value, ...field.entries.map((entry) => textIn(source, entry))]
      .filter(({ text }) => text !== "")
      .flatMap(readDependencies)
      .filter(({ kind }) => kind !== "words" || countsAll || !isPrerequisite(field)),
  );

/** An item's text at its place. A line break in it separates nothing, unlike one in the lines below a label. */
function textIn(source: string, { textSpan, textEnd }: ListEntry): Located {
  const item = located(source, textSpan.start, textEnd);
  const text = partOf(item, 0, shownText(item.text).length);
  return { ...text, text: text.text.replaceAll(/\\(?=[\r\n])|[\r\n]/g, " ") };
}

export const isPrerequisite = ({ label }: Field): boolean => /prerequisite/i.test(label.text);

const readProof = (body: TaskBody): ListEntry[] =>
  fieldsNamed(body, "proof").flatMap(({ value, entries }) => [
    ...(value.text === "" ? [] : [textEntry(value)]),
    ...entries,
  ]);

const readRequirements = (body: TaskBody): string[] =>
  fieldsNamed(body, "requirements").flatMap(({ value, entries }) => [
    ...requirementsOnLine(value.text),
    ...entries.map(({ text }) => text),
  ]);

/** The entries on the line of a Requirements label. */
export const requirementsOnLine = (text: string): readonly string[] =>
  text.split(/\s*[,;]\s*/).filter((word) => !isNobody(word));

const readFiles = (body: TaskBody): FileEntry[] =>
  fieldsNamed(body, "files")
    .flatMap(({ value, entries }) => [...splitFiles(value).map(textEntry), ...entries])
    .map((file) => ({ ...file, text: pathIn(file.text), deleted: isDeletion(file.text) }))
    .filter(({ text }) => !isNobody(text));
