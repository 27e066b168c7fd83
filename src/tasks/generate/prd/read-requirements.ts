import type { Block, Item, Line, Section, TableRow } from "./outline.ts";
import type { CodeSample, Detail, Requirement } from "./prd.ts";
import { citedKeys, labelledText, requirementKey } from "./requirement-id.ts";
import { headingWords, type SectionKind, sectionKind } from "./section-kind.ts";

/** A requirement while its details are still being read. */
interface OpenRequirement {
  /** As written; null for a bullet or a heading without a number. */
  readonly label: string | null;
  readonly number: number | null;
  readonly parent: OpenRequirement | null;
  readonly title: string | null;
  readonly area: string | null;
  readonly areaNumber: string | null;
  readonly origin: "heading" | "paragraph" | "item" | "row";
  readonly quality: boolean;
  readonly line: number;
  text: string;
  details: Detail[];
  criteria: string[];
  code: CodeSample[];
  /** Where the next lines of it go. */
  group: string | null;
}

interface Place {
  readonly area: string | null;
  readonly areaNumber: string | null;
  readonly quality: boolean;
}

export interface LeftOut {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

const metaLabel =
  /^(priority|status|owner|effort|estimate|estimated \w+|complexity|rationale|why|note|notes|source|type|category|phase|release|assignee|impact|severity|risk|우선순위|상태)$/i;
const criteriaLabel =
  /^(acceptance( criteria| tests?)?|success criteria|definition of done|verification|done when|criteria|validation criteria|how to (test|verify)|akzeptanzkriterien|criterios de aceptaci[oó]n|수용 기준|인수 조건|완료 조건|验收标准|受け入れ(条件|基準)|критерии приемки)$/i;
const descriptionLabel = /^(description|requirement|summary|details?|beschreibung|descripci[oó]n|설명|описание)$/i;
const modal = /\b(must|shall|should|will|needs? to|has to|have to|can|may)\b/i;

/** Collects the requirements of the sections that hold them, in the order they are written. */
export class RequirementReader {
  readonly leftOut: LeftOut[] = [];
  readonly #found: OpenRequirement[] = [];
  #open: OpenRequirement | null = null;

  /** Reads one section of requirements with everything below it. */
  readSection(section: Section, kind: SectionKind): void {
    const before = this.#found.length;
    this.#open = null;
    this.#readBody(section, kind, { area: null, areaNumber: null, quality: kind === "quality" });
    // A section that is one piece of prose is one requirement.
    if (this.#found.length === before) this.#openProse(section, kind);
    this.#open = null;
  }

  /** Reads only what bears an id of its own, in a section that is about something else. */
  readLabelled(section: Section): void {
    const place = { area: null, areaNumber: null, quality: false };
    this.#open = null;
    this.#readLabelledHeading(section, place);
    for (const block of section.blocks) this.#readLabelledBlock(block, place);
    this.#open = null;
  }

  /** What was found, with ids that are unique and parents and references resolved. */
  requirements(): readonly Requirement[] {
    const ids = this.#ids();
    const keys = new Map([...ids].map(([open, id]) => [requirementKey(id), open]));
    const english = isMostlyEnglish(this.#found.map((open) => `${open.title ?? ""} ${open.text} ${allTexts(open.details).join(" ")}`).join(" "));
    return this.#found.map((open) => finish(open, ids, keys, english));
  }

  has(id: string): boolean {
    const key = requirementKey(id);
    return this.#found.some(({ label }) => label !== null && requirementKey(label) === key);
  }

  get count(): number {
    return this.#found.length;
  }

  #readBody(section: Section, kind: SectionKind, place: Place): void {
    for (const block of section.blocks) this.#readBlock(block, place);
    for (const child of section.sections) {
      if (sectionKind(child.heading, kind) !== kind) continue;
      this.#readChild(child, kind, place);
    }
  }

  #readChild(child: Section, kind: SectionKind, place: Place): void {
    const label = labelledText(child.heading);
    const within = this.#open;
    if (label !== undefined && isRequirementLabel(label.family, place) && this.#isHeadingRequirement(child, label.id)) {
      this.#readHeadingRequirement(child, kind, place);
    } else if (within?.origin === "heading") {
      this.#readGroup(child, within);
    } else {
      this.#readArea(child, kind, place);
    }
  }

  /** `4.1 Authentication` numbers a group where requirements with ids or numbers of their own stand below it. */
  #isHeadingRequirement(section: Section, id: string): boolean {
    if (!id.startsWith("Requirement ") || /^\s*requirement/i.test(section.heading)) return true;
    return false;
  }

  #readHeadingRequirement(section: Section, kind: SectionKind, place: Place): void {
    const label = labelledText(section.heading);
    if (label === undefined) return;
    const parent = this.#open;
    const open = this.#start({
      label: label.id,
      number: null,
      parent: parent?.origin === "heading" ? parent : null,
      title: titleOf(label.rest),
      text: label.rest,
      line: section.line,
      origin: "heading",
      place,
    });
    for (const block of section.blocks) this.#readBlock(block, place);
    for (const child of section.sections) {
      this.#open = open;
      this.#readChild(child, kind, place);
    }
    this.#open = parent;
  }

  /** A small heading inside a requirement: its acceptance criteria, or a group of its details. */
  #readGroup(section: Section, open: OpenRequirement): void {
    open.group = section.heading.replace(/:$/, "");
    for (const block of section.blocks) this.#addToOpen(block, open);
    for (const child of section.sections) this.#readGroup(child, open);
    open.group = null;
  }

  #readArea(section: Section, kind: SectionKind, place: Place): void {
    const before = this.#found.length;
    this.#open = null;
    const inner = place.area === null ? { ...place, ...areaOf(section.heading) } : place;
    this.#readBody(section, kind, inner);
    if (this.#found.length === before) this.#openProse(section, kind);
    this.#open = null;
  }

  /** A heading under which nothing was listed is itself the requirement, if anything is said about it. */
  #openProse(section: Section, kind: SectionKind): void {
    if (section.blocks.length === 0 || section.depth === 0) return;
    const number = labelledText(section.heading);
    const open = this.#start({
      label: number?.id ?? null,
      number: null,
      parent: null,
      title: titleOf(number?.rest ?? section.heading),
      text: "",
      line: section.line,
      origin: "heading",
      place: { area: null, areaNumber: null, quality: kind === "quality" },
    });
    for (const block of section.blocks) this.#addToOpen(block, open);
    if (open.text === "") open.text = open.title ?? "";
  }

  #readBlock(block: Block, place: Place): void {
    switch (block.kind) {
      case "paragraph":
        for (const line of block.lines) this.#readLine(line, place);
        break;
      case "list":
        for (const item of block.items) this.#readItem(item, place);
        break;
      case "table":
        this.#readTable(block.header, block.rows, place);
        break;
      case "code":
        this.#open?.code.push(block);
        break;
    }
  }

  #readLine(line: Line, place: Place): void {
    const label = labelledText(line.text);
    if (label !== undefined && isRequirementLabel(label.family, place) && isLabelInProse(line, label.id)) {
      this.#startLabelled(line, label.id, label.rest, "paragraph", place);
      return;
    }
    if (this.#open !== null) addLine(this.#open, line);
    else if (modal.test(line.text) && !line.text.endsWith(":") && line.text.length > 25 && place.area !== null) {
      this.#start({ label: null, number: null, parent: null, title: null, text: line.text, line: line.line, origin: "paragraph", place });
    }
  }

  #readItem(item: Item, place: Place): void {
    const label = labelledText(item.text);
    if (item.struck) {
      this.leftOut.push({ line: item.line, text: item.text, reason: "it is struck through" });
      return;
    }
    if (label !== undefined && isRequirementLabel(label.family, place)) {
      this.#startLabelled(item, label.id, label.rest, "item", place);
      this.#readBelow(item, place);
      return;
    }
    if (this.#open !== null && this.#belongsToOpen(item)) {
      addItem(this.#open, item);
      return;
    }
    if (isHeaderOfLabelled(item)) {
      this.#readLabelledChildren(item, place);
      return;
    }
    if (item.text === "") return;
    this.#startItem(item, place);
    this.#readBelow(item, place);
  }

  #startItem(item: Item, place: Place): void {
    const { title, text } = leadAndText(item);
    this.#start({ label: null, number: item.number, parent: null, title, text, line: item.line, origin: "item", place });
  }

  /** A bullet without an id that only heads requirements with ids is their area. */
  #readLabelledChildren(item: Item, place: Place): void {
    const inner = place.area === null ? { ...place, ...areaOf(item.lead ?? item.text) } : place;
    for (const block of item.blocks) this.#readBlock(block, inner);
    this.#open = null;
  }

  #readBelow(item: Item, place: Place): void {
    const open = this.#open;
    if (open === null) return;
    for (const block of item.blocks) {
      if (block.kind === "list") for (const child of block.items) this.#readNested(child, open, place);
      else this.#addToOpen(block, open);
      this.#open = open;
    }
  }

  #readNested(item: Item, open: OpenRequirement, place: Place): void {
    const label = labelledText(item.text);
    if (label !== undefined && isRequirementLabel(label.family, place) && !item.struck) {
      this.#open = open;
      this.#startLabelled(item, label.id, label.rest, "item", place, open);
      this.#readBelow(item, place);
      this.#open = open;
    } else {
      addItem(open, item);
    }
  }

  /** Bullets after a requirement are about it, unless it is itself a bullet or number of the same list. */
  #belongsToOpen(item: Item): boolean {
    const open = this.#open;
    if (open === null) return false;
    if (open.origin !== "item") return true;
    if (open.label !== null) return item.number === null;
    return open.number !== null && item.number === null;
  }

  #startLabelled(
    line: Line,
    id: string,
    rest: string,
    origin: OpenRequirement["origin"],
    place: Place,
    parent: OpenRequirement | null = this.#parentFor(id),
  ): void {
    if (this.has(id) && place.area === null && origin === "row") {
      this.leftOut.push({ line: line.line, text: line.text, reason: `${id} was read before` });
      return;
    }
    const { title, text } = titleAndText(line, rest);
    this.#start({ label: id, number: null, parent, title, text, line: line.line, origin, place });
  }

  /** `FR-1.2` below `FR-1` is a part of it. */
  #parentFor(id: string): OpenRequirement | null {
    const key = requirementKey(id);
    const parentKey = key.replace(/\.\d+[a-z]?$/, "");
    if (parentKey === key) return null;
    return this.#found.findLast(({ label }) => label !== null && requirementKey(label) === parentKey) ?? null;
  }

  #start(start: Pick<OpenRequirement, "label" | "number" | "parent" | "title" | "text" | "line" | "origin"> & { place: Place }): OpenRequirement {
    const { place, ...rest } = start;
    const open: OpenRequirement = { ...rest, ...place, details: [], criteria: [], code: [], group: null };
    if (open.title === null && open.text === "") open.text = open.label ?? "";
    this.#found.push(open);
    this.#open = open;
    return open;
  }

  #readTable(header: readonly string[], rows: readonly TableRow[], place: Place): void {
    const first = rows[0]?.cells[0] ?? "";
    const labelled = labelledText(first);
    const isList = labelled !== undefined && isRequirementLabel(labelled.family, place);
    const describes = header.some((cell) => /requirement|feature|description|anforderung|요구|需求|requisito/i.test(cell));
    if (!isList && (this.#open !== null || !describes)) {
      if (this.#open !== null) addTable(this.#open, header, rows);
      return;
    }
    for (const row of rows) this.#readRow(header, row, place);
    this.#open = null;
  }

  #readRow(header: readonly string[], row: TableRow, place: Place): void {
    const label = labelledText(row.cells[0] ?? "");
    const column = (wording: RegExp) => row.cells[header.findIndex((cell) => wording.test(cell))] ?? "";
    const cells = label === undefined ? row.cells : row.cells.slice(1);
    const text = column(/requirement|description|feature|anforderung|beschreibung|요구|설명|需求|descripci/i) || longest(cells);
    const name = cells.find((cell) => cell !== text && cell.length > 3 && cell.length < 60 && !/^(p\d|high|medium|low|must|should|could|won.t|yes|no)\b/i.test(cell));
    this.#start({
      label: label?.id ?? null,
      number: null,
      parent: label === undefined ? null : this.#parentFor(label.id),
      title: name !== undefined && cells.indexOf(name) < cells.indexOf(text) ? name : null,
      text: text === row.cells[0] && label !== undefined ? label.rest : text,
      line: row.line,
      origin: "row",
      place,
    });
    const criteria = column(/acceptance|criteria|verification|akzeptanz|수용|验收/i);
    if (criteria !== "" && criteria !== text) this.#open?.criteria.push(...criteria.split(/;\s+/));
  }

  #addToOpen(block: Block, open: OpenRequirement): void {
    switch (block.kind) {
      case "paragraph":
        for (const line of block.lines) addLine(open, line);
        break;
      case "list":
        for (const item of block.items) addItem(open, item);
        break;
      case "table":
        addTable(open, block.header, block.rows);
        break;
      case "code":
        open.code.push(block);
        break;
    }
  }

  #readLabelledHeading(section: Section, place: Place): void {
    const label = labelledText(section.heading);
    if (label === undefined || label.family !== "requirement" || !/^[A-Z]/.test(label.id) || label.id.startsWith("Requirement ")) return;
    if (this.has(label.id)) return;
    this.#start({ label: label.id, number: null, parent: this.#parentFor(label.id), title: titleOf(label.rest), text: label.rest, line: section.line, origin: "heading", place });
  }

  #readLabelledBlock(block: Block, place: Place): void {
    if (this.#open?.origin === "heading") {
      this.#addToOpen(block, this.#open);
      return;
    }
    if (block.kind === "paragraph") for (const line of block.lines) this.#readLabelledLine(line, place);
    if (block.kind === "list") for (const item of block.items) this.#readLabelledItem(item, place);
  }

  #readLabelledLine(line: Line, place: Place): void {
    const label = labelledText(line.text);
    if (label === undefined || !this.#isNewLabel(label.id, label.rest)) return;
    this.#startLabelled(line, label.id, label.rest, "paragraph", place);
  }

  #readLabelledItem(item: Item, place: Place): void {
    const label = labelledText(item.text);
    if (label === undefined || !this.#isNewLabel(label.id, label.rest)) return;
    this.#startLabelled(item, label.id, label.rest, "item", place);
    this.#readBelow(item, place);
  }

  /** Elsewhere, only the usual letters announce a requirement, and only where one is described. */
  #isNewLabel(id: string, rest: string): boolean {
    return /^(?:N?FR|REQ|TR|UR|BR|SR)[-_ ]?[A-Z\d]/.test(id) && rest.length > 10 && !this.has(id);
  }

  #ids(): ReadonlyMap<OpenRequirement, string> {
    const numbered = this.#found.filter(({ label, number }) => label === null && number !== null);
    const restarts = new Set(numbered.map(({ number }) => number)).size < numbered.length;
    const areas = [...new Set(numbered.map(({ area }) => area))];
    const taken = new Set<string>();
    const ids = new Map<OpenRequirement, string>();
    for (const open of this.#found) {
      const wanted = open.label ?? wantedNumber(open, restarts, areas);
      ids.set(open, firstFree(wanted, taken));
    }
    return ids;
  }
}

function wantedNumber(open: OpenRequirement, restarts: boolean, areas: readonly (string | null)[]): string | null {
  if (open.number === null) return null;
  if (!restarts) return `Requirement ${open.number}`;
  return `Requirement ${open.areaNumber ?? areas.indexOf(open.area) + 1}.${open.number}`;
}

/** An id that stands twice in a PRD gets a letter, so that each can be named; what has none is counted. */
function firstFree(wanted: string | null, taken: Set<string>): string {
  const letters = ["", ..."bcdefghijklmnopqrstuvwxyz"];
  const candidates = wanted === null ? countUp() : letters.map((letter) => `${wanted}${letter}`);
  for (const id of candidates) {
    const key = requirementKey(id);
    if (taken.has(key)) continue;
    taken.add(key);
    return id;
  }
  return firstFree(null, taken);
}

function* countUp(): Generator<string> {
  for (let number = 1; ; number += 1) yield `Requirement ${number}`;
}

function finish(
  open: OpenRequirement,
  ids: ReadonlyMap<OpenRequirement, string>,
  byKey: ReadonlyMap<string, OpenRequirement>,
  english: boolean,
): Requirement {
  const id = ids.get(open) ?? "";
  const words = [open.text, ...allTexts(open.details), ...open.criteria].join("\n");
  const references = citedKeys(words).flatMap((key) => {
    const named = byKey.get(key);
    return named === undefined || named === open ? [] : [ids.get(named) ?? ""];
  });
  return {
    id,
    parent: open.parent === null ? null : (ids.get(open.parent) ?? null),
    title: open.title,
    text: open.text === "" ? (open.title ?? id) : open.text,
    area: open.area,
    details: open.details,
    criteria: open.criteria,
    code: open.code,
    references: [...new Set(references)],
    english,
    quality: open.quality,
    line: open.line,
  };
}

/** Told by the small words that no sentence does without. */
function isMostlyEnglish(text: string): boolean {
  const count = (wording: RegExp) => text.match(wording)?.length ?? 0;
  const foreign = count(/\b(?:der|und|für|mit|wird|werden|ist|nicht|el|los|las|del|para|con|una|por|debe|les|des|pour|avec|est|della|het|een|voor|não|da|deve|się|jest)\b/gi) + count(/[^\p{Script=Latin}\p{Script=Common}]{2,}/gu);
  return foreign === 0 || foreign < count(/\b(?:the|and|of|to|with|for|must|in|on|is|by|from|when|all)\b/gi);
}

const allTexts = (details: readonly Detail[]): readonly string[] =>
  details.flatMap(({ text, details: below }) => [text, ...allTexts(below)]);

function isRequirementLabel(family: string, place: Place): boolean {
  return family === "requirement" || family === "quality" || (family === "story" && place.area === null) || family === "story";
}

/** In prose `Requirement 1.1` is a label only where it is bold or ends in a colon: `1.1 seconds later …` is not. */
const isLabelInProse = (line: Line, id: string): boolean =>
  !id.startsWith("Requirement ") || line.lead !== null || /^[^:：]{1,24}[:：]/.test(line.text);

const isHeaderOfLabelled = (item: Item): boolean =>
  item.blocks.some(
    (block) =>
      block.kind === "list" &&
      block.items.some(({ text }) => {
        const label = labelledText(text);
        return label !== undefined && (label.family === "requirement" || label.family === "quality");
      }),
  );

function areaOf(heading: string): { area: string; areaNumber: string | null } {
  const number = /^\W*(\d+(?:\.\d+)*)[.)]?\s/.exec(heading)?.[1] ?? null;
  return { area: titleOf(heading.replace(/^\W*\d+(?:\.\d+)*[.)]?\s+/, "")) ?? heading, areaNumber: number };
}

/** A heading without emoji, numbering's leftovers, a closing colon and remarks such as `(P0)`. */
function titleOf(heading: string): string | null {
  const title = heading
    .replaceAll(/[\p{Extended_Pictographic}\u{FE0F}]/gu, "")
    .replace(/\s*[([](?:p\d|must|should|could|high|medium|low|critical|mvp|required|optional)[^)\]]*[)\]]\s*$/i, "")
    .replace(/^[\s:：—–-]+|[\s:：—–-]+$/g, "")
    .trim();
  return title === "" ? null : title;
}

function titleAndText(line: Line, rest: string): { title: string | null; text: string } {
  if (line.lead === null) return leadFromColon(rest);
  const label = labelledText(line.lead);
  // `**FR-1**: text` has a bold id alone; `**FR-1: Title** text` and `**FR-1** **Title**: text` a title too.
  const title = label === undefined ? null : titleOf(label.rest);
  if (title === null) return leadFromColon(rest);
  const text = rest.slice(rest.indexOf(title) + title.length).replace(/^[\s:：.—–-]+/, "");
  return { title, text: text === "" ? title : text };
}

/** `Password reset: users can …` has a title before its colon, if that is short. */
function leadFromColon(text: string): { title: string | null; text: string } {
  const bare = /^([^:：.(`]{3,40})[:：]$/u.exec(text)?.[1];
  if (bare !== undefined && !modal.test(bare) && bare.split(/\s+/).length <= 4) return { title: titleOf(bare), text: bare };
  const parts = /^([^:：.(`]{3,48})\s*[:：]\s+(\S.*)$/u.exec(text);
  if (parts?.[1] === undefined || parts[2] === undefined || modal.test(parts[1])) return { title: null, text };
  return { title: titleOf(parts[1]), text: parts[2] };
}

function leadAndText(item: Item): { title: string | null; text: string } {
  if (item.lead === null) return leadFromColon(item.text);
  const after = item.text.slice(item.text.indexOf(item.lead) + item.lead.length);
  const text = after.replace(/^[\s:：.—–-]+/, "");
  // Bold words in the middle of a sentence are emphasis, not a title.
  if (/^\s+\p{Ll}/u.test(after) && !/^\s+[—–-]/.test(after)) return { title: null, text: item.text };
  return { title: titleOf(item.lead), text };
}

function addLine(open: OpenRequirement, line: Line): void {
  if (line.struck) return;
  const labelled = labelOf(line);
  if (labelled !== undefined) {
    addLabelled(open, labelled.label, labelled.rest, line.line);
    return;
  }
  if (isTitleOnly(open)) {
    open.text = line.text;
    return;
  }
  addDetail(open, { text: line.text, line: line.line, group: open.group, details: [] });
}

const isTitleOnly = (open: OpenRequirement): boolean =>
  open.details.length === 0 && open.group === null && (open.text === "" || open.text === open.title);

/** `**Acceptance Criteria**:`, `**Priority**: High`, `Description: …` */
function labelOf(line: Line): { label: string; rest: string } | undefined {
  const colon = /^([^:：]{2,40})\s*[:：]\s*(.*)$/u.exec(line.text);
  const label = line.lead ?? colon?.[1];
  if (label === undefined) return undefined;
  const rest = line.text.slice(line.text.indexOf(label) + label.length).replace(/^[\s:：]+/, "");
  if (modal.test(label)) return undefined;
  const known = metaLabel.test(label) || criteriaLabel.test(label) || descriptionLabel.test(label);
  return known || (rest === "" && line.text.length < 60) ? { label, rest } : undefined;
}

function addLabelled(open: OpenRequirement, label: string, rest: string, line: number): void {
  if (metaLabel.test(label)) return;
  if (descriptionLabel.test(label)) {
    if (rest !== "" && isTitleOnly(open)) open.text = rest;
    else if (rest !== "") addDetail(open, { text: rest, line, group: null, details: [] });
    return;
  }
  open.group = label;
  if (rest !== "") addDetail(open, { text: rest, line, group: label, details: [] });
}

function addItem(open: OpenRequirement, item: Item): void {
  if (item.struck || item.text === "") return;
  const label = item.lead ?? item.text.replace(/\s*[:：].*$/u, "");
  if (metaLabel.test(label) && /[:：]/.test(item.text)) return;
  if (criteriaLabel.test(label)) {
    const rest = item.text.slice(label.length).replace(/^[\s:：]+/, "");
    if (rest !== "") open.criteria.push(rest);
    open.criteria.push(...detailsBelow(item).map(({ text }) => text));
    return;
  }
  addDetail(open, { text: item.text, line: item.line, group: open.group, details: detailsBelow(item) });
  for (const block of item.blocks) if (block.kind === "code") open.code.push(block);
}

function addDetail(open: OpenRequirement, detail: Detail): void {
  if (open.group !== null && criteriaLabel.test(headingWords(open.group))) open.criteria.push(detail.text);
  else open.details.push(detail);
}

function detailsBelow(item: Item): readonly Detail[] {
  return item.blocks.flatMap((block): readonly Detail[] => {
    if (block.kind === "paragraph") return block.lines.map(({ text, line }) => ({ text, line, group: null, details: [] }));
    if (block.kind !== "list") return [];
    return block.items
      .filter(({ struck, text }) => !struck && text !== "")
      .map((child) => ({ text: child.text, line: child.line, group: null, details: detailsBelow(child) }));
  });
}

/** A row reads `first cell: the others`, each with its column's name where there are several. */
function addTable(open: OpenRequirement, header: readonly string[], rows: readonly TableRow[]): void {
  for (const { cells, line } of rows) {
    const [first = "", ...others] = cells;
    const rest = others
      .map((cell, index) => (others.length > 1 && cell !== "" ? `${header[index + 1] ?? ""} ${cell}`.trim() : cell))
      .filter((cell) => cell !== "");
    addDetail(open, { text: rest.length === 0 ? first : `${first}: ${rest.join(", ")}`, line, group: open.group, details: [] });
  }
}

const longest = (cells: readonly string[]): string =>
  cells.reduce((long, cell) => (cell.length > long.length ? cell : long), "");
