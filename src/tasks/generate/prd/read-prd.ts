import { withoutEmoji } from "../wording/without-emoji.ts";
import { boundedSource } from "./bounded-source.ts";
import { filePathsOf } from "./file-paths.ts";
import { isMostlyEnglish } from "./is-mostly-english.ts";
import { nameOfKind } from "./kind-name.ts";
import { isLater } from "./later-work.ts";
import type { Block, Item, Section } from "./outline.ts";
import { readOutline } from "./outline.ts";
import type { DataModel, Endpoint, Note, Prd, Reading, Requirement, Untaken, UserStory } from "./prd.ts";
import { modelsInCode, readDataModels } from "./read-data-models.ts";
import { readEndpoints } from "./read-endpoints.ts";
import { RequirementReader } from "./read-requirements.ts";
import { readStories } from "./read-stories.ts";
import { labelledText } from "./requirement-id.ts";
import type { SectionKind } from "./section-kind.ts";
import { headingWords, isPlainlyRequirements, sectionKind } from "./section-kind.ts";

interface ClassifiedSection {
  readonly section: Section;
  readonly kind: SectionKind;
  readonly parentKind: SectionKind;
}

/** Where requirements are looked for, the plainest place first. The next is tried only where the one before has none. */
const requirementPlaces: readonly (readonly SectionKind[])[] = [
  ["requirements"],
  ["features"],
  ["stories"],
  ["criteria"],
  ["solution"],
];

/** Kinds whose lines never become work. */
const silentKinds: ReadonlySet<SectionKind> = new Set(["nonGoals", "questions", "future"]);

/** Reads a PRD into what the planner needs. Nothing a person wrote makes it throw; what it found none of is empty. */
export function readPrd(page: string, fileName: string): Prd {
  const { text: source, cut } = boundedSource(page);
  const root = readOutline(source);
  const sections = classify(root);
  const reader = new RequirementReader();
  const endpoints = readEndpoints(sourceLines(source, sections)).filter(
    ({ purpose }) => !isLater(purpose ?? ""),
  );
  const place = readRequirements(sections, reader);
  if (reader.count === 0) readInPlainWords(sections, reader, endpoints);
  const requirements = reader.requirements(isMostlyEnglish(source));
  const stories = sections
    .filter(({ kind, parentKind }) => kind === "stories" && parentKind !== "stories")
    .flatMap(({ section }) => readStories(section));
  const told = sections.filter(({ kind }) => !silentKinds.has(kind));
  return {
    title: titleOf(root, fileName),
    requirements,
    stories,
    models: distinctModels(told, requirements),
    endpoints,
    filePaths: filePathsIn(told),
    notes: notesBesides(requirements, notesIn(sections, place)),
    readings: readingsOf(sections, requirements, stories, place),
    untaken: [...cut, ...untakenIn(sections, requirements, reader, place)].toSorted(
      (a, b) => a.line - b.line,
    ),
    headings: sections.filter(({ section }) => section.depth > 0).map(({ section }) => section.heading),
  };
}

/** Every section in document order with what it is about. */
function classify(root: Section): readonly ClassifiedSection[] {
  const classified: ClassifiedSection[] = [];
  const visit = (section: Section, parentKind: SectionKind, isTitle: boolean): void => {
    const kind = isTitle ? "other" : sectionKind(section.heading, parentKind);
    classified.push({ section, kind, parentKind });
    for (const child of section.sections) visit(child, kind, false);
  };
  const titles = root.sections.filter(({ depth }) => depth === 1);
  classified.push({ section: root, kind: "other", parentKind: "other" });
  // One heading of the first level is the page's title; several are its sections.
  for (const child of root.sections) visit(child, "other", child === titles[0]);
  return classified;
}

function titleOf(root: Section, fileName: string): string {
  const heading = root.sections.find(({ depth }) => depth === 1)?.heading ?? "";
  const title = withoutEmoji(heading)
    .replace(
      /^\W*(?:PRD|product requirements? document|product requirements?|제품 요구사항( 정의서)?)\b[\s#\d.]*[:：—–-]*\s*/i,
      "",
    )
    .replace(/\s*[:—–-]?\s*[([]?\b(?:PRD|product requirements?(?: document)?)\b[)\]]?\s*$/i, "")
    .trim();
  return title === "" || /^[\w-]+\.md$/.test(title) ? wordsOfFileName(fileName) : title;
}

function wordsOfFileName(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, "")
    .replace(/^\d+[-_]/, "")
    .replace(/^prd[-_]/i, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return words === "" ? fileName : words.charAt(0).toUpperCase() + words.slice(1);
}

function readRequirements(sections: readonly ClassifiedSection[], reader: RequirementReader): SectionKind {
  const place = requirementPlaces.find((kinds) => {
    const all = topmost(sections, kinds);
    const plain = all.filter(({ section }) => isPlainlyRequirements(section.heading));
    const isRest = plain.length === 0 && all.some(({ section }) => saysRest(section.heading));
    const read = isRest ? topmost(sections, [...kinds, "features"]) : plain.length > 0 ? plain : all;
    for (const { section, kind } of read) reader.readSection(section, kind);
    return reader.count > 0;
  })?.[0];
  for (const { section } of topmost(sections, ["quality"]))
    if (hasLabels(section)) reader.readSection(section, "quality");
  // An id of the usual letters makes a requirement of what bears it, in a section about technology as well.
  for (const { section, kind } of sections) {
    const isSecondary =
      kind === "requirements" && place === "requirements" && !isPlainlyRequirements(section.heading);
    if (
      isSecondary ||
      kind === "technical" ||
      kind === "data" ||
      kind === "endpoints" ||
      kind === "other" ||
      (kind === "features" && place !== "features")
    )
      reader.readLabelled(section);
  }
  return place ?? "requirements";
}

/** `General requirements` are those besides the features, not all there are. */
const saysRest = (heading: string): boolean =>
  /^(?:general|common|other|additional|further|cross-cutting|shared|global)\b/.test(headingWords(heading));

/** Where no section is one of requirements: headings that name features, a list of routes, plain points and prose. */
function readInPlainWords(
  sections: readonly ClassifiedSection[],
  reader: RequirementReader,
  endpoints: readonly Endpoint[],
): void {
  for (const { section, kind } of topmost(sections, ["requirements", "features"]))
    reader.readHeadings(section, kind);
  if (reader.count > 0) return;
  for (const endpoint of endpoints) reader.readRoute(endpoint);
  if (reader.count > 0) return;
  const unnamed = sections.filter(({ kind }) => kind === "other");
  for (const { section } of unnamed) reader.readUnnamed(section);
  if (reader.count === 0) for (const { section } of unnamed) reader.readTold(section);
}

/** The sections of a kind that do not stand within another of that kind. */
const topmost = (
  sections: readonly ClassifiedSection[],
  kinds: readonly SectionKind[],
): readonly ClassifiedSection[] =>
  sections.filter(({ kind, parentKind }) => kinds.includes(kind) && parentKind !== kind);

const hasLabels = (section: Section): boolean =>
  (labelledText(section.heading) !== undefined && /[A-Z]/.test(section.heading.slice(0, 4))) ||
  section.blocks.some((block) => textsIn(block).some((text) => labelledText(text)?.family === "quality")) ||
  section.sections.some((child) => hasLabels(child) || labelledText(child.heading)?.family === "quality");

function textsIn(block: Block): readonly string[] {
  switch (block.kind) {
    case "paragraph":
      return block.lines.map(({ text }) => text);
    case "list":
      return block.items.flatMap((item) => [item.text, ...item.blocks.flatMap((below) => textsIn(below))]);
    case "table":
      return block.rows.flatMap(({ cells }) => cells);
    case "code":
    case "html":
      return [];
  }
}

function distinctModels(
  sections: readonly ClassifiedSection[],
  requirements: readonly Requirement[],
): readonly DataModel[] {
  const inData = sections
    .filter(({ kind, parentKind }) => kind === "data" && parentKind !== "data")
    .flatMap(({ section }) => readDataModels(section));
  const inTechnical = sections
    .filter(({ kind }) => kind === "technical" || kind === "other")
    .flatMap(({ section }) =>
      section.blocks.flatMap((block) => (block.kind === "code" ? modelsInCode(block) : [])),
    );
  const inRequirements = requirements.flatMap(({ code }) => code.flatMap((sample) => modelsInCode(sample)));
  const models = new Map<string, DataModel>();
  for (const model of [...inData, ...inTechnical, ...inRequirements].toSorted((a, b) => a.line - b.line)) {
    const key = model.name.toLowerCase().replace(/s$/, "");
    if (!models.has(key) && model.fields.length > 0) models.set(key, model);
  }
  return [...models.values()];
}

/** The source's lines with the heading they stand under, those of silent sections left out. */
function sourceLines(source: string, sections: readonly ClassifiedSection[]) {
  const starts = new Map(sections.map((classified) => [classified.section.line, classified]));
  let current: ClassifiedSection | undefined;
  return source.split(/\r\n|\r|\n/).flatMap((text, index) => {
    const starting = starts.get(index + 1);
    if (starting !== undefined && starting.section.depth > 0) current = starting;
    const isSilent = current !== undefined && silentKinds.has(current.kind);
    return isSilent ? [] : [{ text, line: index + 1, heading: current?.section.heading ?? "" }];
  });
}

const filePathsIn = (sections: readonly ClassifiedSection[]): readonly string[] => [
  ...new Set(
    sections.flatMap(({ section }) =>
      section.blocks.flatMap((block) => textsIn(block).flatMap((text) => filePathsOf(text))),
    ),
  ),
];

/** The remarks of every section that is no list of requirements, with the small heading each stands under. */
function notesIn(sections: readonly ClassifiedSection[], place: SectionKind): readonly Note[] {
  return sections
    .filter(
      ({ kind, section }) =>
        kind !== "requirements" &&
        kind !== place &&
        kind !== "stories" &&
        kind !== "context" &&
        section.depth > 0,
    )
    .flatMap(({ section, kind }) => notesOfSection(section, kind));
}

/** What was taken for a requirement is no remark besides. */
function notesBesides(requirements: readonly Requirement[], notes: readonly Note[]): readonly Note[] {
  const taken = new Set(requirements.map(({ line }) => line));
  return notes.filter(({ line, kind }) => kind !== "quality" || !taken.has(line));
}

function notesOfSection(section: Section, kind: SectionKind): readonly Note[] {
  const notes: Note[] = [];
  let group = section.heading;
  for (const block of section.blocks) {
    const label = groupLabel(block);
    if (label !== undefined) group = label;
    else if (block.kind === "paragraph")
      notes.push(...block.lines.map(({ text, line }) => ({ text, line, group, details: [], kind })));
    else if (block.kind === "list")
      notes.push(...block.items.filter(({ struck }) => !struck).map((item) => noteOf(item, group, kind)));
    else if (block.kind === "table" && tabledKinds.has(kind))
      notes.push(
        ...block.rows.map(({ cells, line }) => ({
          text: rowText(block.header, cells),
          line,
          group,
          details: [],
          kind,
        })),
      );
  }
  return notes.filter(({ text }) => !aboutThePage.test(text));
}

/** What is checked is often told in tables; elsewhere they hold what is no remark. */
const tabledKinds: ReadonlySet<SectionKind> = new Set(["criteria", "quality", "testing"]);

/** `Given`, `When` and `Then` as columns make one scenario; else a row reads `first cell: the others`. */
function rowText(header: readonly string[], cells: readonly string[]): string {
  const column = (wording: RegExp) => cells[header.findIndex((cell) => wording.test(cell))] ?? "";
  const [given, when, then] = [column(/^given\b/i), column(/^when\b/i), column(/^then\b/i)];
  if (when !== "" && then !== "")
    return `${given === "" ? "" : `Given ${given}, `}when ${when}, ${then.replace(/^then\s+/i, "")}`;
  const told = cells.filter(
    (cell, at) => cell !== "" && !(at === 0 && /^(?:[A-Z]+[-_ ]?)?\d[\d.]*$/.test(cell)),
  );
  const [first = "", ...others] = told;
  return others.length === 0 ? first : `${first}: ${others.join(", ")}`;
}

/** `Last Updated: …` and its like, which often stand below the last section, tell of the page and not of the product. */
const aboutThePage =
  /^(?:document |prd )?(?:version|last (?:updated|modified|revised)|status|date|created(?: by| on)?|completion date|authors?|reviewers?|review date|next review|owners?|approved by|prepared by|approvers?|stakeholders|contact|target (?:release|launch)(?: date)?)\s*[:：]/i;

/** A bold line, or one that ends in a colon, heads what follows it. */
function groupLabel(block: Block): string | undefined {
  const label = block.kind === "paragraph" ? block.lines.at(-1) : undefined;
  if (label === undefined) return undefined;
  const isBold = label.lead !== null && label.lead.length >= label.text.length - 1;
  return isBold || /[:：]$/.test(label.text) ? label.text.replace(/[:：]$/, "") : undefined;
}

const noteOf = (item: Item, group: string | null, kind: SectionKind): Note => ({
  text: item.text,
  line: item.line,
  group,
  details: item.blocks.flatMap((block) =>
    block.kind === "list"
      ? block.items.map(({ text, line }) => ({ text, line, group: null, details: [] }))
      : [],
  ),
  kind,
});

function readingsOf(
  sections: readonly ClassifiedSection[],
  requirements: readonly Requirement[],
  stories: readonly UserStory[],
  place: SectionKind,
): readonly Reading[] {
  const ends = sections.map((_, index) => sections[index + 1]?.section.line ?? Number.POSITIVE_INFINITY);
  return sections.flatMap(({ section, kind }, index) => {
    if (section.depth === 0) return [];
    const within = ({ line }: { line: number }) => line >= section.line && line < (ends[index] ?? 0);
    const ids = requirements.filter(within).map(({ id }) => id);
    const counted =
      ids.length > 0
        ? ids.join(", ")
        : stories.some(within) && place !== "stories"
          ? count(stories.filter(within).length, "story", "stories")
          : "";
    return [{ heading: section.heading, line: section.line, kind, took: counted }];
  });
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

const looksRequired = /\b(must|shall)\b/i;

/** What says `must` or bears an id, outside the sections whose purpose is known not to be requirements. */
function untakenIn(
  sections: readonly ClassifiedSection[],
  requirements: readonly Requirement[],
  reader: RequirementReader,
  place: SectionKind,
): readonly Untaken[] {
  const taken = new Set(
    requirements.flatMap(({ line, details }) => [line, ...details.map((detail) => detail.line)]),
  );
  const lines = sections
    .filter(
      ({ kind }) =>
        !silentKinds.has(kind) &&
        kind !== "requirements" &&
        kind !== place &&
        kind !== "stories" &&
        kind !== "criteria",
    )
    .flatMap(({ section, kind }) =>
      section.blocks
        .flatMap((block) => located(block))
        .flatMap(({ text, line }) => {
          const label = labelledText(text);
          const hasId = label?.family === "requirement" && /^(?:N?FR|REQ)/.test(label.id);
          if (taken.has(line) || (!hasId && !looksRequired.test(text))) return [];
          return [
            {
              line,
              text,
              reason: hasId
                ? `its id was read before, or it describes nothing`
                : `it stands under "${section.heading}", read as ${nameOfKind(kind)}`,
            },
          ];
        }),
    );
  return [...reader.leftOut, ...lines, ...untakenHtml(sections)];
}

/** What bears an id within HTML, such as a table's cell. */
const untakenHtml = (sections: readonly ClassifiedSection[]): readonly Untaken[] =>
  sections
    .filter(({ kind }) => !silentKinds.has(kind))
    .flatMap(({ section }) => section.blocks)
    .flatMap((block) =>
      block.kind === "html"
        ? withoutComments(block.text)
            .split("\n")
            .map((text, at) => ({ text, line: block.line + at }))
        : [],
    )
    .filter(({ text }) => /\b(?:N?FR|REQ)-?\d/.test(text))
    .map(({ text, line }) => ({
      line,
      text: text
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
      reason: "it is written in HTML",
    }));

/** Its lines stay, for the positions. */
const withoutComments = (html: string): string =>
  html.replaceAll(/<!--[\s\S]*?-->/g, (comment) => comment.replaceAll(/[^\n]/g, ""));

function located(block: Block): readonly { text: string; line: number }[] {
  if (block.kind === "paragraph") return block.lines;
  if (block.kind !== "list") return [];
  return block.items.flatMap((item) => [
    { text: item.text, line: item.line },
    ...item.blocks.flatMap((below) => located(below)),
  ]);
}
