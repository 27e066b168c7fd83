import type { LooseLine } from "../dependencies.ts";
import { mentionsOrder, phaseWord, statedDependencies } from "../dependencies.ts";
import type { Ledger, LineSpan, NamedSection } from "../ledger.ts";
import type { SourceFormat, SourceList, SourcePhase } from "../source-list.ts";
import { splitLines } from "../source-text.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes, withDescendants } from "./outline-node.ts";

/** The tasks of a Markdown file in phases, the headings that became phases, and the items that became tasks. */
interface TasksOfFile {
  readonly format: SourceFormat;
  readonly phases: readonly SourcePhase[];
  readonly headings: ReadonlySet<OutlineHeading>;
  readonly used?: ReadonlySet<OutlineNode>;
}

/**
 * Completes the list of a Markdown file from what is around its tasks: the title, the PRD and the dependencies that are
 * stated there. The ledger already has the lines of the tasks.
 */
export function withSurroundings(
  source: string,
  outline: Outline,
  ledger: Ledger,
  { format, phases, headings, used = new Set() }: TasksOfFile,
): SourceList {
  ledger.readLinesOf(headings);
  const { lines, ...header } = outlineHeader(outline);
  ledger.readLinesOf(lines);
  const loose = looseLines(outline, used).filter(({ line }) => !ledger.hasRead(line));
  const stated = statedDependencies(loose, phases);
  ledger.readLinesOf(stated);
  ledger.leaveRest(sectionsOf(source, outline, used, headings));
  return { format, ...header, phases, stated, mentionsOrder: mentionsOrder(loose), ...ledger.account };
}

/** The title of the outline, the PRD that it names, and the lines that contain only these. */
function outlineHeader({ headings, prose, nodes }: Outline): {
  title: string | null;
  prd: string | null;
  lines: readonly Pick<LineSpan, "line">[];
} {
  const heading = headings.find(({ depth }) => depth === 1);
  const firstTask = Math.min(...nodes.filter(({ mark }) => mark !== null).map(({ line }) => line));
  const above = prose
    .filter(({ line }) => line < firstTask)
    .flatMap(({ line, text }) => splitLines(text).map((words, index) => ({ line: line + index, words })));
  const named = above.find(({ words }) => prdNamed(words) !== null);
  const lines = [heading, named, ...headings.filter(isMereTitle)].flatMap((part) => part ?? []);
  return {
    title: heading ? titleOf(heading.text) : null,
    prd: named ? prdNamed(named.words) : null,
    lines,
  };
}

/** `Task List: Sign-in`, `Implementation Tasks: Sign-in` and `Tasks: Sign-in` are about Sign-in. */
const titleOf = (heading: string): string =>
  heading
    .replaceAll("**", "")
    .replace(/^(?:[\w-]+\s+)?tasks?(?:\s+list)?\s*[:：—–-]\s*/i, "")
    .trim() || heading;

const prdNamed = (text: string): string | null =>
  /(?<![\w.-])(?<name>[\w.-]*prd[\w.-]*\.md)\b/i.exec(text)?.groups?.["name"] ?? null;

const opensPhase = new RegExp(
  String.raw`(?<!\p{L})${phaseWord}\s+(?<name>\d+(?:\.\d+)*|[A-Z])(?!\p{L})\s*[:：—–.-]?\s*(?<title>.*)$`,
  "iu",
);
/** `Sprint 2: Mail` */
const anyWordAndNumber = /^\p{L}+\s+(?<name>\d+)\s*[:：—–]\s*(?<title>.+)$/u;
const beginsWithNumber = /^(?<name>\d+)[.):]\s+(?<title>.+)$/;

/** The heading of an item's phase: one with the word Phase, else the nearest one that is not the file's title. */
export function phaseHeading(
  headings: readonly OutlineHeading[],
  id: string | null,
): OutlineHeading | undefined {
  const [prefix] = id?.split(".") ?? [];
  const isNumbered = ({ text }: OutlineHeading) => beginsWithNumber.exec(text)?.groups?.["name"] === prefix;
  return (
    phaseOver(headings) ??
    (prefix === undefined ? undefined : headings.findLast(isNumbered)) ??
    headings.findLast((heading) => heading.depth > 1 && !isMereTitle(heading))
  );
}

/** The first of several headings for the same phase, such as `## Phase 1: Setup` and `### Phase 1 Tasks`. */
function phaseOver(headings: readonly OutlineHeading[]): OutlineHeading | undefined {
  const nameOf = ({ text }: OutlineHeading) => opensPhase.exec(text)?.groups?.["name"];
  const last = headings.findLast((heading) => nameOf(heading) !== undefined);
  return last && headings.find((heading) => nameOf(heading) === nameOf(last));
}

/** Whether a heading is only `Tasks`, which does not describe a phase. */
const isMereTitle = ({ text }: OutlineHeading): boolean => /^tasks?:?$/i.test(text);

/** `Phase 3: User Story 1 - Sign in (Priority: P1)` → its title and number. */
export function headingWords(text: string): { title: string; number: number | null } {
  const plain = text.replaceAll(/\*\*|__/g, "").trim();
  const { name = "", title = "" } =
    (opensPhase.exec(plain) ?? beginsWithNumber.exec(plain) ?? anyWordAndNumber.exec(plain))?.groups ?? {};
  return { title: title || plain, number: /^\d+$/.test(name) ? Number(name) : null };
}

/** The lines of an outline that don't belong to tasks. */
function looseLines({ nodes, prose }: Outline, used: ReadonlySet<OutlineNode>): readonly LooseLine[] {
  const items = nodes.filter((node) => !used.has(node)).flatMap(withDescendants);
  const parts = [...items, ...prose].toSorted((one, other) => one.line - other.line);
  let label = { text: "", heading: -1 };
  return parts.flatMap(({ line, text, headings }) => {
    const heading = headings.at(-1);
    if (label.heading !== (heading?.line ?? 0)) label = { text: "", heading: heading?.line ?? 0 };
    const lines = splitLines(text);
    if (/[:：](?:\*\*)?$/.test(lines[0] ?? "")) label.text = lines[0]?.replaceAll(/\*\*|[:：]/g, "") ?? "";
    const about = `${heading?.text ?? ""}\n${label.text}`;
    return lines.map((words, index) => ({ line: line + index, text: words, about }));
  });
}

/** The sections of an outline, with a name for the lines in them that are neither task nor phase. */
function sectionsOf(
  source: string,
  { nodes, headings }: Outline,
  used: ReadonlySet<OutlineNode>,
  phases: ReadonlySet<OutlineHeading>,
): readonly NamedSection[] {
  const checklists = nodes.filter((node) => !used.has(node) && hasBoxes(node));
  const above = new Set(nodes.filter((node) => used.has(node)).flatMap((node) => node.headings));
  const end = splitLines(source).length;
  const sections = headings.map((heading, index) => {
    const { line, text } = heading;
    const lastLine = (headings[index + 1]?.line ?? end + 1) - 1;
    const isChecklist = checklists.some((node) => node.headings.at(-1) === heading);
    const isGrouping = above.has(heading) && !phases.has(heading);
    return {
      line,
      lastLine,
      what: `the ${isChecklist ? "checklist" : "text"} of the section "${text}"`,
      heading: `the heading "${text}"${isGrouping ? " over some of the tasks" : ""}`,
    };
  });
  return [
    {
      line: 1,
      lastLine: (headings[0]?.line ?? end + 1) - 1,
      what: "the text above any heading",
      heading: null,
    },
    ...sections,
  ];
}
