import { isOrder } from "../wording/clause.ts";
import { demandsInProse, describesProduct, tellsMuch } from "./demands-in-prose.ts";
import { finish, firstFree, wantedNumber } from "./finish-requirements.ts";
import { partLater } from "./later-work.ts";
import type { OpenRequirement } from "./open-requirement.ts";
import { addItem, addLine, addTable, addTarget, modal } from "./open-requirement.ts";
import type { Block, Item, Line, Section, TableRow } from "./outline.ts";
import type { Endpoint, Requirement } from "./prd.ts";
import { labelledText, requirementKey } from "./requirement-id.ts";
import { areaOf, headingTitle, leadAndText, titleAndText } from "./requirement-title.ts";
import type { SectionKind } from "./section-kind.ts";
import { headingWords, sectionKind } from "./section-kind.ts";

interface Place {
  readonly area: string | null;
  readonly areaNumber: string | null;
  readonly quality: boolean;
}

const nowhere: Place = { area: null, areaNumber: null, quality: false };

export interface LeftOut {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** Collects the requirements of the sections that hold them, in the order they are written. */
export class RequirementReader {
  readonly leftOut: LeftOut[] = [];
  readonly #found: OpenRequirement[] = [];
  /** The last requirement of each label, by its key. */
  readonly #labelled = new Map<string, OpenRequirement>();
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

  /** Takes each lowest heading for a requirement, in a section that says nothing besides. */
  readHeadings(section: Section, kind: SectionKind): void {
    for (const child of section.sections) {
      if (sectionKind(child.heading, kind) !== kind) continue;
      if (child.sections.length > 0) this.readHeadings(child, kind);
      else this.#startText({ text: child.heading, line: child.line }, "heading");
    }
    this.#open = null;
  }

  /** Takes the points of a section whose heading says nothing, and the sentences of its prose that ask for something. */
  readUnnamed(section: Section): void {
    const prose = section.blocks.flatMap((block) => (block.kind === "paragraph" ? block.lines : []));
    const isOfProduct = describesProduct(textOf(prose));
    // The first heading is the page's title, and no area of it.
    const place = section.depth > 1 ? { ...nowhere, ...areaOf(section.heading) } : nowhere;
    for (const block of section.blocks) {
      this.#open = null;
      if (block.kind === "list") this.#readBlock(block, place);
      else if (block.kind === "paragraph") this.#readProse(block.lines, isOfProduct);
    }
    this.#open = null;
  }

  /** Takes what prose tells of a product, where nothing on the page says that something must be. */
  readTold(section: Section): void {
    for (const block of section.blocks)
      if (block.kind === "paragraph") this.#readProse(block.lines, tellsMuch(textOf(block.lines)));
    this.#open = null;
  }

  /** Takes each route of a page that lists nothing else. */
  readRoute({ method, path, purpose, line }: Endpoint): void {
    this.#startText({ text: `\`${method} ${path}\`${purpose === null ? "" : `: ${purpose}`}`, line }, "row");
  }

  /** The sentences of a paragraph that ask for something; the others are told where some do. */
  #readProse(lines: readonly Line[], isOfProduct: boolean): void {
    const { demands, others } = demandsInProse(textOf(lines), isOfProduct);
    const line = lines[0]?.line ?? 1;
    for (const text of demands) this.#startText({ text, line }, "paragraph");
    if (demands.length > 0)
      for (const text of others)
        this.leftOut.push({ line, text, reason: "it does not say that something must be" });
  }

  #startText({ text, line }: Pick<Line, "text" | "line">, origin: OpenRequirement["origin"]): void {
    this.#start({ label: null, number: null, parent: null, title: null, text, line, origin, place: nowhere });
  }

  /** Reads only what bears an id of its own, in a section that is about something else. */
  readLabelled(section: Section): void {
    this.#open = null;
    this.#readLabelledHeading(section, nowhere);
    for (const block of section.blocks) this.#readLabelledBlock(block, nowhere);
    this.#open = null;
  }

  /** What was found, with ids that are unique and parents and references resolved. */
  requirements(english: boolean): readonly Requirement[] {
    const ids = this.#ids();
    const keys = new Map([...ids].map(([open, id]) => [requirementKey(id), open]));
    for (const { details } of this.#found)
      for (const { line, text } of partLater(details).later)
        this.leftOut.push({ line, text, reason: "it is marked as later work" });
    return this.#found.map((open) => finish(open, ids, keys, english));
  }

  has(id: string): boolean {
    return this.#labelled.has(requirementKey(id));
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
    if (
      label !== undefined &&
      isRequirementLabel(label.family, place) &&
      this.#isHeadingRequirement(child, label.id)
    ) {
      this.#readHeadingRequirement(child, kind, place);
    } else if (within?.origin === "heading") {
      this.#readGroup(child, within);
    } else if (isCommand(child)) {
      this.#openProse(child, kind, place);
      this.#open = null;
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
      title: headingTitle(label.rest),
      text: label.rest,
      line: section.line,
      origin: "heading",
      place: { ...place, quality: place.quality || label.family === "quality" },
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
    const isArea = place.area === null && !priority.test(headingWords(section.heading));
    const inner = isArea ? { ...place, ...areaOf(section.heading) } : place;
    this.#readBody(section, kind, inner);
    if (this.#found.length === before) this.#openProse(section, kind);
    this.#open = null;
  }

  /** A heading under which nothing was listed is itself the requirement, if anything is said about it. */
  #openProse(section: Section, kind: SectionKind, { area, areaNumber }: Place = nowhere): void {
    if (section.blocks.length === 0 || section.depth === 0) return;
    const number = labelledText(section.heading);
    const open = this.#start({
      label: number?.id ?? null,
      number: null,
      parent: null,
      title: headingTitle(number?.rest ?? section.heading),
      text: "",
      line: section.line,
      origin: "heading",
      place: { area, areaNumber, quality: kind === "quality" },
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
        if (this.#open === null && isListOfAreas(block.items)) this.#readAreas(block.items, place);
        else for (const item of block.items) this.#readItem(item, place);
        break;
      case "table":
        this.#readTable(block.header, block.rows, place);
        break;
      case "code":
        this.#open?.code.push(block);
        break;
      case "html":
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
    else if (
      modal.test(line.text) &&
      !line.text.endsWith(":") &&
      line.text.length > 25 &&
      place.area !== null
    ) {
      this.#start({
        label: null,
        number: null,
        parent: null,
        title: null,
        text: line.text,
        line: line.line,
        origin: "paragraph",
        place,
      });
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
    this.#start({
      label: null,
      number: item.number,
      parent: null,
      title,
      text,
      line: item.line,
      origin: "item",
      place,
    });
  }

  /** A bullet without an id that only heads requirements with ids is their area. */
  #readLabelledChildren(item: Item, place: Place): void {
    const inner = place.area === null ? { ...place, ...areaOf(item.lead ?? item.text) } : place;
    for (const block of item.blocks) this.#readBlock(block, inner);
    this.#open = null;
  }

  /** In a list three deep the outermost points name areas, and what stands in them is what is asked for. */
  #readAreas(items: readonly Item[], place: Place): void {
    for (const item of items) {
      if (nestedItems(item).length === 0) this.#readItem(item, place);
      else this.#readLabelledChildren(item, place);
      this.#open = null;
    }
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
    const quality = place.quality || labelledText(id)?.family === "quality";
    this.#start({
      label: id,
      number: null,
      parent,
      title,
      text,
      line: line.line,
      origin,
      place: { ...place, quality },
    });
  }

  /** `FR-1.2` below `FR-1` is a part of it. */
  #parentFor(id: string): OpenRequirement | null {
    const key = requirementKey(id);
    const parentKey = key.replace(/\.\d+[a-z]?$/, "");
    if (parentKey === key) return null;
    return this.#labelled.get(parentKey) ?? null;
  }

  #start(
    start: Pick<OpenRequirement, "label" | "number" | "parent" | "title" | "text" | "line" | "origin"> & {
      place: Place;
    },
  ): OpenRequirement {
    const { place, ...rest } = start;
    const open: OpenRequirement = { ...rest, ...place, details: [], criteria: [], code: [], group: null };
    if (open.title === null && open.text === "") open.text = open.label ?? "";
    this.#found.push(open);
    if (open.label !== null) this.#labelled.set(requirementKey(open.label), open);
    this.#open = open;
    return open;
  }

  #readTable(header: readonly string[], rows: readonly TableRow[], place: Place): void {
    const first = rows[0]?.cells[0] ?? "";
    const labelled = labelledText(first);
    const isList = labelled !== undefined && isRequirementLabel(labelled.family, place);
    const describes = header.some((cell) =>
      /requirement|feature|description|anforderung|요구|需求|requisito/i.test(cell),
    );
    if (!isList && (this.#open !== null || !describes)) {
      if (this.#open !== null) addTable(this.#open, header, rows);
      return;
    }
    for (const row of rows) this.#readRow(header, row, place);
    this.#open = null;
  }

  #readRow(header: readonly string[], row: TableRow, place: Place): void {
    if (row.cells.some((cell) => ruledOut.test(cell))) {
      this.leftOut.push({ line: row.line, text: row.cells.join(" | "), reason: "its priority rules it out" });
      return;
    }
    const label = labelledText(row.cells[0] ?? "");
    const column = (wording: RegExp) => row.cells[header.findIndex((cell) => wording.test(cell))] ?? "";
    const cells = label === undefined ? row.cells : row.cells.slice(1);
    const text =
      column(/requirement|description|feature|anforderung|beschreibung|요구|설명|需求|descripci/i) ||
      longest(cells);
    const name = cells.find(
      (cell) =>
        cell !== text &&
        cell.length > 3 &&
        cell.length < 60 &&
        !/^(p\d|high|medium|low|must|should|could|won.t|yes|no)\b/i.test(cell),
    );
    this.#start({
      label: label?.id ?? null,
      number: null,
      parent: label === undefined ? null : this.#parentFor(label.id),
      title: name !== undefined && cells.indexOf(name) < cells.indexOf(text) ? name : null,
      text: text === row.cells[0] && label !== undefined ? label.rest : text,
      line: row.line,
      origin: "row",
      place: { ...place, quality: place.quality || label?.family === "quality" },
    });
    const target = column(/^(?:target|threshold|limit|zielwert|objetivo)s?\b/i);
    if (target !== "" && target !== text && this.#open !== null) addTarget(this.#open, target);
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
      case "html":
        break;
    }
  }

  #readLabelledHeading(section: Section, place: Place): void {
    const label = labelledText(section.heading);
    if (
      label === undefined ||
      label.family !== "requirement" ||
      !/^[A-Z]/.test(label.id) ||
      label.id.startsWith("Requirement ")
    )
      return;
    if (this.has(label.id)) return;
    this.#start({
      label: label.id,
      number: null,
      parent: this.#parentFor(label.id),
      title: headingTitle(label.rest),
      text: label.rest,
      line: section.line,
      origin: "heading",
      place,
    });
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
    const wanted = this.#found.map(
      (open) => [open, open.label ?? wantedNumber(open, restarts, areas)] as const,
    );
    // The PRD's own ids stand as they are written; what has none is counted around them.
    const told = wanted.filter(([, id]) => id !== null);
    const counted = wanted.filter(([, id]) => id === null);
    return new Map([...told, ...counted].map(([open, id]) => [open, firstFree(id, taken)]));
  }
}

function isRequirementLabel(family: string, place: Place): boolean {
  return (
    family === "requirement" ||
    family === "quality" ||
    (family === "story" && place.area === null) ||
    family === "story"
  );
}

/** In prose `Requirement 1.1` is a label only where it is bold or ends in a colon: `1.1 seconds later …` is not. */
const isLabelInProse = (line: Line, id: string): boolean =>
  !id.startsWith("Requirement ") || line.lead !== null || /^[^:：]{1,24}[:：]/.test(line.text);

/** A heading that is one piece of code, a command or a function, is what is to be built; the points below describe it. */
const isCommand = ({ heading, sections, blocks }: Section): boolean =>
  /^`[^`]+`$/.test(heading.trim()) && sections.length === 0 && blocks.length > 0;

const nestedItems = (item: Item): readonly Item[] =>
  item.blocks.flatMap((block) => (block.kind === "list" ? block.items : []));

/** Whether names with points below them stand in a list, some of which have points of their own. */
function isListOfAreas(items: readonly Item[]): boolean {
  const heads = items.filter((item) => nestedItems(item).length > 0);
  const isDeep = heads.some((item) => nestedItems(item).some((child) => nestedItems(child).length > 0));
  return (
    isDeep &&
    items.length >= 2 &&
    heads.length >= items.length - 1 &&
    heads.every((item) => item.number === null && !item.struck && isAreaName(item))
  );
}

/** A few words that ask for nothing by themselves: `Photo diary`. */
const isAreaName = ({ text }: Item): boolean =>
  text !== "" &&
  text.split(/\s+/).length <= 5 &&
  labelledText(text) === undefined &&
  !modal.test(text) &&
  !criteriaWords.test(text) &&
  !(isOrder(text) && text.split(/\s+/).length > 1);

const criteriaWords = /\b(?:acceptance|criteria|notes?|examples?|details)\b/i;

const isHeaderOfLabelled = (item: Item): boolean =>
  item.blocks.some(
    (block) =>
      block.kind === "list" &&
      block.items.some(({ text }) => {
        const label = labelledText(text);
        return label !== undefined && (label.family === "requirement" || label.family === "quality");
      }),
  );

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join(" ");

/** A heading that orders its points by priority names no area of the product. */
const priority = /^(?:moscow|(?:must|should|could)[- ]haves?|p[0-3]|(?:high|medium|low)(?: priority)?)\b/i;

/** A priority that keeps a row of a table out of what is built. */
const ruledOut = /^(?:won['’]?t|will not|out of scope)(?: have| do| build)?(?: \([^)]*\))?$/i;

const longest = (cells: readonly string[]): string =>
  cells.reduce((long, cell) => (cell.length > long.length ? cell : long), "");
