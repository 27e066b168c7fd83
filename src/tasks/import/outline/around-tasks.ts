import { phaseWord } from "../../document/read-dependencies.ts";
import type { LooseLine } from "../dependencies.ts";
import { statedDependencies } from "../dependencies.ts";
import type { Ledger } from "../ledger.ts";
import type { SourceList, SourcePhase } from "../source-list.ts";
import type { Heading } from "./parse-outline.ts";

/** The tasks of a Markdown file in phases, each with its heading if it has one. */
interface TasksOfFile extends Pick<SourceList, "format" | "title"> {
  readonly phases: readonly (SourcePhase & { readonly heading: Heading | null })[];
}

/**
 * Completes the list of a Markdown file from what is around its tasks: the title, the PRD, the tests of stories and the
 * dependencies that are stated there. The ledger already has the lines of the tasks.
 */
export function withSurroundings(
  headings: readonly Heading[],
  ledger: Ledger,
  { format, title, phases }: TasksOfFile,
): SourceList {
  const phaseHeadings = new Set(phases.flatMap(({ heading }) => heading ?? []));
  const top = headings.find(({ depth }) => depth === 1);
  const firstTask = Math.min(...phases.flatMap(({ tasks }) => tasks.map(({ line }) => line ?? 0)));
  const prd = ledger.unread.find(({ line, text }) => line < firstTask && prdNamed(text) !== null);
  ledger.read([
    ...phaseHeadings,
    ...headings.filter(isMereTitle),
    ...[top, prd].flatMap((part) => part ?? []),
  ]);
  const loose = looseLines(headings, ledger);
  const stated = statedDependencies(loose, phases);
  ledger.read(stated);
  const proofs = proofsIn(loose, headings, phaseHeadings);
  ledger.read(proofs);
  ledger.leaveRest(headings);
  return {
    format,
    title: title === null ? null : titleOf(title),
    prd: prd ? prdNamed(prd.text) : null,
    phases: phases.map((phase) => ({
      ...phase,
      criteria: proofs.filter(({ heading }) => heading === phase.heading).map(({ text }) => text),
    })),
    stated,
    ledger,
  };
}

/** The test of a story (`**Independent Test**: …`), which becomes a criterion of its phase. */
const proofsIn = (lines: readonly LooseLine[], headings: readonly Heading[], phases: ReadonlySet<Heading>) =>
  lines.flatMap(({ line, text }) => {
    const proof = /^\*\*Independent Test\*\*:\s*(?<proof>.+)$/i.exec(text)?.groups?.["proof"];
    const heading = headings.findLast((above) => above.line < line && phases.has(above));
    return proof === undefined || !heading ? [] : [{ line, text: proof.trim(), heading }];
  });

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
export function phaseHeading(headings: readonly Heading[], id: string | null): Heading | undefined {
  const [prefix] = id?.split(".") ?? [];
  const isNumbered = ({ text }: Heading) => beginsWithNumber.exec(text)?.groups?.["name"] === prefix;
  return (
    phaseOver(headings) ??
    (prefix === undefined ? undefined : headings.findLast(isNumbered)) ??
    headings.findLast((heading) => heading.depth > 1 && !isMereTitle(heading))
  );
}

/** The first of several headings for the same phase, such as `## Phase 1: Setup` and `### Phase 1 Tasks`. */
function phaseOver(headings: readonly Heading[]): Heading | undefined {
  const nameOf = ({ text }: Heading) => opensPhase.exec(text)?.groups?.["name"];
  const last = headings.findLast((heading) => nameOf(heading) !== undefined);
  return last && headings.find((heading) => nameOf(heading) === nameOf(last));
}

/** Whether a heading is only `Tasks`, which does not describe a phase. */
const isMereTitle = ({ text }: Heading): boolean => /^tasks?:?$/i.test(text);

/** `Phase 3: User Story 1 - Sign in (Priority: P1)` → its title and number. */
export function headingWords(text: string): { title: string; number: number | null } {
  const plain = text.replaceAll(/\*\*|__/g, "").trim();
  const { name = "", title = "" } =
    (opensPhase.exec(plain) ?? beginsWithNumber.exec(plain) ?? anyWordAndNumber.exec(plain))?.groups ?? {};
  return { title: title || plain, number: /^\d+$/.test(name) ? Number(name) : null };
}

/** The lines that don't belong to tasks, with the heading and the label above each. */
function looseLines(headings: readonly Heading[], ledger: Ledger): readonly LooseLine[] {
  const headingLines = new Map(headings.map((heading) => [heading.line, heading]));
  let label = "";
  let heading: Heading | undefined;
  return ledger.unread.flatMap(({ line, text }) => {
    const above = headings.findLast((candidate) => candidate.line <= line);
    if (above !== heading) label = "";
    heading = above;
    if (/[:：](?:\*\*)?\s*$/.test(text)) label = text.replaceAll(/\*\*|[:：]/g, "").trim();
    return headingLines.has(line) ? [] : [{ line, text, about: `${heading?.text ?? ""}\n${label}` }];
  });
}
