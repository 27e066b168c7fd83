import type { Block } from "./block.ts";
import { fieldNamed } from "./field-names.ts";
import { hasBox, readEntry } from "./read-entries.ts";
import type { LabelledText } from "./read-labels.ts";
import { readLabels } from "./read-labels.ts";
import { readStatus } from "./read-status.ts";
import { lineAt, linesOf, partOf } from "./source-lines.ts";
import type { Field, FieldForm, FieldName, ListEntry, Located, Span } from "./task-list.ts";

/** A field and the items of the list under it. */
export interface FieldWithEntries {
  readonly field: Field;
  readonly entries: readonly ListEntry[];
}

export interface TaskBody {
  readonly fields: readonly FieldWithEntries[];
  /** Items with a box under no label: these are verification. */
  readonly looseBoxes: readonly ListEntry[];
  /** Other items under no label: the steps of the compact form. */
  readonly looseItems: readonly ListEntry[];
}

export const endpointPattern = /^`?(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?<path>\/[^\s`]*)`?/;

type OpenField = { -readonly [Key in keyof Field]: Field[Key] };
interface OpenEntries {
  readonly field: OpenField;
  readonly entries: ListEntry[];
}
/** Whose a block is: a field's, no label's, or that of a label which is none of the document's. */
type Owner = OpenEntries | "none" | "unknown";

/** These may say their value on the lines after the label's own. */
const manyLined: ReadonlySet<FieldName> = new Set([
  "dependencies",
  "files",
  "requirements",
  "steps",
  "verification",
]);

/** A labelled bullet inside another field's list is that list's item, unless it is one of these in bold. */
const startsAnew: ReadonlySet<FieldName> = new Set(["complexity", "dependencies", "steps", "verification"]);

/** Reads the blocks under a task's heading into fields and items, in the full form, the compact one or both. */
export function readFields(source: string, blocks: readonly Block[]): TaskBody {
  const reader = new FieldReader(source);
  for (const block of blocks) reader.read(block);
  return reader;
}

class FieldReader implements TaskBody {
  readonly fields: OpenEntries[] = [];
  readonly looseBoxes: ListEntry[] = [];
  readonly looseItems: ListEntry[] = [];
  readonly #source: string;
  #owner: Owner = "none";
  /** Whose the blocks inside the current item are: only a compact field's own bullet changes it. */
  #inner: Owner = "none";
  #innerLevel = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(block: Block): void {
    if (block.level > 0) this.#readNested(block);
    else if (block.kind === "paragraph" || block.kind === "setext-heading") this.#readParagraph(block);
    else this.#readAfterLine(block);
  }

  #readAfterLine(block: Block): void {
    if (isField(this.#owner) && saysAll(this.#owner)) this.#owner = "none";
    if (block.kind === "item") this.#readItem(block);
    else if (block.kind === "heading") this.#readHeading(block);
    else extend(this.#owner, block.end);
  }

  #readHeading(block: Block): void {
    const text = partOf(
      locate(this.#source, block.textStart, block.textEnd),
      0,
      block.textEnd - block.textStart,
    );
    const words = text.text.replace(/[:：]\s*$/, "");
    const name = fieldNamed(words);
    const value = { text: "", start: block.textEnd, end: block.textEnd };
    this.#owner = name
      ? this.#open(name, { label: partOf(text, 0, words.length), value, start: block.start }, "heading", "")
      : "unknown";
  }

  #readParagraph(block: Block): void {
    let continues = false;
    for (const line of linesOf(this.#source, block)) {
      const labels = readLabels(line);
      if (labels.length > 0) {
        for (const label of labels) this.#openLabel(label, labels.length > 1 ? "inline" : "full", "");
        continues = true;
      } else {
        this.#readText(line, continues);
        continues = continues || isEmpty(this.#owner);
      }
    }
  }

  /** Text on a line of its own goes on with the value above it, or is the value of a label that has none yet. */
  #readText(line: Located, continues: boolean): void {
    const owner = this.#owner;
    const wanting = isField(owner) && owner.entries.length === 0 && owner.field.value.text === "";
    if (isField(owner) && (continues || wanting)) this.#continueValue(owner.field, line);
    else if (!continues) this.#owner = "none";
  }

  #continueValue(field: OpenField, line: Located): void {
    const start = field.value.text === "" ? line.start : field.value.start;
    field.value = locate(this.#source, start, line.end);
    field.end = line.end;
  }

  #readItem(block: Block): void {
    this.#inner = this.#owner;
    this.#innerLevel = 0;
    const [line, ...more] = linesOf(this.#source, { start: block.textStart, end: block.textEnd });
    const labels = line && !hasBox(this.#source, block) ? this.#labelsOfItem(line, block) : [];
    if (labels.length === 0) {
      this.#addEntry(this.#owner, block);
      return;
    }
    if (line) this.#readCompactFields(labels, more, block, line);
  }

  #labelsOfItem(line: Located, block: Block): LabelledText[] {
    const endpoint = this.#owner === "none" ? endpointPattern.exec(line.text) : null;
    if (endpoint) {
      const label = { text: "", start: line.start, end: line.start };
      return [{ name: "endpoint", label, value: line, bold: false, start: line.start }];
    }
    const labels = readLabels(line);
    const [first] = labels;
    if (!first || this.#owner === "none" || this.#owner === "unknown") return labels;
    return first.bold && block.depth === 0 && beginsField(first) ? labels : [];
  }

  #readCompactFields(
    labels: readonly LabelledText[],
    more: readonly Located[],
    block: Block,
    line: Located,
  ): void {
    const prefix = this.#source.slice(lineAt(this.#source, block.start).start, line.start);
    for (const label of labels) this.#openLabel(label, labels.length > 1 ? "inline" : "compact", prefix);
    this.#inner = isField(this.#owner) ? this.#owner : "unknown";
    this.#innerLevel = 1;
    for (const text of more) this.#readText(text, true);
    extend(this.#owner, block.end);
    this.#owner = "none";
  }

  /** Items below a compact field's bullet are its list; below any other item only boxes count. */
  #readNested(block: Block): void {
    extend(this.#owner, block.end);
    if (block.kind !== "item" || this.#inner === "unknown") return;
    const isOwn = block.level === this.#innerLevel;
    if (isOwn || hasBox(this.#source, block)) this.#addEntry(this.#inner, block);
  }

  #addEntry(owner: Owner, block: Block): void {
    if (owner === "unknown") return;
    const entry = readEntry(this.#source, block);
    if (owner !== "none") owner.entries.push(entry);
    else (entry.box ? this.looseBoxes : this.looseItems).push(entry);
    extend(owner, block.end);
  }

  #openLabel(label: LabelledText, form: FieldForm, prefix: string): void {
    this.#owner = label.name ? this.#open(label.name, label, form, prefix) : "unknown";
  }

  #open(
    name: FieldName,
    { label, value, start }: Pick<LabelledText, "label" | "value" | "start">,
    form: FieldForm,
    prefix: string,
  ): Owner {
    const line = lineAt(this.#source, start);
    const field = { name, label, form, value, line, prefix, start: line.start, end: line.end };
    const opened = { field, entries: [] };
    this.fields.push(opened);
    return manyLined.has(name) ? opened : "none";
  }
}

/** `**Status**: 201` is what a request is to answer, `**Status**: Complete` is how far the task is. */
function beginsField({ name, value }: LabelledText): boolean {
  if (name === "status") return readStatus(value.text) !== null;
  return name !== null && startsAnew.has(name);
}

function isField(owner: Owner): owner is OpenEntries {
  return typeof owner === "object";
}

/** A value on the label's line leaves nothing for a list below to add, but a sentence may lead to steps and criteria. */
function saysAll({ field, entries }: OpenEntries): boolean {
  const leadsOn = field.name === "steps" || field.name === "verification";
  return !leadsOn && field.value.text !== "" && entries.length === 0;
}

function isEmpty(owner: Owner): boolean {
  return isField(owner) && owner.entries.length === 0;
}

function extend(owner: Owner, end: number): void {
  if (isField(owner)) owner.field.end = Math.max(owner.field.end, end);
}

function locate(source: string, start: number, end: number): Located & Span {
  return { text: source.slice(start, end), start, end };
}
