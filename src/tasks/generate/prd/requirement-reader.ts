import { headingWords, kindOfWords } from "./heading-kind.ts";
import type { Label } from "./ids.ts";
import { labelOf } from "./ids.ts";
import {
  afterLead,
  isAboutDocument,
  isBoldLine,
  isHeadLine,
  isPriority,
  kindOfLabel,
  optionalityOf,
  optionalityOfPriority,
  withoutColon,
} from "./labels.ts";
import type { Block, Chapter, Item, Line, TableBlock } from "./markdown.ts";
import type { Optionality, Passage, Unread } from "./model.ts";
import type { NumberedHeading, OpenGroup, OpenRequirement } from "./open-requirement-parts.ts";
import { absorb, addPoint } from "./open-requirement-parts.ts";
import {
  bears,
  hasLabelBelow,
  hasLabels,
  isOneRequirement,
  lastLineOf,
  unbolded,
} from "./requirement-shape.ts";
import type { RequirementRow } from "./requirement-table.ts";
import { requirementRows } from "./requirement-table.ts";

interface Context {
  readonly area: string | null;
  readonly lead: readonly Passage[];
  readonly heading: NumberedHeading | null;
  readonly optional: Optionality | null;
  readonly isQuality: boolean;
  /** Only what bears an id is taken. */
  readonly labelledOnly: boolean;
  readonly groups: readonly OpenGroup[];
}

/** A chapter while its blocks are read. */
interface OpenChapter {
  readonly context: Context;
  /** The context below the last bold line or sentence that introduces something. */
  inner: Context;
  /** The requirement of the last labelled line, to which what follows belongs. */
  current: OpenRequirement | null;
  /** The sentence right above, within the current requirement, that introduces what follows. */
  intro: Passage | null;
}

/** Reads requirements out of chapters: what bears an id, numbered points, bullets, headings and rows of tables. */
export class RequirementReader {
  readonly found: OpenRequirement[] = [];
  readonly groups: OpenGroup[] = [];
  readonly unread: Unread[] = [];
  /** The lines of the headings of all that was read whole. */
  readonly read = new Set<number>();
  /** The lines of points that only name an area. */
  readonly areas = new Set<number>();
  readonly #ids = new Set<string>();
  #positions = 0;

  /** A chapter whose purpose is to list requirements: everything in it is one, or belongs to one. */
  readPlace(chapter: Chapter, isQuality = false): void {
    this.#readAll(chapter, { ...noContext, isQuality, labelledOnly: isQuality }, !isQuality);
  }

  /** Any other chapter: only what bears an id that no requirement has yet. The chapters below it are left out. */
  readLabelled(chapter: Chapter): void {
    const context = { ...noContext, labelledOnly: true };
    const label = this.#headingLabel(chapter.heading);
    if (label !== null && this.#isNew(label)) this.#labelledChapter(chapter, label, context);
    else this.#blocks(chapter.blocks, { ...context, area: chapter.heading });
  }

  /** Headings that each name a piece of work, such as the steps of a plan. */
  readHeadings(chapter: Chapter): void {
    if (/✅|\b(?:done|completed?)\b/i.test(chapter.heading)) return;
    if (chapter.chapters.length === 0 && chapter.blocks.length > 0 && isNumberedPhase(chapter.heading)) {
      this.#fromHeading(chapter, noContext);
      // In a plan the number of a phase does not put it off.
      for (const phase of this.found.slice(-1)) phase.optional = null;
    }
    // Beside numbered steps, the other headings explain; so does one that says why.
    const steps = chapter.chapters.filter(({ heading }) => withoutNumber(heading) !== heading);
    for (const child of steps.length > 0 ? steps : chapter.chapters) {
      if (asideKinds.has(kindOfWords(child.heading))) continue;
      if (child.chapters.length > 0) this.readHeadings(child);
      else if (child.blocks.length > 0) this.#fromHeading(child, { ...noContext, area: chapter.heading });
    }
  }

  /** Each sentence of the prose that says what must be. */
  readProse(chapter: Chapter): void {
    const lines = chapter.blocks.flatMap((block) => (block.kind === "paragraph" ? block.lines : []));
    for (const line of lines)
      for (const sentence of line.text.split(/(?<=[.!?。！？])\s+/))
        if (demand.test(sentence) && !denial.test(sentence) && !isAboutDocument(sentence))
          this.#open({ text: sentence, line: line.line, area: chapter.heading || null }, noContext);
  }

  add(story: {
    id: string | null;
    title: string | null;
    text: string;
    line: number;
    criteria: readonly Passage[];
  }): void {
    const label = story.id === null ? null : labelOf(`${story.id}:`);
    const requirement = this.#open(
      { title: story.title, text: story.text, line: story.line, label },
      noContext,
    );
    requirement.criteria.push(...story.criteria);
  }

  #readAll(chapter: Chapter, context: Context, isPlace: boolean): void {
    this.read.add(chapter.line);
    const label = isPlace ? null : this.#headingLabel(chapter.heading);
    if (label !== null) this.#labelledChapter(chapter, label, context);
    else if (isPlace || !this.#isAside(chapter)) this.#points(chapter, context, isPlace);
  }

  #points(chapter: Chapter, context: Context, isPlace: boolean): void {
    if (!isPlace && !context.labelledOnly && isOneRequirement(chapter)) {
      this.#fromHeading(chapter, context);
      return;
    }
    const inner = isPlace
      ? { ...context, heading: this.#numbered(chapter.heading) }
      : this.#within(chapter.heading, context);
    this.#blocks(chapter.blocks, inner);
    for (const child of chapter.chapters)
      this.#readAll(child, { ...inner, area: isPlace ? null : inner.area }, false);
  }

  /** A chapter within a place that does not say what to build: non-goals, later work, `Overview`, `Decisions`. */
  #isAside(chapter: Chapter): boolean {
    if (optionalityOf(chapter.heading) !== null) return false;
    const kind = kindOfWords(chapter.heading);
    if (kind === "nonGoals" || kind === "future") return true;
    const isOneWord = !headingWords(chapter.heading).includes(" ");
    const mayBeAside = asideKinds.has(kind) && (isOneWord || kind === "questions");
    return mayBeAside && !hasLabelBelow(chapter);
  }

  #within(heading: string, context: Context): Context {
    const area = isPriorityHeading(heading) ? context.area : areaName(heading);
    return {
      ...context,
      area,
      lead: [],
      heading: this.#numbered(heading),
      optional: optionalityOf(heading) ?? context.optional,
    };
  }

  #numbered(heading: string): NumberedHeading {
    this.#positions += 1;
    return { number: /^\D{0,3}(\d+(?:\.\d+)*)[.)]?\s/.exec(heading)?.[1] ?? null, position: this.#positions };
  }

  /** A bare number before a heading counts the sections of the document. */
  #headingLabel(heading: string): Label | null {
    const label = bears({ text: heading, lead: null });
    return label?.isBare ? null : label;
  }

  /** In a chapter of another purpose an id that is known already is a mention. */
  #isNew(label: Label): boolean {
    return (
      !this.#ids.has(label.id) && (label.isSetOff || label.rest === "") && !/^Requirement \d/.test(label.id)
    );
  }

  #labelledChapter(chapter: Chapter, label: Label, context: Context): void {
    const optional = optionalityOf(chapter.heading) ?? context.optional;
    if (hasLabelBelow(chapter)) {
      const group = this.#group(label.id, label.rest || label.id, chapter.line);
      const inner = {
        ...this.#within(label.rest || label.id, context),
        optional,
        groups: [...context.groups, group],
      };
      this.#blocks(chapter.blocks, inner);
      for (const child of chapter.chapters) this.#readAll(child, inner, false);
      return;
    }
    const title = label.rest === "" ? null : label.rest;
    const requirement = this.#open({ label, title, text: "", line: chapter.line }, { ...context, optional });
    this.#absorbChapter(requirement, chapter);
  }

  #group(id: string, text: string, line: number): OpenGroup {
    const group = { id, text, line, members: [] };
    this.#ids.add(id);
    this.groups.push(group);
    return group;
  }

  #fromHeading(chapter: Chapter, context: Context): void {
    const numbered = this.#numbered(chapter.heading);
    const number =
      numbered.number !== null && !numbered.number.includes(".") ? Number(numbered.number) : null;
    const label = labelOf(chapter.heading);
    const title = withoutNumber(chapter.heading);
    const heading = number === null ? numbered : null;
    const optional = optionalityOf(chapter.heading) ?? context.optional;
    const own = label?.family === "requirement" && label.rest !== "" ? label : null;
    const requirement = this.#open(
      { label: own, number, title, text: "", line: chapter.line },
      { ...context, optional, heading },
    );
    this.#absorbChapter(requirement, chapter);
  }

  #absorbChapter(requirement: OpenRequirement, chapter: Chapter): void {
    absorb(requirement, chapter.blocks, null);
    for (const child of chapter.chapters) {
      if (kindOfLabel(child.heading) === "criteria") absorb(requirement, child.blocks, "criteria");
      else absorb(requirement, child.blocks, withoutNumber(child.heading));
      for (const grandchild of child.chapters)
        absorb(requirement, grandchild.blocks, withoutNumber(grandchild.heading));
    }
    requirement.endLine = Math.max(requirement.endLine, lastLineOf(chapter));
    if (requirement.text === "") requirement.text = requirement.title ?? "";
  }

  #blocks(blocks: readonly Block[], context: Context): void {
    const open: OpenChapter = { context, inner: context, current: null, intro: null };
    for (const [index, block] of blocks.entries()) {
      if (block.kind === "paragraph")
        for (const line of block.lines) this.#line(line, blocks[index + 1], open);
      else this.#block(block, blocks[index - 1], open);
    }
  }

  #line(line: Line, next: Block | undefined, open: OpenChapter): void {
    const { context, current, inner } = open;
    const numbered = context.labelledOnly ? null : numberedLine(line);
    const label = bears(line);
    if (numbered !== null) {
      this.#item(numbered, inner, false);
      open.current = null;
    } else if (label !== null && (!context.labelledOnly || this.#isNew(label))) {
      open.current = this.#fromLine(line, label, inner);
    } else if (isBoldLine(line) && this.#beginsArea(next, current)) {
      const name = withoutColon(line.text);
      open.current = null;
      open.inner = kindlessLabel.test(name) ? { ...context, lead: inner.lead } : this.#within(name, context);
    } else if (current !== null) {
      absorb(current, [{ kind: "paragraph", lines: [line] }], null);
      open.intro = isHeadLine(line) ? { text: line.text, line: line.line } : null;
    } else if (isHeadLine(line) && !isBoldLine(line)) {
      open.inner = { ...inner, lead: [...context.lead, { text: line.text, line: line.line }] };
    }
  }

  #block(block: Block, before: Block | undefined, open: OpenChapter): void {
    const labelled = hasLabels(block);
    // Bullets right below a numbered list belong to its last point only.
    const owner =
      open.current ?? (continuesNumbers(block, before) && !labelled ? (this.found.at(-1) ?? null) : null);
    if (owner !== null && !labelled) absorb(owner, [block], this.#openLabel(before));
    else if (block.kind === "list") {
      const heads = open.current !== null && labelled;
      this.#items(block.items, heads ? this.#asGroup(open.current, open.inner, open.intro) : open.inner);
      if (labelled) open.current = null;
    } else if (block.kind === "table") this.#table(block, open.inner);
    else if (block.kind === "code" && !open.context.labelledOnly) this.#sample(block, before);
  }

  /** The label above a list or a table within a requirement. */
  #openLabel(before: Block | undefined): string | null {
    const last = before?.kind === "paragraph" ? before.lines.at(-1) : undefined;
    return last !== undefined && isHeadLine(last) && bears(last) === null
      ? kindOfLabel(withoutColon(last.text)) === "criteria"
        ? "criteria"
        : withoutColon(last.text)
      : null;
  }

  /** A bold line heads an area where no requirement is open above it, or where the next one is its own. */
  #beginsArea(next: Block | undefined, current: OpenRequirement | null): boolean {
    if (current === null) return true;
    const first =
      next?.kind === "paragraph" ? next.lines[0] : next?.kind === "list" ? next.items[0] : undefined;
    return first !== undefined && bears(first) !== null;
  }

  /** A fence after a list belongs to the list's last requirement. */
  #sample(block: Block & { kind: "code" }, before: Block | undefined): void {
    const last = this.found.at(-1);
    if (last !== undefined && before !== undefined && before.kind === "list") absorb(last, [block], null);
  }

  /** A requirement that turns out to head others is none. */
  #asGroup(requirement: OpenRequirement | null, context: Context, intro: Passage | null = null): Context {
    if (requirement === null) return context;
    this.found.splice(this.found.lastIndexOf(requirement), 1);
    for (const { members } of context.groups) members.splice(members.lastIndexOf(requirement), 1);
    const id = requirement.label?.id ?? "";
    const group = id === "" ? [] : [this.#group(id, requirement.text, requirement.line)];
    if (id === "") this.areas.add(requirement.line);
    const { text, line } = requirement;
    const leads = [...(isName(text) ? [] : [{ text, line }]), ...(intro === null ? [] : [intro])];
    return {
      ...context,
      area: isName(text) ? text : context.area,
      lead: [...context.lead, ...leads],
      optional: requirement.optional ?? context.optional,
      groups: [...context.groups, ...group],
    };
  }

  #items(items: readonly Item[], context: Context): void {
    // One area among the points makes areas of all that have points below them.
    const hasAreas = items.some((item) => isAreaItem(item));
    for (const item of items) this.#item(item, context, hasAreas);
  }

  #item(item: Item, context: Context, mayBeArea: boolean): void {
    const label = bears(item);
    if (item.struck !== null && item.struck.length >= item.text.length - 4)
      this.unread.push({ text: item.text, line: item.line, reason: "it is crossed out" });
    else if (context.labelledOnly && (label === null || !this.#isNew(label))) this.#below(item, context);
    else if (item.text !== "" && (label !== null || !isAboutDocument(item.text)))
      this.#point(item, label, context, mayBeArea);
  }

  #point(item: Item, label: Label | null, context: Context, mayBeArea: boolean): void {
    const isHead = item.blocks.some((block) => hasLabels(block));
    if (isHead) this.#below(item, this.#asGroup(this.#fromLine(item, label, context), context));
    else if (
      label === null &&
      mayBeArea &&
      isName(item.text) &&
      item.blocks.some(({ kind }) => kind === "list")
    ) {
      this.areas.add(item.line);
      this.#below(item, this.#within(withoutColon(item.text), context));
    } else absorb(this.#fromLine(item, label, context), item.blocks, null);
  }

  #below(item: Item, context: Context): void {
    for (const block of item.blocks) if (block.kind === "list") this.#items(block.items, context);
  }

  #fromLine(line: Line | Item, label: Label | null, context: Context): OpenRequirement {
    const whole = label?.rest ?? line.text;
    const bold = line.lead === null ? "" : (labelOf(line.lead)?.rest ?? (label === null ? line.lead : ""));
    const rest = bold !== "" && whole.startsWith(bold) ? afterLead(whole, bold) : whole;
    const title = bold !== "" && bold !== whole ? bold.replace(/[.:：]$/, "") : null;
    const number = label === null && "number" in line ? line.number : null;
    return this.#open({ label, number, title, text: rest === "" ? whole : rest, line: line.line }, context);
  }

  #table(table: TableBlock, context: Context): void {
    for (const row of requirementRows(table) ?? []) {
      const isNumber = /^\d+$/.test(row.id);
      const label = (isNumber ? null : bears(unbolded(row.id))) ?? bears(unbolded(row.text));
      const isTaken =
        label === null
          ? context.labelledOnly
          : context.labelledOnly && !this.#isNew({ ...label, isSetOff: true });
      if (row.text !== "" && !isTaken) this.#row(row, label, context);
    }
  }

  #row(row: RequirementRow, label: Label | null, context: Context): void {
    const text = label !== null && label.rest !== "" ? label.rest : row.text;
    const number = label === null && /^\d+$/.test(row.id) ? Number(row.id) : null;
    const inner = row.area === "" ? context : { ...context, area: row.area };
    const requirement = this.#open({ label, number, title: row.title || null, text, line: row.line }, inner);
    requirement.optional = optionalityOfPriority(row.priority) ?? requirement.optional;
    for (const other of row.others)
      addPoint(
        requirement,
        { ...other, line: row.line, parts: [] },
        kindOfLabel(other.label) === "criteria" ? "criteria" : other.label,
      );
  }

  #open(
    given: Pick<OpenRequirement, "text" | "line"> & Partial<OpenRequirement>,
    context: Context,
  ): OpenRequirement {
    // `Name (optional)` as one of several fields describes the field.
    const isField = context.lead.some(({ text }) =>
      /fields?\b|attribut|propert|column|feld|campo|champ|필드|字段|項目|поля/i.test(text),
    );
    const marked = optionalityOf(given.title ?? "") ?? (isField ? null : optionalityOf(given.text));
    const requirement: OpenRequirement = {
      label: null,
      number: null,
      heading: context.heading,
      title: null,
      lead: context.lead,
      parts: [],
      area: context.area,
      criteria: [],
      code: [],
      isQuality: context.isQuality || given.label?.family === "quality",
      endLine: given.line,
      ...given,
      optional: marked ?? context.optional,
    };
    this.found.push(requirement);
    if (requirement.label !== null) this.#ids.add(requirement.label.id);
    for (const { members } of context.groups) members.push(requirement);
    return requirement;
  }
}

const noContext: Context = {
  area: null,
  lead: [],
  heading: null,
  optional: null,
  isQuality: false,
  labelledOnly: false,
  groups: [],
};

const demand =
  /\b(?:must|shall|should|needs?|has to|have to|will be able|can|muss|müssen|soll|sollen|kann|können|debe|deben|puede|pueden|doit|doivent|peut|peuvent|deve|devem|devono|può|pode|moet|moeten|kan|musi|może|ska|måste)\b|해야|할 수|必须|应当?|可以|する必要|できる|долж/iu;

/** `We don't need payment`: a sentence on what is left out. */
const denial = /^(?:we|it|there|this)\b[^,;]*?(?:n['’]t|\bnot|\bno) (?:need|have|want|require)/i;

const asideKinds = new Set(["context", "goals", "risks", "questions", "decisions"]);

/** `Requirements:` above a list says nothing about its area. */
const kindlessLabel =
  /^(?:functional )?requirements?$|^(?:details?|notes?|anforderungen|requisitos|요구 ?사항|需求)$/i;

const isPriorityHeading = (heading: string): boolean =>
  /^(?:must|should|could|won['’]?t)(?:[- ]haves?)?$|^(?:mvp|p[0-3])$/.test(headingWords(heading)) ||
  isPriority(heading);

/** `Phase 5: Cleanup`, but not `Rollback`. */
const isNumberedPhase = (heading: string): boolean => /^\p{L}+ \d/u.test(headingWords(heading));

const withoutNumber = (heading: string): string =>
  heading.replace(/^\D{0,3}\d+(?:\.\d+)*[.):]*\s+/, "").trim() || heading;

const areaName = (heading: string): string => withoutColon(withoutNumber(heading));

const continuesNumbers = (block: Block, before: Block | undefined): boolean =>
  block.kind === "list" && !block.ordered && before?.kind === "list" && before.ordered;

/** Right below a line of prose, Markdown reads `3. Users pay` as prose too. */
function numberedLine(line: Line): Item | null {
  const [, number, text] = /^(\d+)[.)]\s+(.+)$/.exec(line.text) ?? [];
  return number === undefined || text === undefined
    ? null
    : { ...line, text, number: Number(number), blocks: [] };
}

/** `Plants` above points that have points of their own is an area; a sentence is a requirement with parts. */
function isAreaItem({ text, blocks }: Item): boolean {
  const below = blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
  return isName(text) && below.some((item) => item.blocks.some(({ kind }) => kind === "list"));
}

const isName = (text: string): boolean => text.split(/\s+/).length <= 4 && !/[.!?;]$/.test(text);
