import { headingWords, kindOfWords } from "./heading-kind.ts";
import type { Label } from "./ids.ts";
import { bears, labelOf } from "./ids.ts";
import {
  afterLead,
  isAboutDocument,
  isBoldLine,
  isDescription,
  isEntryData,
  isPriority,
  kindOfLabel,
  optionalityOf,
  optionalityOfPriority,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { CodeSample, Optionality, Part, Passage, Unread } from "./model.ts";
import type { Point } from "./outline.ts";
import { everyOne, hasLabel, isHead, isHeading, lastLine, own, partOf } from "./points.ts";
import type { RequirementRow } from "./requirement-table.ts";
import { requirementRows } from "./requirement-table.ts";

/** A requirement while it is read, before all ids are known. */
export interface OpenRequirement {
  readonly label: Label | null;
  /** Its number in a list or table, if it has no id. */
  readonly number: number | null;
  readonly heading: NumberedHeading | null;
  title: string | null;
  text: string;
  readonly lead: readonly Passage[];
  readonly parts: Part[];
  readonly area: string | null;
  readonly criteria: Passage[];
  readonly code: CodeSample[];
  optional: Optionality | null;
  readonly isQuality: boolean;
  readonly line: number;
  endLine: number;
}

export interface OpenGroup extends Passage {
  readonly id: string;
  readonly members: OpenRequirement[];
}

/** The heading above a numbered list. */
interface NumberedHeading {
  /** The number of the heading: `2` in `2. Search`. */
  readonly number: string | null;
  readonly line: number;
}

interface Context {
  readonly area: string | null;
  readonly lead: readonly Passage[];
  readonly heading: NumberedHeading | null;
  readonly optional: Optionality | null;
  readonly isQuality: boolean;
  /** Whether only entries with a new id are read. */
  readonly labelledOnly: boolean;
  readonly groups: readonly OpenGroup[];
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

/** Reads requirements from entries with ids, numbered points, bullets, headings and table rows. */
export class RequirementReader {
  readonly found: OpenRequirement[] = [];
  readonly groups: OpenGroup[] = [];
  readonly unread: Unread[] = [];
  /** The heading lines of the sections that were read. */
  readonly read = new Set<number>();
  /** The lines of requirements and of their parts, group names and lead-ins. */
  readonly taken = new Set<number>();
  readonly #ids = new Set<string>();

  /** Reads a section that lists requirements: every point in it is one, or belongs to one. */
  readPlace(section: Point): void {
    this.read.add(section.line);
    this.#all(section.below, { ...noContext, heading: numberedHeading(section) });
  }

  /** Reads only the entries with an id from another section; for quality sections, also from subsections. */
  readLabelled(section: Point, isQuality = false): void {
    const context = { ...noContext, isQuality, labelledOnly: true };
    if (isQuality || this.#labelOf(section, context) !== null) this.#read(section, context);
    else this.#all(own(section), { ...context, area: section.text });
  }

  /** Reads headings that each name a piece of work, such as the steps of a plan. */
  readHeadings(section: Point): void {
    if (/✅|\b(?:done|completed?)\b/i.test(section.text)) return;
    const headings = section.below.filter(isHeading);
    if (headings.length === 0 && section.below.length > 0 && /^\p{L}+ \d/u.test(headingWords(section.text))) {
      // `Phase 2` in a plan does not mean that it is deferred.
      this.#whole(section, noContext).optional = null;
    }
    // If some headings are numbered, the others only explain, as do headings such as "Background".
    const steps = headings.filter(({ text }) => withoutNumber(text) !== text);
    for (const child of steps.length > 0 ? steps : headings) {
      if (asideKinds.has(kindOfWords(child.text))) continue;
      if (child.below.some(isHeading)) this.readHeadings(child);
      else if (child.below.length > 0) this.#whole(child, { ...noContext, area: section.text });
    }
  }

  /** Reads each sentence of prose that demands something. */
  readProse(section: Point): void {
    for (const { form, text, line } of own(section))
      for (const sentence of form === "line" ? text.split(/(?<=[.!?。！？])\s+/) : [])
        if (demand.test(sentence) && !denial.test(sentence) && !isAboutDocument(sentence))
          this.#open({ text: sentence, line, area: section.text || null }, noContext);
  }

  add(given: {
    id: string | null;
    title: string | null;
    text: string;
    line: number;
    criteria: readonly Passage[];
  }): void {
    const { id, title, text, line, criteria } = given;
    this.#open({ label: labelOf(`${id ?? ""}:`), title, text, line, criteria: [...criteria] }, noContext);
  }

  #all(points: readonly Point[], context: Context): void {
    // If one point is an area, all points with points below them are areas.
    const hasAreas = points.some((point) => isAreaItem(point));
    for (const point of points) this.#read(point, context, hasAreas);
  }

  #read(point: Point, context: Context, mayBeArea = false): void {
    const { form, text, line, struck, below } = point;
    if (form === "heading") this.read.add(line);
    const label = this.#labelOf(point, context);
    const heads = below.some((one) => hasLabel(one));
    if (struck !== null && struck.length >= text.length - 4) this.#leaveOut(point);
    else if (form === "table") this.#table(point, context);
    else if (label !== null) heads ? this.#head(point, label, context) : this.#whole(point, context);
    else if (form === "heading") this.#heading(point, context, heads);
    else if (form === "line") this.#line(point, context);
    else if (form === "item") this.#item(point, context, heads, mayBeArea);
  }

  #leaveOut({ text, line }: Point): void {
    this.taken.add(line);
    this.unread.push({ text, line, reason: "it is crossed out" });
  }

  #labelOf(point: Point, { labelledOnly }: Context): Label | null {
    const label = bears(point);
    // A bare number before a heading is a section number.
    if (label === null || (isHeading(point) && label.isBare)) return null;
    return !labelledOnly || this.#isNew(label) ? label : null;
  }

  /** Outside of requirement sections, an id that is already known is only a mention. */
  #isNew(label: Label): boolean {
    return (
      !this.#ids.has(label.id) && (label.isSetOff || label.rest === "") && !/^Requirement \d/.test(label.id)
    );
  }

  #heading(point: Point, context: Context, heads: boolean): void {
    if (context.labelledOnly) this.#all(point.below, within(point, point.text, context));
    else if (isAside(point, heads)) return;
    else if (isOneRequirement(point)) this.#whole(point, context);
    else this.#all(point.below, within(point, point.text, context));
  }

  /** A bold line starts an area, a line such as `Users must be able to:` introduces points; any other line explains. */
  #line(point: Point, context: Context): void {
    const name = withoutColon(point.text);
    const lead = [...context.lead, { text: point.text, line: point.line }];
    if (!isBoldLine(point)) this.#all(point.below, isHead(point) ? { ...context, lead } : context);
    else this.#all(point.below, kindlessLabel.test(name) ? context : within(point, name, context));
  }

  #item(point: Point, context: Context, heads: boolean, mayBeArea: boolean): void {
    const { text, below } = point;
    if (context.labelledOnly) this.#all(below, context);
    else if (text === "" || isAboutDocument(text)) return;
    else if (heads) this.#head(point, null, context);
    else if (mayBeArea && isName(text) && below.some(({ form }) => form === "item")) {
      this.taken.add(point.line);
      this.#all(below, within(point, text, context));
    } else this.#whole(point, context);
  }

  /** A point above requirements with ids is a group: its id names them all, its words are their area or lead-in. */
  #head(point: Point, label: Label | null, context: Context): void {
    const { title, text } = wordsOf(point, label);
    const name = isHeading(point) || isName(text) ? text : title;
    const group = { id: label?.id ?? "", text: text || (label?.id ?? ""), line: point.line, members: [] };
    const inner = name === null ? context : within(point, name || group.id, context);
    const lead = isHeading(point) || isName(text) ? [] : [...context.lead, { text, line: point.line }];
    this.taken.add(point.line);
    if (label !== null) {
      this.#ids.add(label.id);
      this.groups.push(group);
    }
    const optional = optionalityOf(point.text) ?? context.optional;
    this.#all(point.below, {
      ...inner,
      optional,
      lead,
      groups: [...context.groups, ...(label === null ? [] : [group])],
    });
  }

  /** Reads a point and everything below it as one requirement. */
  #whole(point: Point, context: Context): OpenRequirement {
    const label = bears(point);
    const requirement = isHeading(point)
      ? this.#ofHeading(point, label, context)
      : this.#open({ label, number: point.number, ...wordsOf(point, label), line: point.line }, context);
    absorb(requirement, point.below, null);
    for (const one of everyOne([point])) this.taken.add(one.line);
    requirement.endLine = Math.max(requirement.endLine, lastLine(point));
    if (requirement.text === "") requirement.text = requirement.title ?? "";
    return requirement;
  }

  #ofHeading({ text, line }: Point, label: Label | null, context: Context): OpenRequirement {
    const optional = optionalityOf(text) ?? context.optional;
    if (label !== null && !label.isBare)
      return this.#open({ label, title: label.rest || null, text: "", line }, { ...context, optional });
    const heading = numberedHeading({ text, line });
    const isCounted = heading.number !== null && !heading.number.includes(".");
    const number = isCounted ? Number(heading.number) : null;
    const named = label?.rest ? label : null;
    const given = { label: named, number, title: withoutNumber(text), text: "", line };
    return this.#open(given, { ...context, optional, heading: isCounted ? null : heading });
  }

  #table(table: Point, context: Context): void {
    for (const row of requirementRows(table) ?? []) {
      const label = bears({ label: labelOf(row.id) }) ?? bears({ label: labelOf(row.text) });
      const isNew = label !== null && this.#isNew({ ...label, isSetOff: true });
      if (row.text !== "" && (isNew || !context.labelledOnly)) this.#row(row, label, context);
    }
  }

  #row(row: RequirementRow, label: Label | null, context: Context): void {
    const number = label === null && /^\d+$/.test(row.id) ? Number(row.id) : null;
    const requirement = this.#open(
      { label, number, title: row.title || null, text: label?.rest || row.text, line: row.line },
      row.area === "" ? context : { ...context, area: row.area },
    );
    requirement.optional = optionalityOfPriority(row.priority) ?? requirement.optional;
    for (const { text, label: header } of row.others)
      if (kindOfLabel(header) === "criteria") requirement.criteria.push({ text, line: row.line });
      else requirement.parts.push({ text, line: row.line, label: header, parts: [] });
  }

  #open(
    given: Pick<OpenRequirement, "text" | "line"> & Partial<OpenRequirement>,
    context: Context,
  ): OpenRequirement {
    const { area, lead, heading } = context;
    // In a list of fields, `Name (optional)` means that the field is optional, not the requirement.
    const isField = lead.some(({ text }) => fields.test(text));
    const marked = optionalityOf(given.title ?? "") ?? (isField ? null : optionalityOf(given.text));
    const requirement: OpenRequirement = {
      label: null,
      number: null,
      heading,
      title: null,
      lead,
      parts: [],
      area,
      criteria: [],
      code: [],
      isQuality: context.isQuality || given.label?.family === "quality",
      endLine: given.line,
      ...given,
      optional: marked ?? context.optional,
    };
    this.found.push(requirement);
    for (const one of [requirement, ...lead]) this.taken.add(one.line);
    if (requirement.label !== null) this.#ids.add(requirement.label.id);
    for (const { members } of context.groups) members.push(requirement);
    return requirement;
  }
}

/** The bold words at the start of a point and the rest, both without the id. */
function wordsOf({ text, lead }: Point, label: Label | null): { title: string | null; text: string } {
  const whole = label?.rest ?? text;
  const bold = lead === null ? "" : (labelOf(lead)?.rest ?? (label === null ? lead : ""));
  const rest = bold !== "" && whole.startsWith(bold) ? afterLead(whole, bold) : whole;
  const title = bold !== "" && bold !== whole ? bold.replace(/[.:：]$/, "") : null;
  return { title, text: rest === "" ? whole : rest };
}

/** The context for the points of an area. */
const within = (point: Point, name: string, context: Context): Context => ({
  ...context,
  area: isPriorityHeading(name) ? context.area : withoutColon(withoutNumber(name)),
  lead: [],
  heading: numberedHeading({ text: name, line: point.line }),
  optional: optionalityOf(name) ?? context.optional,
});

/** Adds points to a requirement: text, parts, criteria, code, and the values of labels such as `Priority`. */
function absorb(requirement: OpenRequirement, points: readonly Point[], under: string | null): void {
  for (const point of points) {
    if (point.form === "code")
      requirement.code.push({ language: point.language, text: point.text, line: point.line });
    else if (point.form === "table") for (const row of point.below) addPoint(requirement, row, under);
    else if (isHeading(point)) absorb(requirement, point.below, labelAs(withoutNumber(point.text)));
    else if (!takesLabel(requirement, point, under)) absorbPoint(requirement, point, under);
  }
}

const labelAs = (label: string): string => (kindOfLabel(label) === "criteria" ? "criteria" : label);

/** Applies a label such as `Priority: …`, `Description: …` or `Acceptance Criteria: …`; false for other labels. */
function takesLabel(requirement: OpenRequirement, point: Point, under: string | null): boolean {
  const { label, rest } = splitLabel(point) ?? { label: "", rest: "" };
  if (point.form === "item" && under === "criteria") return false;
  const isCriteria = kindOfLabel(label) === "criteria";
  if (isEntryData(label)) {
    if (isPriority(label)) requirement.optional ??= optionalityOfPriority(rest);
  } else if (isDescription(label) && rest !== "" && requirement.text === "") requirement.text = rest;
  else if (!isCriteria) return point.form === "line" && isAboutDocument(point.text);
  else if (rest !== "") requirement.criteria.push({ text: rest, line: point.line });
  absorb(requirement, point.below, isCriteria ? "criteria" : null);
  return true;
}

function absorbPoint(requirement: OpenRequirement, point: Point, under: string | null): void {
  const isSaid = requirement.text !== "" || isBoldLine(point);
  if (isHead(point) && isSaid) absorb(requirement, point.below, labelAs(withoutColon(point.text)));
  else if (point.form === "line" && requirement.text === "") {
    requirement.text = point.text;
    absorb(requirement, point.below, null);
  } else addPoint(requirement, point, under);
}

function addPoint(requirement: OpenRequirement, point: Point, under: string | null): void {
  const { text, line, label, below } = point;
  const code = below.filter(({ form }) => form === "code");
  // `**Depends on**: …` right below the last criterion belongs to the requirement, though Markdown nests it in the
  // criterion.
  const led = under === "criteria" ? below.filter(({ form, lead }) => form === "line" && lead !== null) : [];
  const part = partOf({ ...point, below: below.filter((one) => !led.includes(one)) }, under);
  if (label?.family === "criterion") requirement.criteria.push({ text: label.rest || text, line });
  else if (under === "criteria")
    requirement.criteria.push(...[part, ...part.parts].map(({ text, line }) => ({ text, line })));
  else if (text !== "") requirement.parts.push(part);
  absorb(requirement, [...led, ...code], null);
}

/** A heading with prose or nothing below it is a requirement; with points below it, it is an area. */
function isOneRequirement({ below }: Point): boolean {
  const [first] = below;
  if (first === undefined || (first.form === "code" && !below.some(isHeading))) return true;
  if (first.form === "item" || below.some((point) => isHeading(point) || hasLabel(point))) return false;
  if (first.form === "table") return requirementRows(first) === null;
  const listed = below.flatMap((point) => (point.form === "line" ? [point, ...point.below] : [point]));
  const isArea = isBoldLine(first) && kindOfLabel(withoutColon(first.text)) !== "criteria";
  return !isArea && listed.every(({ number }) => number === null);
}

/** A subsection that does not say what to build: non-goals, later work, `Overview`, `Decisions`. */
function isAside({ text }: Point, heads: boolean): boolean {
  if (optionalityOf(text) !== null) return false;
  const kind = kindOfWords(text);
  if (kind === "nonGoals" || kind === "future") return true;
  const isOneWord = !headingWords(text).includes(" ");
  return asideKinds.has(kind) && (isOneWord || kind === "questions") && !heads;
}

const fields = /fields?\b|attribut|propert|column|feld|campo|champ|필드|字段|項目|поля/i;

const demand =
  /\b(?:must|shall|should|needs?|has to|have to|will be able|can|muss|müssen|soll|sollen|kann|können|debe|deben|puede|pueden|doit|doivent|peut|peuvent|deve|devem|devono|può|pode|moet|moeten|kan|musi|może|ska|måste)\b|해야|할 수|必须|应当?|可以|する必要|できる|долж/iu;

/** A sentence about something that is not built: `We don't need payment`. */
const denial = /^(?:we|it|there|this)\b[^,;]*?(?:n['’]t|\bnot|\bno) (?:need|have|want|require)/i;

const asideKinds = new Set(["context", "goals", "risks", "questions", "decisions"]);

/** Labels that don't name an area, such as `Requirements:` above a list. */
const kindlessLabel =
  /^(?:functional )?requirements?$|^(?:details?|notes?|anforderungen|requisitos|요구 ?사항|需求)$/i;

const isPriorityHeading = (heading: string): boolean =>
  /^(?:must|should|could|won['’]?t)(?:[- ]haves?)?$|^(?:mvp|p[0-3])$/.test(headingWords(heading)) ||
  isPriority(heading);

const numberedHeading = ({ text, line }: Passage): NumberedHeading => ({
  number: /^\D{0,3}(\d+(?:\.\d+)*)[.)]?\s/.exec(text)?.[1] ?? null,
  line,
});

const withoutNumber = (heading: string): string =>
  heading.replace(/^\D{0,3}\d+(?:\.\d+)*[.):]*\s+/, "").trim() || heading;

/** A name such as `Plants` above two levels of points is an area. A sentence there is a requirement with parts. */
const isAreaItem = ({ form, text, number, below }: Point): boolean =>
  form === "item" &&
  number === null &&
  isName(text) &&
  below.some((point) => point.form === "item" && point.below.some((one) => one.form === "item"));

const isName = (text: string): boolean => text.split(/\s+/).length <= 4 && !/[.!?;]$/.test(text);
