import type { SectionKind } from "./heading-kind.ts";
import { kindOfWords } from "./heading-kind.ts";
import type { Label } from "./ids.ts";
import { bears, labelOf } from "./ids.ts";
import {
  afterLead,
  beginsStory,
  continuesStory,
  isAboutDocument,
  isBoldLine,
  isDescription,
  isEntryData,
  isGeneric,
  isPriority,
  obliges,
  optionalityOf,
  saysDone,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Optionality, Part, Passage, Unread } from "./model.ts";
import { isFieldList } from "./models.ts";
import type { Point } from "./points.ts";
import { everyOne, hasLabel, isHead, isHeading, lastLine, own, partOf, unfilledReason } from "./points.ts";
import type { RequirementRow } from "./requirement-table.ts";
import { requirementRows } from "./requirement-table.ts";
import type { Kinded } from "./sections.ts";

/** A requirement while it is read, before all ids are known. */
export interface OpenRequirement {
  readonly label: Label | null;
  /** Its number in a list or table, if it has no id. */
  readonly number: number | null;
  readonly heading: NumberedHeading | null;
  readonly title: string | null;
  text: string;
  readonly lead: readonly Passage[];
  readonly parts: Part[];
  readonly area: string | null;
  readonly criteria: Passage[];
  readonly code: Passage[];
  optional: Optionality | null;
  readonly isQuality: boolean;
  readonly line: number;
  endLine: number;
}

interface OpenGroup extends Passage {
  readonly id: string;
  readonly members: OpenRequirement[];
}

/** The heading above a numbered list. */
interface NumberedHeading {
  /** The number of the heading: `2` in `2. Search`. */
  readonly number: string | null;
  readonly line: number;
}

type Given = Pick<OpenRequirement, "text" | "line"> & Partial<OpenRequirement>;

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

/** Why a ticked point is left out. */
export const doneReason = "it is done";

/** Reads requirements from entries with ids, numbered points, bullets, headings and table rows. */
export class RequirementReader {
  readonly found: OpenRequirement[] = [];
  readonly groups: OpenGroup[] = [];
  readonly unread: Unread[] = [];
  /** The lines of requirements and of their parts, group names and lead-ins. */
  readonly taken = new Set<number>();
  readonly #ids = new Set<string>();
  readonly #repeated: ReadonlySet<string>;

  /** The lines of headings whose sections list no requirements although requirements are around them. */
  readonly #apart: ReadonlySet<number>;
  readonly #unfilled: readonly Unread[];

  constructor(kinded: readonly Kinded[], unread: readonly Unread[]) {
    const apart = kinded.filter(({ kind }) => ["metrics", "data", "testing"].includes(kind));
    this.#apart = new Set(apart.map(({ chapter }) => chapter.line));
    this.#unfilled = unread.filter(({ reason }) => reason === unfilledReason);
    const lines = kinded.flatMap(({ chapter }) => everyOne(own(chapter)));
    const names = Map.groupBy(lines.filter(isBoldLine), ({ text }) => text);
    this.#repeated = new Set([...names].filter(([, same]) => same.length > 1).map(([name]) => name));
  }

  /** Reads a section that lists requirements: every point in it is one, or belongs to one. */
  readPlace(section: Point): void {
    this.unread.push(...this.#unfilled.filter(({ line }) => section.line < line && line <= section.endLine));
    this.#all(section.below, { ...noContext, heading: numberedHeading(section) });
  }

  /** Reads only the entries with an id from another section; for quality sections, also from subsections. */
  readLabelled(section: Point, isQuality = false): void {
    const context = { ...noContext, isQuality, labelledOnly: true };
    if (isQuality || this.#labelOf(section, context) !== null) this.#read(section, context);
    else this.#all(own(section), { ...context, area: section.text });
  }

  /** Reads headings that each name a piece of work, such as the steps of a plan. */
  readHeadings(section: Point, area: string | null = null): void {
    if (saysDone(section.text) || asideKinds.has(kindOfWords(section.text))) return;
    const headings = section.below.filter(isHeading);
    // If some headings are numbered, the others only explain.
    const steps = headings.filter(({ text }) => withoutNumber(text) !== text);
    for (const child of steps.length > 0 ? steps : headings) this.readHeadings(child, section.text);
    const isStep = headings.length === 0 && section.below.length > 0;
    // `Phase 2` in a plan does not mean that it is deferred.
    if (isStep && (area !== null || /\p{L} \d/u.test(section.text)))
      this.#whole(section, { ...noContext, area }).optional = null;
  }

  /** Reads the obligations of a section that otherwise gives context: its points, or the sentences of its prose. */
  readObligations(section: Point, form: "item" | "line"): void {
    for (const point of own(section).filter(
      (one) => one.form === form && bears(one) === null && !isHead(one),
    ))
      for (const text of form === "line" ? point.text.split(/(?<=[.!?。！？])\s+/) : [point.text])
        if (obliges(text) && !isAboutDocument(text))
          this.#whole({ ...point, text }, { ...noContext, area: withoutNumber(section.text) || null });
  }

  /** Adds a requirement that was read as a story or an endpoint. */
  add(id: string | null, { title = null, text, line, criteria = [] }: Given): void {
    this.#open({ label: labelOf(`${id ?? ""}:`), title, text, line, criteria }, noContext);
  }

  #all(points: readonly Point[], context: Context): void {
    for (const point of points) this.#read(point, context);
  }

  #read(point: Point, context: Context): void {
    const { form, text, struck, below, isDone } = point;
    const label = this.#labelOf(point, context);
    const heads = below.some(hasLabel);
    const isStruck = struck !== null && struck.length >= text.length - 4;
    if (isStruck || isDone) this.#leaveOut(point, isDone ? doneReason : "it is crossed out");
    else if (form === "table") this.#table(point, context);
    else if (label !== null) heads ? this.#head(point, label, context) : this.#whole(point, context);
    else if (form === "heading") this.#heading(point, context, heads);
    else if (form === "line") this.#line(point, context);
    else if (form === "item") this.#item(point, context, heads);
  }

  #leaveOut({ text, line }: Passage, reason: string): void {
    this.taken.add(line);
    this.unread.push({ text, line, reason });
  }

  #labelOf(point: Point, { labelledOnly }: Context): Label | null {
    const label = bears(point);
    // A bare number before a heading is a section number.
    if (label === null || (isHeading(point) && label.isBare)) return null;
    return !labelledOnly || this.#isNew(label) ? label : null;
  }

  /** Outside of requirement sections, an id that is already known is only a mention. */
  #isNew({ id, isSetOff, rest }: Label): boolean {
    return !this.#ids.has(id) && (isSetOff || rest === "") && !/^Requirement \d/.test(id);
  }

  #heading(point: Point, context: Context, heads: boolean): void {
    const isApart = asideKinds.has(kindOfWords(point.text)) || this.#apart.has(point.line);
    const isAside = isApart && optionalityOf(point.text) === null && !heads;
    if (!context.labelledOnly && isAside) return;
    if (isFieldList(point)) for (const { line } of everyOne([point])) this.taken.add(line);
    else if (!context.labelledOnly && isOneRequirement(point)) this.#whole(point, context);
    else if (isGeneric(point.text)) this.#all(point.below, { ...context, lead: [] });
    else this.#all(point.below, within(point, point.text, context));
  }

  /** A bold line starts an area, a line such as `Users must be able to:` introduces points; any other line explains. */
  #line(point: Point, context: Context): void {
    const { text, line, below } = point;
    const name = withoutColon(text);
    if (beginsStory(text) && !isHead(point) && !context.labelledOnly) this.#whole(point, context);
    else if (!isBoldLine(point))
      this.#all(below, isHead(point) ? { ...context, lead: [...context.lead, { text, line }] } : context);
    else {
      // `To do:` below each of several headings names none of them.
      const isArea = !isGeneric(name) && !this.#repeated.has(text);
      this.#all(below, isArea ? within(point, name, context) : context);
    }
  }

  #item(point: Point, context: Context, heads: boolean): void {
    if (context.labelledOnly) this.#all(point.below, context);
    else if (heads) this.#head(point, null, context);
    else if (point.text !== "" && !isAboutDocument(point.text)) this.#whole(point, context);
  }

  /** A point above requirements with ids is a group: its id names them all, its words are their area or lead-in. */
  #head(point: Point, label: Label | null, context: Context): void {
    const { line } = point;
    const { title, text } = wordsOf(point, label);
    const isArea = isHeading(point) || (text.split(/\s+/).length <= 4 && !/[.!?;]$/.test(text));
    const name = isArea ? text || (label?.id ?? "") : title;
    const groups = label === null ? [] : [{ id: label.id, text: text || label.id, line, members: [] }];
    this.taken.add(line);
    this.groups.push(...groups);
    for (const { id } of groups) this.#ids.add(id);
    this.#all(point.below, {
      ...(name === null ? context : within(point, name, context)),
      optional: optionalityOf(point.text) ?? context.optional,
      lead: isArea ? [] : [...context.lead, { text, line }],
      groups: [...context.groups, ...groups],
    });
  }

  /** Reads a point and everything below it as one requirement. */
  #whole(point: Point, context: Context): OpenRequirement {
    const label = bears(point);
    const { number, line } = point;
    const requirement = isHeading(point)
      ? this.#ofHeading(point, label, context)
      : this.#open({ label, number, ...wordsOf(point, label), line }, context);
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
    const given = { label: label?.rest ? label : null, number, title: withoutNumber(text), text: "", line };
    return this.#open(given, { ...context, optional, heading: isCounted ? context.heading : heading });
  }

  #table(table: Point, context: Context): void {
    for (const row of requirementRows(table) ?? []) {
      const label = bears({ label: labelOf(row.id) }) ?? bears({ label: labelOf(row.text) });
      const isNew = label !== null && this.#isNew({ ...label, isSetOff: true });
      if (row.text === "" || (context.labelledOnly && !isNew)) continue;
      if (row.others.some((other) => isEntryData(other.label) && saysDone(other.text)))
        this.#leaveOut(row, doneReason);
      else this.#row(row, label, context);
    }
  }

  #row(
    { id, title, text, area, priority, others, line }: RequirementRow,
    label: Label | null,
    context: Context,
  ): void {
    const number = label === null && /^\d+$/.test(id) ? Number(id) : null;
    const requirement = this.#open(
      { label, number, title: title || null, text: label?.rest || text, line },
      area === "" ? context : { ...context, area },
    );
    requirement.optional = optionalityOf(`(${priority})`) ?? requirement.optional;
    for (const { text: cell, label: header } of others)
      if (isEntryData(header)) continue;
      else if (kindOfWords(header) === "criteria") requirement.criteria.push({ text: cell, line });
      else requirement.parts.push({ text: cell, line, label: header, parts: [] });
  }

  #open(given: Given, { area, lead, heading, optional, isQuality, groups }: Context): OpenRequirement {
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
      isQuality: isQuality || given.label?.family === "quality",
      endLine: given.line,
      ...given,
      optional: optionalityOf(given.title ?? "") ?? optionalityOf(given.text) ?? optional,
    };
    this.found.push(requirement);
    for (const { line } of [requirement, ...lead]) this.taken.add(line);
    if (requirement.label !== null) this.#ids.add(requirement.label.id);
    for (const { members } of groups) members.push(requirement);
    return requirement;
  }
}

/** The bold words at the start of a point and the rest, both without the id. */
function wordsOf({ text, lead }: Point, label: Label | null): { title: string | null; text: string } {
  const whole = label?.rest ?? text;
  const bold = lead === null ? "" : (labelOf(lead)?.rest ?? (label === null ? lead : ""));
  if (bold === "" || bold === whole) return { title: null, text: whole };
  const rest = whole.startsWith(bold) ? afterLead(whole, bold) : whole;
  // `**Reminders** (customizable)` and `**As a reader**, I want …` are one phrase.
  if (/^\([^()]*\)\.?$|^,/.test(rest) || beginsStory(bold)) return { title: null, text: whole };
  return { title: bold.replace(/[.:：]$/, ""), text: rest === "" ? whole : rest };
}

/** The context for the points of an area. */
const within = ({ line }: Point, name: string, context: Context): Context => ({
  ...context,
  area: withoutColon(withoutNumber(name)),
  lead: [],
  heading: numberedHeading({ text: name, line }),
  optional: optionalityOf(name) ?? context.optional,
});

/** Adds points to a requirement: text, parts, criteria, code, and the values of labels such as `Priority`. */
function absorb(requirement: OpenRequirement, points: readonly Point[], under: string | null): void {
  for (const point of points) {
    const { form, text, line, below } = point;
    if (form === "code") requirement.code.push({ text, line });
    else if (form === "table") for (const row of below) addPoint(requirement, row, under);
    else if (isHeading(point)) absorb(requirement, below, withoutNumber(text));
    else if (!takesLabel(requirement, point, under)) absorbPoint(requirement, point, under);
  }
}

const isCriteria = (label: string | null): boolean => label !== null && kindOfWords(label) === "criteria";

/** Applies a label such as `Priority: …` or `Acceptance Criteria: …`; false for other labels. */
function takesLabel(requirement: OpenRequirement, point: Point, under: string | null): boolean {
  const { label, rest } = splitLabel(point) ?? { label: "", rest: "" };
  if (point.form === "item" && isCriteria(under)) return false;
  if (isEntryData(label)) {
    if (isPriority(label)) requirement.optional ??= optionalityOf(`(${rest})`);
    if (rest === "") return true;
  } else if (isDescription(label) && rest !== "" && requirement.text === "") requirement.text = rest;
  else if (!isCriteria(label)) return point.form === "line" && isAboutDocument(point.text);
  else if (rest !== "") requirement.criteria.push({ text: rest, line: point.line });
  absorb(requirement, point.below, isCriteria(label) ? label : null);
  return true;
}

function absorbPoint(requirement: OpenRequirement, point: Point, under: string | null): void {
  const { form, text, below } = point;
  if (isHead(point) && (requirement.text !== "" || isBoldLine(point)))
    absorb(requirement, below, withoutColon(text));
  else if (form === "line" && requirement.text === "") {
    requirement.text = text;
    absorb(requirement, below, null);
  } else addPoint(requirement, point, under);
}

function addPoint(requirement: OpenRequirement, point: Point, under: string | null): void {
  const { text, line, label, below } = point;
  // `**Depends on**: …` below the last criterion belongs to the requirement, though Markdown nests it there.
  const isOwn = ({ form, lead }: Point): boolean =>
    form === "code" || (isCriteria(under) && form === "line" && lead !== null);
  const part = partOf({ ...point, below: below.filter((one) => !isOwn(one)) }, under);
  if (label?.family === "criterion") requirement.criteria.push({ text: label.rest || text, line });
  else if (isCriteria(under))
    requirement.criteria.push(...[part, ...part.parts].map((one) => ({ text: one.text, line: one.line })));
  else if (text !== "") requirement.parts.push(part);
  absorb(requirement, below.filter(isOwn), null);
}

/** A heading with prose or nothing below it is a requirement; with points below it, it is an area. */
function isOneRequirement({ below }: Point): boolean {
  const [first] = below;
  if (first === undefined) return true;
  if (beginsStory(first.text) && below.some(({ text }) => continuesStory(text))) return true;
  if (first.form === "item" || below.some((point) => isHeading(point) || hasLabel(point))) return false;
  if (first.form === "table") return requirementRows(first) === null;
  const isArea = isBoldLine(first) && !isCriteria(withoutColon(first.text));
  return !isArea && everyOne(below).every(({ number }) => number === null);
}

/** Kinds of headings whose sections don't describe work: `Overview`, `Out of scope`. */
const asideKinds: ReadonlySet<SectionKind> = new Set([
  "nonGoals",
  "future",
  "context",
  "goals",
  "risks",
  "questions",
  "decisions",
]);

const numberedHeading = ({ text, line }: Passage): NumberedHeading => ({
  number: /^\D{0,3}(\d+(?:\.\d+)*)[.)]?\s/.exec(text)?.[1] ?? null,
  line,
});

const withoutNumber = (heading: string): string =>
  heading.replace(/^\D{0,3}\d+(?:\.\d+)*[.):]*\s+(?:[—–-]\s+)?/, "").trim() || heading;
