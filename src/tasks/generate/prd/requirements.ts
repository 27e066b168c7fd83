import { isFieldList, modelsBelow } from "./declarations.ts";
import type { SectionKind } from "./heading-kind.ts";
import { isPlainlyRequirements, kindOfWords } from "./heading-kind.ts";
import type { Label } from "./labels.ts";
import {
  afterLead,
  bears,
  beginsStory,
  introduces,
  isAboutDocument,
  isBoldLine,
  isEntryData,
  isGeneric,
  isInParentheses,
  isPriority,
  labelOf,
  markOf,
  negates,
  obliges,
  optionalityBy,
  optionalityOf,
  saysDone,
  saysNothing,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Criterion, Optionality, Passage, Question, Unread } from "./model.ts";
import type { Details, Point } from "./points.ts";
import {
  absorb,
  areScenarios,
  describes,
  detailsIn,
  everyOne,
  hasLabel,
  isCriteria,
  isHead,
  isHeading,
  isScenario,
  isStory,
  numberOf,
  own,
  requirementRows,
  unfilledReason,
  withoutNumber,
  withoutStruck,
} from "./points.ts";
import type { Kinded } from "./sections.ts";

/** What the points around a requirement say about it. */
interface Context {
  readonly area: string | null;
  readonly lead: readonly Passage[];
  /** The heading above it, which can number the requirements below it. */
  readonly heading: Passage | null;
  /** The label that negates it: `The system must not`. */
  readonly negation: string | null;
  readonly optional: Optionality | null;
  readonly isQuality: boolean;
  /** Whether at least three headings with numbers are beside each other. */
  readonly isCounted: boolean;
  /** Whether a `Phase 1` that is not called an MVP is beside it, so that `Phase 2` is a part of the same work. */
  readonly isPhased: boolean;
  readonly groups: readonly OpenGroup[];
}

/** A requirement before all ids are known. */
export interface OpenRequirement
  extends Omit<Context, "groups" | "isCounted" | "isPhased" | "negation" | "optional">,
    Details {
  readonly label: Label | null;
  /** Its number in a list or table, if it has no id. */
  readonly number: number | null;
  readonly title: string | null;
  readonly line: number;
  readonly endLine: number;
}

interface OpenGroup extends Passage {
  readonly id: string;
  readonly members: Set<OpenRequirement>;
}

type Given = Pick<OpenRequirement, "text" | "line"> & Partial<OpenRequirement>;

const noContext: Context = {
  area: null,
  lead: [],
  heading: null,
  negation: null,
  optional: null,
  isQuality: false,
  isCounted: false,
  isPhased: false,
  groups: [],
};

/** Kinds of headings and labels that announce something else than work: `Overview`, `Out of scope`, `Risks`. */
const asideKinds: ReadonlySet<SectionKind> = new Set([
  "nonGoals",
  "future",
  "context",
  "goals",
  "risks",
  "questions",
  "decisions",
  "metrics",
  "dependencies",
]);

/** Unlike `(optional)`, no template has these words. */
const plainlyOptional = /\b(?:if time|nice|stretch)\b/i;

/** Reads requirements from entries with ids, numbered points, bullets, headings and table rows. */
export class RequirementReader {
  readonly found: OpenRequirement[] = [];
  readonly groups: OpenGroup[] = [];
  /** Criteria below a label that belongs to no requirement. */
  readonly criteria: Criterion[] = [];
  /** Points that ask what to build. */
  readonly questions: Question[] = [];
  readonly unread: Unread[] = [];
  /** The lines of requirements and of their parts, group names and lead-ins. */
  readonly taken = new Set<number>();
  readonly #ids = new Set<string>();
  /** The ids that were read before those of other sections. */
  #placed: ReadonlySet<string> | null = null;
  readonly #repeated: ReadonlySet<string>;
  /** The lines of headings whose sections list no requirements although requirements are around them. */
  readonly #apart: ReadonlySet<number>;
  /** The lines of headings such as `Description and Priority` beside the `Functional Requirements` of each feature. */
  readonly #explaining: ReadonlySet<number>;
  readonly #unfilled: readonly Unread[];
  /** The labels of points below at least three headings, such as `Purpose`, `Inputs` and `Outputs` of each module. */
  readonly #formLabels: ReadonlySet<string>;
  /** Whether points end in `✅` if they are done. A mark that is alone can be what the product shows. */
  readonly #areTicked: boolean;

  /** @param unread what was left out of the outline, such as placeholders */
  constructor(kinded: readonly Kinded[], unread: readonly Unread[]) {
    this.#unfilled = unread.filter(({ reason }) => reason === unfilledReason);
    const apart = kinded.filter(({ kind, parentKind }) =>
      kind === "plan"
        ? parentKind === "requirements" || parentKind === "features"
        : ["metrics", "data", "testing", "stack"].includes(kind),
    );
    this.#apart = new Set(apart.map(({ chapter }) => chapter.line));
    const lines = kinded.flatMap(({ chapter }) => everyOne(own(chapter)));
    // Beside crosses, ticks mean that something is included.
    const areCrossed = lines.some(({ text }) => /\s[❌✗✘]\uFE0F?$/u.test(text));
    this.#areTicked = !areCrossed && lines.filter((line) => withoutTick(line) !== line).length > 2;
    const headings = kinded.map(({ chapter }) => chapter);
    const labels = Map.groupBy(headings.flatMap(labelsBelow), (label) => label);
    this.#formLabels = new Set([...labels].filter(([, same]) => same.length > 2).map(([label]) => label));
    const names = Map.groupBy([...headings, ...lines.filter(isBoldLine)], ({ text }) => withoutNumber(text));
    this.#repeated = new Set([...names].filter(([, same]) => same.length > 1).map(([name]) => name));
    const specified = new Set(
      kinded.flatMap(({ heading, parent }) => (isPlainlyRequirements(heading) ? [parent] : [])),
    );
    const explaining = kinded.filter(
      ({ heading, parent }) =>
        specified.has(parent) &&
        kindOfWords(heading) === "other" &&
        this.#repeated.has(withoutNumber(heading)),
    );
    this.#explaining = new Set(explaining.map(({ line }) => line));
  }

  /** Reads a section that lists requirements: every point in it is one, or belongs to one. */
  readPlace(section: Point): void {
    this.unread.push(...this.#unfilled.filter(({ line }) => section.line < line && line <= section.endLine));
    // Whether a heading such as `Phase 2` means later work depends on the other headings, and a template can call a
    // section `(optional)`.
    const name = withoutNumber(section.text);
    const isOptional =
      markOf(name) === "optional" || (plainlyOptional.test(name) && optionalityOf(name) === "optional");
    // What a change removes from the product is not to be built.
    const isRemoved = /^removed requirements$/i.test(name);
    const optional = section.isDone ? "done" : isRemoved ? "wont" : isOptional ? "optional" : null;
    const context: Context = { ...noContext, optional, heading: section };
    if (this.#isForm(section)) this.#whole(section, context);
    else this.#all(section.below, context);
  }

  /** Reads only the entries with a new id from another section. Numbers do not count as ids there. */
  readLabelled(section: Point, isQuality: boolean): void {
    this.#placed ??= new Set(this.#ids);
    const rowsOf = (table: Point): readonly Point[] =>
      (requirementRows(table) ?? []).map(({ point }) => point);
    const entries = [section, ...everyOne(own(section))].flatMap((one) =>
      one.form === "table" ? rowsOf(one) : one.form === "row" ? [] : [one],
    );
    for (const point of entries) {
      const label = idOf(point);
      if (label && (label.isSetOff || isHeading(point)) && !label.isBare && this.#isNew(point, label))
        this.#read(point, { ...noContext, area: point === section ? null : section.text, isQuality });
    }
  }

  /** Two headings outside of the list of requirements can have one id, such as `Epic 3`, by mistake. */
  #isNew(point: Point, { id, rest }: Label): boolean {
    const isSame = (one: OpenRequirement | OpenGroup): boolean =>
      "id" in one ? one.id === id && one.text === rest : one.label?.id === id && one.title === rest;
    const mayRepeat = isHeading(point) && point.below.length > 0 && !this.taken.has(point.line);
    const isRepeated = mayRepeat && !this.#placed?.has(id) && ![...this.found, ...this.groups].some(isSame);
    return isRepeated || !this.#ids.has(id);
  }

  /** Reads the points of another section if they go on counting: 18 after 17. */
  readContinued(section: Point): void {
    const points = own(section);
    if (this.#goesOn(points)) this.#all(points, { ...noContext, area: section.text });
  }

  /** Whether the first of the points has the number after the last requirement's. */
  #goesOn(points: readonly Point[]): boolean {
    const last = this.found.at(-1)?.number ?? 0;
    const first = points.find(({ form }) => form === "item");
    return last > 0 && first?.number === last + 1;
  }

  /** Reads headings that each name a piece of work, such as the steps of a plan. */
  readHeadings(section: Point, around = noContext): void {
    if (asideKinds.has(kindOfWords(section.text))) return;
    const context = saysDone(section.text) ? { ...around, optional: "done" as const } : around;
    const headings = section.below.filter(isHeading);
    // If some headings are numbered, the others only explain.
    const steps = headings.filter(({ text }) => withoutNumber(text) !== text);
    for (const child of steps.length > 0 ? steps : headings)
      this.readHeadings(child, { ...context, area: section.text });
    if (headings.length > 0 || (context.area === null && !/\p{L} \d/u.test(section.text))) return;
    const step = this.#whole(section, context);
    // `Phase 2` in a plan does not mean that it is deferred.
    if (step.optional !== "done") step.optional = null;
  }

  /** Reads what obliges in a section that otherwise gives context: its points and lead-ins, or the sentences of its prose. */
  readObligations(section: Point, form: "item" | "line"): void {
    const context = { ...noContext, area: withoutNumber(section.text) || null };
    const leads = ({ text, below }: Point): boolean => introduces(text) && !below.some(isQuestion);
    const points = own(section).filter((one) => (isHead(one) ? leads(one) : one.form === form));
    const said = points.flatMap((point) =>
      (form === "line" ? point.text.split(/(?<=[.!?。！？])\s+/) : [point.text]).map((text) => ({
        ...point,
        text,
      })),
    );
    for (const point of said)
      if (obliges(point.text) && !isQuestion(point) && !isAboutDocument(point.text))
        this.#whole(point, context);
  }

  /** Adds a requirement that was read as a story or an endpoint. */
  add(id: string | null, { text, line, ...given }: Given): void {
    this.#open({ ...given, label: labelOf(`${id ?? ""}:`), text, line }, noContext);
  }

  #all(points: readonly Point[], around: Context): void {
    const isPhased = points.some(({ text }) => /^\P{L}*phase [01]\b(?!.*\bmvp\b)/iu.test(text));
    const isCounted = points.filter((one) => isHeading(one) && numberOf(one.text) !== null).length > 2;
    const named = points.every(({ form }) => form === "line") ? points.filter(isNamed) : [];
    for (const point of points)
      if (named.length > 1 && named.includes(point)) this.#whole(point, around);
      else this.#read(point, { ...around, isCounted, isPhased });
  }

  #read(written: Point, around: Context): void {
    const point = withoutStruck(this.#areTicked ? withoutTick(written) : written);
    if (point === null) {
      this.#take(written);
      this.#leaveOut(written, "it is crossed out");
      return;
    }
    const context = point.isDone ? { ...around, optional: "done" as const } : around;
    const label = isRemarkOn(point, this.#ids) ? null : idOf(point);
    const beside = label === null ? [] : besideDemand(point, label);
    if (beside.length > 0) {
      const below = point.below.filter((one) => !beside.includes(one));
      const { endLine } = below.at(-1) ?? { endLine: point.line };
      this.#read({ ...point, below, endLine }, around);
      this.#all(beside, around);
      return;
    }
    const isHigher = point.below.some(hasLabel) && (label !== null || point.form === "item");
    if (label?.rest === "" && point.below.length === 0)
      this.#leaveOut(point, "nothing is written after its id");
    else if (isHigher) this.#group(point, label, context);
    else if (label !== null) this.#whole(point, context);
    else this.#readers[point.form]?.(point, context);
  }

  readonly #readers: Partial<Record<Point["form"], (point: Point, context: Context) => void>> = {
    heading: (point, context) => this.#heading(point, context),
    line: (point, context) => this.#line(point, context),
    item: (point, context) => {
      if (isQuestion(point)) this.#ask(point, context);
      else if (!isAboutDocument(point.text) && (point.below.length > 0 || !saysNothing(point.text)))
        this.#whole(point, context);
    },
    table: (point, context) => {
      for (const { point: row, area, optional } of requirementRows(point) ?? [])
        this.#read(row, { ...context, area: area || context.area, optional: optional ?? context.optional });
    },
  };

  #leaveOut({ text, line }: Passage, reason: string): void {
    this.taken.add(line);
    this.unread.push({ text, line, reason });
  }

  #ask({ text, line }: Passage, { area, heading }: Context): void {
    this.taken.add(line);
    this.questions.push({ text, line, section: area ?? heading?.text ?? "" });
  }

  #heading(point: Point, context: Context): void {
    if (this.#announcesOther(point, context)) return;
    const { text, below } = point;
    const isOfCriteria = isCriteria(text) && context.area !== null;
    const areFields = isFieldList(point);
    if (isOfCriteria) this.#criteria(point, context);
    else if (areFields && modelsBelow(point).length > 0) this.#take(point);
    else if (areFields || (!negates(text) && (isOneRequirement(point) || this.#isForm(point))))
      this.#whole(this.#withArea(point, context), context);
    else {
      // `User Flow` below each of several features names none of them.
      const namesNone = isGeneric(text) || (context.area !== null && this.#repeated.has(withoutNumber(text)));
      this.#all(below, namesNone ? { ...context, lead: [] } : within(point, text, context));
    }
  }

  /** Whether a heading has the labels that others have too, of which one, such as `Purpose`, asks for nothing by itself. */
  #isForm(point: Point): boolean {
    const labels = labelsBelow(point);
    const repeated = labels.filter((label) => this.#formLabels.has(label));
    return (
      point.below.length > 2 &&
      point.below.every(isEntryLabel) &&
      repeated.length > point.below.length / 2 &&
      repeated.some((label) => asideKinds.has(kindOfWords(label)))
    );
  }

  /** `User Flow` below each of several features, with the name of its feature. */
  #withArea(point: Point, { area }: Context): Point {
    const name = withoutNumber(point.text);
    const isRepeated = area !== null && point.label === null && this.#repeated.has(name);
    return isRepeated ? { ...point, text: `${area}: ${name}` } : point;
  }

  /** Whether a heading announces something else than work, unlike `Feature: Evaluation & Metrics`. */
  #announcesOther({ text, line, below }: Point, { isCounted }: Context): boolean {
    if (this.#explaining.has(line)) return true;
    const kind = kindOfWords(text);
    const isNumbered = isCounted && numberOf(text) !== null;
    if (isNumbered && !["nonGoals", "future", "questions"].includes(kind)) return false;
    // Unlike the label `Dependencies:`, the heading `Dependency Management` can name an area.
    const announces = (kind !== "dependencies" && asideKinds.has(kind)) || this.#apart.has(line);
    const isFeature = /^(?:feature|epic)(?: \d+)?\s*[:：]/i.test(text);
    return announces && !isFeature && optionalityOf(text) === null && !this.#listsRequirements(below, kind);
  }

  /** Whether a heading such as `Order History` is the name of an area, not of a section that gives context. */
  #listsRequirements(below: readonly Point[], kind: SectionKind): boolean {
    const items = below
      .flatMap((one) => (isHead(one) ? one.below : [one]))
      .filter(({ form }) => form === "item");
    if (below.some(hasLabel) || this.#goesOn(below)) return true;
    const mayBeArea = ["context", "goals", "risks"].includes(kind) && items.length > 0;
    return mayBeArea && items.every(({ number, text }) => number !== null || obliges(text));
  }

  /** A bold line starts an area, a line such as `Users must be able to:` introduces points; any other line explains. */
  #line(point: Point, context: Context): void {
    const { text, line, below } = point;
    const name = withoutColon(text);
    if ((beginsStory(text) && !isHead(point)) || introducesNames(point)) this.#whole(point, context);
    else if (isHead(point) && isCriteria(name)) this.#criteria(point, context);
    else if (isHead(point) && isAside(point)) this.#setAside(point);
    else if (isHead(point) && (!isBoldLine(point) || introduces(text)) && !negates(name))
      this.#all(below, ledBy({ text, line }, context));
    // `To do:` below each of several headings names none of them.
    else if (isBoldLine(point) && !isGeneric(name) && !this.#repeated.has(withoutNumber(text)))
      this.#all(below, within(point, name, context));
    else this.#all(below, negates(name) ? { ...context, negation: name } : context);
  }

  #criteria(point: Point, { area, heading }: Context): void {
    const section = area ?? heading?.text ?? point.text;
    this.#take(point);
    this.criteria.push(...detailsIn([point]).criteria.map((criterion) => ({ ...criterion, section })));
  }

  /** Leaves out what is below a label. Non-goals, questions and models in code are read as such elsewhere. */
  #setAside({ text, below }: Point): void {
    if (kindOfWords(withoutColon(text)) === "nonGoals") return;
    for (const point of below.filter((one) => one.form !== "code" && !isQuestion(one)))
      this.#leaveOut(point, `it is below "${text}"`);
  }

  /** A point above requirements with ids is a group: its id names them all, its words are their area or lead-in. */
  #group(point: Point, label: Label | null, context: Context): void {
    const { line } = point;
    const { title, text } = wordsOf(point, label);
    const words = text
      .replaceAll(/\([^()]*\)|&/g, " ")
      .trim()
      .split(/\s+/);
    const isArea = isHeading(point) || words.length <= 4;
    const name = isArea ? text : title;
    const groups = label === null ? [] : [{ id: label.id, text, line, members: new Set<OpenRequirement>() }];
    this.taken.add(line);
    this.groups.push(...groups);
    for (const { id } of groups) this.#ids.add(id);
    this.#all(point.below, {
      ...(name === null ? context : within(point, name, context)),
      optional: optionalityIn(context, point.text),
      lead: isArea ? [] : [...context.lead, { text, line }],
      groups: [...context.groups, ...groups],
    });
  }

  /** Reads a point and everything below it as one requirement. */
  #whole(point: Point, context: Context): OpenRequirement {
    const { line, endLine, number } = point;
    const label = idInList(point);
    const words = isHeading(point) ? wordsOfHeading(point) : { label, number, ...wordsOf(point, label) };
    const requirement = this.#open({ ...words, line, endLine }, context);
    // `**4.1 Search**` above points is a heading.
    if (words.text === words.title && point.below.length > 0) {
      requirement.text = "";
      // `- **Out of scope**` above points requires nothing.
      const kind = words.label === null && !isHeading(point) ? kindOfWords(words.title ?? "") : "other";
      if (kind === "nonGoals") requirement.optional ??= "wont";
    }
    absorb(requirement, point.below, null);
    const boxes = everyOne(point.below).filter((one) => one.isDone !== null);
    const areTicked = boxes.length > 0 && boxes.every((one) => one.isDone);
    if (point.isDone === null && areTicked) requirement.optional ??= "done";
    this.#take(point);
    if (requirement.text === "") requirement.text = requirement.title ?? "";
    return requirement.text === "" ? withFirst(requirement) : requirement;
  }

  #take(point: Point): void {
    for (const { line } of everyOne([point])) this.taken.add(line);
  }

  #open(given: Given, around: Context): OpenRequirement {
    const { groups, negation, isCounted, isPhased, ...context } = around;
    const said = negation === null ? {} : { title: null, text: `${negation}: ${given.title ?? given.text}` };
    const requirement: OpenRequirement = {
      label: null,
      number: null,
      title: null,
      endLine: given.line,
      ...detailsIn([]),
      ...context,
      isQuality: context.isQuality || given.label?.family === "quality",
      ...given,
      ...said,
      optional:
        given.optional ?? markOf(given.title ?? "") ?? optionalityIn(around, given.title ?? "", given.text),
    };
    this.found.push(requirement);
    for (const { line } of [requirement, ...context.lead]) this.taken.add(line);
    if (requirement.label !== null) this.#ids.add(requirement.label.id);
    for (const { members } of groups) members.add(requirement);
    return requirement;
  }
}

/** Below only an id, the first point says what the requirement is about. */
function withFirst(requirement: OpenRequirement): OpenRequirement {
  const [first] = requirement.parts;
  requirement.text = first?.text ?? "";
  requirement.parts.splice(0, 1, ...(first?.parts ?? []));
  return requirement;
}

/** `FR-1: The app sorts films ✅` as done, without the mark. */
function withoutTick(point: Point): Point {
  const mark = /\s+[✅☑✔]\uFE0F?(?=(?:\s+\([^()]*\))?$)/u;
  const { form, text, label } = point;
  if (form !== "item" || !mark.test(text)) return point;
  const rest = label?.rest.replace(mark, "") ?? "";
  return { ...point, isDone: true, text: text.replace(mark, ""), label: label && { ...label, rest } };
}

export const isQuestion = ({ text }: Pick<Passage, "text">): boolean => /[?？]$/.test(text);

/** The id of a point. A bare number before a heading is a section number. */
function idOf(point: Point): Label | null {
  const label = bears(point);
  return label !== null && isHeading(point) && label.isBare ? null : label;
}

/** The id of a requirement. A point of the list can also have one such as `D1`, which elsewhere is that of a decision. */
const idInList = (point: Point): Label | null =>
  point.form === "item" && point.label?.family === "foreign" && point.label.isSetOff
    ? point.label
    : bears(point);

/** `The app has two screens:` above only names in code, which say nothing by themselves. */
const introducesNames = (point: Point): boolean =>
  !isBoldLine(point) &&
  /\s/.test(point.text) &&
  point.below.length > 1 &&
  point.below.every(
    ({ form, text, below }) => form === "item" && /^`[^`]+`$/.test(text) && below.length === 0,
  );

/** Whether prose is about a requirement that was read: `FR-2 is not in the first version.` */
const isRemarkOn = ({ form, lead, label, below }: Point, ids: ReadonlySet<string>): boolean =>
  form === "line" && lead === null && below.length === 0 && label?.isSetOff === false && ids.has(label.id);

/** Whether a label such as `Out of scope:` or `Problem:` says that the points below it are not to be built. */
function isAside({ text, below }: Point): boolean {
  const name = withoutColon(text);
  const kind = kindOfWords(name);
  // A longer line is a sentence, and `Metric Definitions` can be what the product measures.
  const isName =
    (name.replace(/\s*\([^()]*\)$/, "").split(/\s+/).length <= 4 && !/^metric/i.test(name)) ||
    (kind === "nonGoals" && !obliges(name));
  // `Team management` is not about the team, but `Known risks` and `Decisions / agreements` are what they say.
  const parts = name.split(/\s*[/&]\s*|\s+and\s+/);
  const isWhole =
    ["nonGoals", "future", "questions"].includes(kind) ||
    parts.some((part) => kindOfWords(part.split(/\s+/).at(-1) ?? "") === kind);
  const announces = (asideKinds.has(kind) && isWhole) || isEntryData(name);
  return isName && announces && markOf(name) === null && !below.some(hasLabel);
}

/** The bold words at the start of a point and the rest, both without the id. */
function wordsOf(
  { text, lead }: Point,
  label: Label | null,
): Pick<OpenRequirement, "title" | "text" | "optional"> {
  const whole = label?.rest ?? text;
  const bold = lead === null ? "" : (labelOf(lead)?.rest ?? lead);
  const isFirst = whole.startsWith(bold);
  if (isInParentheses(bold))
    return { title: null, text: isFirst ? afterLead(whole, bold) : whole, optional: optionalityOf(bold) };
  if (bold === "") return { title: null, ...((label && remarked(whole)) ?? { text: whole, optional: null }) };
  if (bold === whole) return { title: withoutKind(bold), text: withoutKind(bold), optional: null };
  const after = isFirst ? whole.slice(bold.replace(/[.!?:：。！？]$/, "").length) : `: ${whole}`;
  const named = withPriority(withoutKind(bold), after);
  if (named !== null) return named;
  const { remark = "", rest } = setOff.exec(after)?.groups ?? {};
  // `**Reminders** (weekly)`, `**Paste the text** into a box`, `**No** login`, `**Active** = published` and `**As a
  // reader**, I want …` are one phrase.
  if (rest === undefined || beginsStory(bold)) return { title: null, text: whole, optional: null };
  return { title: withoutKind(bold.replace(/[.:：]$/, "") + remark), text: rest, optional: null };
}

/** A name with only its priority behind it: `**Saving** (Priority: High)`. */
function withPriority(
  name: string,
  after: string,
): Pick<OpenRequirement, "title" | "text" | "optional"> | null {
  const [, label = "", value = ""] = /^\s*\(([^():]+): ([^()]+)\)$/.exec(after) ?? [];
  return isPriority(label) ? { title: name, text: name, optional: optionalityBy(label, value) } : null;
}

/** What sets the words after a name off from it: `**Reminders**: …`, `**Reminders** (weekly) — …`. */
const setOff = /^(?<remark>\s\([^()]*\))?\s*(?:[.!?:：。！？—–]|-(?=\s))\s*(?<rest>.*)$/u;

/** `Search`, written as `Feature: Search` */
const withoutKind = (title: string): string => title.replace(/^(?:requirement|feature):\s+/i, "");

/** `(P1): Refund`, as after an id, as its text and mark. */
function remarked(text: string): Pick<OpenRequirement, "text" | "optional"> | null {
  const [, remark, said = ""] = /^(\([^()]*\))\s*[:：]\s*(.+)$/.exec(text) ?? [];
  return remark === undefined ? null : { text: said, optional: optionalityOf(remark) };
}

/** The title of a heading with its id or number. Its text is below it. */
function wordsOfHeading(point: Point): Pick<OpenRequirement, "label" | "number" | "title" | "text"> {
  const label = bears(point);
  if (label !== null && !label.isBare) return { label, number: null, title: label.rest || null, text: "" };
  const title = withoutKind(withoutNumber(point.text));
  const counted = Number(numberOf(point.text) ?? Number.NaN);
  const number = Number.isInteger(counted) ? counted : null;
  return { label: label?.rest ? label : null, number, title, text: "" };
}

/** What the texts of a point and those around it say. In what is done, all is done. */
const optionalityIn = (
  { optional, isPhased }: Pick<Context, "optional" | "isPhased">,
  ...texts: readonly string[]
): Optionality | null => {
  const said = texts.filter((text) => !isPhased || !/^\P{L}*phase \d/iu.test(text));
  return optional === "done" ? optional : (said.map(optionalityOf).find((one) => one !== null) ?? optional);
};

/** A paragraph that begins with the name of a feature, unlike a label: `**Offer a shift.** A nurse taps …` */
const isNamed = ({ lead, below }: Point): boolean =>
  /[^.][.。]$/.test(lead ?? "") && below.length === 0 && !asideKinds.has(kindOfWords(lead ?? ""));

/** The context for the points of an area. */
const within = ({ line }: Point, name: string, context: Context): Context => ({
  ...context,
  area: withoutColon(withoutNumber(name)),
  lead: [],
  heading: { text: name, line },
  negation: negates(name) ? withoutNumber(name) : context.negation,
  optional: doneHeading.test(name) ? "done" : (markOf(withoutNumber(name)) ?? optionalityIn(context, name)),
});

/** `Phase 1 ✅ Complete`, `✅ Fully Implemented Features`. A tick without such a word can mean that the section is in scope. */
const doneHeading =
  /✅\uFE0F?\s*(?:\S+\s)?(?:complet|done|finished|implement|fertig|erledigt|gotowe|готово|完了|已?完成|완료)/iu;

/** The context for the points that a line introduces. `Must:` only marks them. */
function ledBy(line: Passage, context: Context): Context {
  const name = withoutColon(line.text);
  return { ...context, optional: markOf(name) ?? context.optional, lead: isGeneric(name) ? [] : [line] };
}

/** Whether a point is a label of an entry: `- Acceptance Criteria:`, `- Edge cases: …`. */
const isEntryLabel = (point: Point): boolean => point.form === "item" && splitLabel(point) !== null;

/** The different labels of the points right below a heading. */
const labelsBelow = ({ below }: Point): readonly string[] => [
  ...new Set(below.filter(isEntryLabel).map((point) => splitLabel(point)?.label ?? "")),
];

/** The points below a line that demands something itself, if their ids are none of its parts: `FR-3` below `FR-2`. */
function besideDemand({ form, below }: Point, { id, rest }: Label): readonly Point[] {
  if (form !== "line" || !obliges(rest) || introduces(rest)) return [];
  return below.filter((one) => {
    const other = idOf(one)?.id ?? id;
    return !other.startsWith(id) || /^\d/.test(other.slice(id.length));
  });
}

/** Whether the label of a point is that of a story or of criteria, which belong to one requirement. */
const isStoryOrCriteria = (point: Point): boolean => {
  const { label } = splitLabel(point) ?? { label: "" };
  return isCriteria(label) || describes(label);
};

/** Whether the only points below a heading are the criteria below a heading of theirs. */
function hasOnlyCriteria({ below }: Point): boolean {
  const others = below.filter((one) => !(isHeading(one) && isCriteria(one.text)));
  return others.length < below.length && others.every(({ form }) => form === "line");
}

/** `User Flow` above numbered steps of which none has an id or demands anything. */
const isFlow = ({ text, below }: Point): boolean =>
  /\bflow$/i.test(text) &&
  !below.some(hasLabel) &&
  below.every(({ form, text: step }) => form === "item" && !obliges(step));

/**
 * A heading is a requirement if prose, nothing, the labels of an entry or the steps of a flow are below it. Above other
 * points, it is an area.
 */
function isOneRequirement(point: Point): boolean {
  const { below } = point;
  const [first] = below;
  if (first === undefined || below.some(isScenario) || areScenarios(below) || isStory(point)) return true;
  const [described, ...others] = below.filter(({ lead }) => describes(lead ?? ""));
  if (described === first && others.length === 0) return true;
  if (below.every(isEntryLabel) && below.some(isStoryOrCriteria)) return true;
  if (isFlow(point) || hasOnlyCriteria(point)) return true;
  if (first.form === "item" || below.some((point) => isHeading(point) || hasLabel(point))) return false;
  if (first.form === "table") return requirementRows(first) === null;
  const isArea = isBoldLine(first) && !isCriteria(withoutColon(first.text));
  return !isArea && everyOne(below).every(({ number }) => number === null);
}
