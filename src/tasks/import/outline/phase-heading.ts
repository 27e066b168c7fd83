import { phaseWord } from "../references.ts";
import type { OutlineHeading } from "./outline-node.ts";

const opensPhase = new RegExp(
  String.raw`(?<!\p{L})${phaseWord}\s+(?<name>\d+(?:\.\d+)*|[A-Z])(?!\p{L})\s*[:：—–.-]?\s*(?<title>.*)$`,
  "iu",
);
/** `Sprint 2: Mail` */
const anyWordAndNumber = /^\p{L}+\s+(?<name>\d+)\s*[:：—–]\s*(?<title>.+)$/u;
const beginsWithNumber = /^(?<name>\d+)[.):]\s+(?<title>.+)$/;

/** The heading of an item's phase: one that says Phase, else the nearest one that is not the title of the file. */
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
export const isMereTitle = ({ text }: OutlineHeading): boolean => /^tasks?:?$/i.test(text);

/** `Phase 3: User Story 1 - Sign in (Priority: P1)` → its title and number. */
export function headingWords(text: string): { title: string; number: number | null } {
  const plain = text.replaceAll(/\*\*|__/g, "").trim();
  const { name = "", title = "" } =
    (opensPhase.exec(plain) ?? beginsWithNumber.exec(plain) ?? anyWordAndNumber.exec(plain))?.groups ?? {};
  return { title: title || plain, number: /^\d+$/.test(name) ? Number(name) : null };
}
