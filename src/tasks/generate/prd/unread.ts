import { labelOf } from "./ids.ts";
import { isAboutDocument, withoutColon } from "./labels.ts";
import type { Part, SectionKind, Unread } from "./model.ts";
import { linesBelow } from "./points.ts";
import type { Kinded } from "./sections.ts";

const looksRequired = /\b(?:must|shall)\b/i;

/** Kinds whose points are read as what they are: nothing in them is left over. */
const silentKinds: ReadonlySet<SectionKind> = new Set([
  "nonGoals",
  "future",
  "questions",
  "decisions",
  "metrics",
  "goals",
  "risks",
  "stories",
  "criteria",
]);

/** What says `must` or bears an id and was taken for nothing. */
export function unreadLines(
  kinded: readonly Kinded[],
  taken: ReadonlySet<number>,
  constraints: readonly Part[],
  place: SectionKind,
): readonly Unread[] {
  const all = flatAll(constraints);
  const read = new Set(all.map(({ line }) => line));
  const labels = new Set(all.map(({ label }) => label));
  return kinded
    .filter(({ kind }) => !silentKinds.has(kind) && kind !== place)
    .flatMap(({ chapter, kind }) =>
      linesBelow(chapter)
        .filter(({ line, text }) => !taken.has(line) && !read.has(line) && !labels.has(withoutColon(text)))
        .filter(({ text }) => !isAboutDocument(text))
        .filter(({ text }) => looksRequired.test(text) || isRequirementId(text))
        .map(({ text, line }) => ({
          text,
          line,
          reason: `it is under "${chapter.text}", read as ${kind}`,
        })),
    );
}

const isRequirementId = (text: string): boolean => {
  const label = labelOf(text);
  return label?.isSetOff === true && /^(?:N?FR|REQ)/.test(label.id);
};

const flatAll = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => [part, ...flatAll(part.parts)]);
