import type { Block } from "./read-blocks.ts";
import { isDefinition } from "./read-blocks.ts";
import { hasBox, readEntry } from "./read-entries.ts";
import type { LabelledText } from "./read-labels.ts";
import { endpointPattern, fieldNamed, partLabels, readLabels } from "./read-labels.ts";
import { readStatus } from "./read-status.ts";
import { lineAt, linesOf, located, partOf } from "./source-lines.ts";
import type { Field, FieldForm, FieldName, ListEntry, Located, Span } from "./task-list.ts";

/** An author's own label, with the text on its line. */
type OtherLabel = Pick<LabelledText, "label" | "value">;

export interface TaskBody {
  readonly fields: readonly Field[];
  /** Labels that name no field. */
  readonly others: readonly OtherLabel[];
  /** Items with a box under no label, which are verification. */
  readonly looseBoxes: readonly ListEntry[];
  /** Items with a box under an author's own label: verification if there is no other. */
  readonly otherBoxes: readonly ListEntry[];
  /** Items without a box under no label: the steps of the compact form. */
  readonly looseItems: readonly ListEntry[];
}

type OpenField = { -readonly [Key in keyof Field]: Field[Key] };

/** Where the text and the entries below a label go. */
interface Owner {
  /** Null below no label and below an author's own. */
  readonly field: OpenField | null;
  readonly boxes: ListEntry[];
  /** The entries without a box, and a field's with one; null drops them. */
  readonly entries: ListEntry[] | null;
}

const itemMark = /^(?:[-+*]|\d{1,9}[.)])[ \t]+/;

/** Fields whose value may be on the lines after the label's. */
const manyLined: ReadonlySet<FieldName> = new Set([
  "dependencies",
  "files",
  "requirements",
  "steps",
  "verification",
  "proof",
]);

/** A labelled bullet inside another field's list is an item of that list, unless the label is one of these in bold. */
const startsAnew: ReadonlySet<FieldName> = new Set(["complexity", "dependencies", "steps", "verification"]);

/** Fields that a part of a task, such as `#### 1.2.1 Schema`, states for itself. Its criteria are also the task's. */
const ofPart: ReadonlySet<FieldName> = new Set(["status", "owner", "complexity", "dependencies"]);
const partNumber = /\d+\.\d+\.\d/;

/** Reads the blocks under a task's heading into fields and items, in the full form, the compact one or both. */
export function readFields(source: string, blocks: readonly Block[]): TaskBody {
  const reader = new FieldReader(source);
  for (const block of partLabels(source, blocks)) reader.read(block);
  return reader;
}

class FieldReader implements TaskBody {
  readonly fields: Field[] = [];
  readonly others: OtherLabel[] = [];
  readonly looseBoxes: ListEntry[] = [];
  readonly otherBoxes: ListEntry[] = [];
  readonly looseItems: ListEntry[] = [];
  readonly #source: string;
  readonly #noLabel = placeFor(this.looseBoxes, this.looseItems);
  /** Below an author's own label, boxes may be criteria. */
  readonly #ownLabel = placeFor(this.otherBoxes, null);
  /** Boxes below an author's own label that has its value on its own line count as under no label. */
  readonly #remark = placeFor(this.looseBoxes, null);
  #owner: Owner = this.#noLabel;
  /** The owner of the blocks inside the current item; only a compact field's bullet changes it. */
  #inner: Owner = this.#noLabel;
  #innerLevel = 0;
  /** The depth of the heading of the part of the task that is being read; null outside one. */
  #part: number | null = null;
  /** Where the last item's text starts: its first paragraph is also a separate block, already read with it. */
  #itemText = -1;

  constructor(source: string) {
    this.#source = source;
  }

  read(block: Block): void {
    if (isDefinition(this.#source, block)) return;
    if (block.level > 0) this.#readNested(block);
    else if (block.kind === "paragraph" || block.kind === "setext-heading") {
      this.#readLines(linesOf(this.#source, block), "full");
      // If the label was parted from an item, Markdown reads the list below it as nested in that item.
      this.#enter(1);
    } else this.#readAfterLine(block);
  }

  #readAfterLine(block: Block): void {
    if (saysAll(this.#owner)) this.#owner = this.#noLabel;
    if (block.kind === "item") this.#readItem(block);
    else if (block.kind === "heading") this.#readHeading(block);
    else if (block.kind === "quote" && this.#readQuote(block)) this.#owner = this.#noLabel;
    else {
      addCode(this.#owner, block);
      extend(this.#owner, block.end);
    }
  }

  #readHeading({ start, textStart, textEnd: end, depth }: Block): void {
    const text = located(this.#source, textStart, end);
    if (this.#part === null || depth <= this.#part) this.#part = partNumber.test(text.text) ? depth : null;
    const label = partOf(text, 0, text.text.replace(/[:：]?\s*$/, "").length);
    const name = fieldNamed(label.text);
    const value = { text: "", start: end, end };
    this.#owner = name ? this.#open(name, { label, value, start }, "heading", "") : this.#ownLabel;
  }

  #readLines(lines: readonly Located[], form: "full" | "compact"): void {
    let continues = false;
    for (const line of lines) {
      const labels = readLabels(line);
      if (labels.length > 0) this.#openLabels(labels, form, form === "full" ? "" : this.#before(line));
      else this.#readText(line, continues);
      continues ||= labels.length > 0 || isEmpty(this.#owner);
    }
  }

  /** Reads the lines of a quotation that begins with a field's label, and its items, which Markdown has not parsed. */
  #readQuote(block: Block): boolean {
    const lines = linesOf(this.#source, block).map((line) =>
      partOf(line, /^(?:>\s*)*/.exec(line.text)?.[0].length ?? 0, line.text.length),
    );
    const [first] = lines[0] ? readLabels(lines[0]) : [];
    if (!first?.bold || !first.name) return false;
    const written = lines.filter(({ text }) => text !== "");
    let from = 0;
    for (const [at, { text, start, end }] of written.entries()) {
      const mark = itemMark.exec(text)?.[0];
      if (mark === undefined) continue;
      this.#readLines(written.slice(from, at), "compact");
      const place = { start, end, textStart: start + mark.length, textEnd: end };
      this.#readAfterLine({ kind: "item", level: 0, depth: 0, ...place });
      from = at + 1;
    }
    this.#readLines(written.slice(from), "compact");
    return true;
  }

  /**
   * A line of text continues the value above it, or is the value of a label that has none yet. The value of Verification
   * may be code.
   */
  #readText(line: Located, continues: boolean): void {
    const { field } = this.#owner;
    if (field?.code && field.name === "verification") return;
    if (field && (continues || (isEmpty(this.#owner) && field.value.text === ""))) {
      const start = field.value.text === "" ? line.start : field.value.start;
      field.value = located(this.#source, start, line.end);
      field.end = line.end;
    } else if (!continues) this.#owner = this.#noLabel;
  }

  #readItem(block: Block): void {
    if (this.#beginsLooseBoxes(block)) this.#owner = this.#noLabel;
    this.#itemText = block.textStart;
    this.#inner = this.#owner;
    this.#innerLevel = 0;
    const lines = linesOf(this.#source, { start: block.textStart, end: block.textEnd });
    const cut = lines.findIndex((one, index) => index > 0 && this.#beginsFieldInItem(one));
    if (cut > 0) this.#readItemAndField(block, lines, cut);
    else this.#readWholeItem(block, lines);
  }

  /**
   * Whether an item begins a list of boxes under no label: Markdown joins it with the list of the field above, across
   * the blank line between the two.
   */
  #beginsLooseBoxes(block: Block): boolean {
    const { field } = this.#owner;
    if (!field || field.name === "verification" || isEmpty(this.#owner)) return false;
    if (!hasBox(this.#source, block) || field.entries.some(({ box }) => box)) return false;
    return /\n[ \t]*\r?\n\s*$/.test(this.#source.slice(field.entries.at(-1)?.textEnd, block.start));
  }

  /** Whether a line below an item's first one clearly begins a task's field. */
  #beginsFieldInItem(line: Located): boolean {
    const [first] = readLabels(line);
    return first?.bold === true && beginsField(first);
  }

  /** The text before a place on its line. */
  #before = ({ start }: Span): string => this.#source.slice(lineAt(this.#source, start).start, start);

  /** A label inside an item, at the start of a line. */
  #readItemAndField(block: Block, lines: readonly Located[], cut: number): void {
    const [head, rest] = [lines.slice(0, cut), lines.slice(cut)];
    const end = head.at(-1)?.end ?? block.textEnd;
    this.#readWholeItem({ ...block, end, textEnd: end }, head);
    const around = this.#owner;
    this.#readLines(rest, "compact");
    extend(this.#owner, block.end);
    this.#enter(1);
    this.#owner = around;
  }

  #readWholeItem(block: Block, [line, ...more]: readonly Located[]): void {
    const labels = line && !hasBox(this.#source, block) ? this.#labelsOfItem(line, block) : [];
    if (!line || labels.length === 0) {
      this.#addEntry(this.#owner, block);
      return;
    }
    const bullet = this.#source.slice(block.start, line.start);
    this.#openLabels(labels, "compact", this.#before(block) + bullet);
    this.#enter(1);
    for (const text of more) this.#readText(text, true);
    extend(this.#owner, block.end);
    this.#owner = this.#noLabel;
  }

  /** The blocks inside the item belong to the field that was opened last. */
  #enter(level: number): void {
    this.#inner = this.#owner.field ? this.#owner : this.#ownLabel;
    this.#innerLevel = level;
  }

  #labelsOfItem(line: Located, block: Block): LabelledText[] {
    if (this.#owner === this.#noLabel && endpointPattern.test(line.text)) {
      const label = { text: "", start: line.start, end: line.start };
      return [{ name: "endpoint", label, value: line, bold: false, start: line.start }];
    }
    const labels = readLabels(line);
    const [first] = labels;
    if (!first || !this.#owner.field) return labels;
    return first.bold && block.depth === 0 && beginsField(first) ? labels : [];
  }

  /** Items below a compact field's bullet are its list; below any other item, only boxes count. */
  #readNested(block: Block): void {
    extend(this.#owner, block.end);
    if (block.kind === "item") this.#itemText = block.textStart;
    else if (block.kind === "paragraph" && block.start !== this.#itemText && this.#readNestedField(block))
      return;
    addCode(this.#inner, block);
    if (block.kind === "item" && (block.level === this.#innerLevel || hasBox(this.#source, block)))
      this.#addEntry(this.#inner, block);
  }

  /** Reads a paragraph in an item that clearly begins a field of the task. */
  #readNestedField(block: Block): boolean {
    const lines = linesOf(this.#source, block);
    const [first] = lines[0] ? readLabels(lines[0]) : [];
    if (!first?.bold || !beginsField(first) || first.name === this.#owner.field?.name) return false;
    const around = this.#owner;
    this.#readLines(lines, "compact");
    this.#enter(block.level);
    this.#owner = around;
    return true;
  }

  #addEntry(owner: Owner, block: Block): void {
    const entry = readEntry(this.#source, block);
    // Requirements with boxes are criteria; requirements without boxes are ids.
    if (entry.box && owner.field?.name === "requirements" && isEmpty(owner))
      owner.field.name = "verification";
    (entry.box ? owner.boxes : owner.entries)?.push(entry);
    extend(owner, block.end);
  }

  /** Opens the fields of the labels on a line. */
  #openLabels(labels: readonly LabelledText[], form: FieldForm, prefix: string): void {
    for (const label of labels) {
      if (label.name && (this.#part === null || !ofPart.has(label.name)))
        this.#owner = this.#open(label.name, label, labels.length > 1 ? "inline" : form, prefix);
      else {
        this.others.push(label);
        this.#owner = label.value.text === "" ? this.#ownLabel : this.#remark;
      }
    }
  }

  #open(
    name: FieldName,
    { label, value, start }: Pick<LabelledText, "label" | "value" | "start">,
    form: FieldForm,
    prefix: string,
  ): Owner {
    const line = lineAt(this.#source, start);
    const { start: from, end } = line;
    const entries: ListEntry[] = [];
    const field = { name, label, form, value, line, prefix, entries, code: null, start: from, end };
    this.fields.push(field);
    return manyLined.has(name) ? { field, entries, boxes: entries } : this.#noLabel;
  }
}

const placeFor = (boxes: ListEntry[], entries: ListEntry[] | null): Owner => {
  return { field: null, boxes, entries };
};

/** `**Status**: 201` is the expected answer of a request, `**Status**: Complete` is the task's status. */
function beginsField({ name, value }: LabelledText): boolean {
  if (name === "status") return readStatus(value.text) !== null;
  return name !== null && startsAnew.has(name);
}

/** The value of a label above code, if the code is a criterion with a box. */
const boxAlone = /^\[[ xX]?\]$/;

/** If a label has neither text nor a list, the code below it is its value. */
function addCode(owner: Owner, { kind, start, end }: Block): void {
  const isCode = kind === "closed-fence" || kind === "indented-code";
  if (!isCode || !owner.field || !isEmpty(owner)) return;
  const { text } = owner.field.value;
  if (text === "" || boxAlone.test(text)) owner.field.code ??= { start, end };
}

/**
 * Whether the value on the label's line excludes a list below it. For steps and criteria, the value may introduce the
 * list.
 */
const saysAll = (owner: Owner): boolean =>
  isEmpty(owner) &&
  owner.field?.value.text !== "" &&
  owner.field?.name !== "steps" &&
  owner.field?.name !== "verification";

/** Whether the owner is a field without entries. */
const isEmpty = ({ field }: Owner): boolean => field?.entries.length === 0;

function extend({ field }: Owner, end: number): void {
  if (field) field.end = Math.max(field.end, end);
}
