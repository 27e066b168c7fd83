import { isAboutDocument, withoutColon } from "./labels.ts";
import type { Part, SectionKind, Unread } from "./model.ts";
import type { Point } from "./outline.ts";
import { linesBelow } from "./points.ts";
import type { Kinded } from "./sections.ts";
import { constraintKinds } from "./sections.ts";

/** Lines that say `must` or have an id but were not read, in sections that could describe something to build. */
export function unreadLines(
  kinded: readonly Kinded[],
  taken: ReadonlySet<number>,
  constraints: readonly Part[],
  place: SectionKind,
): readonly Unread[] {
  const all = flatAll(constraints);
  const read = new Set(all.map(({ line }) => line));
  const labels = new Set(all.map(({ label }) => label));
  const isLeft = ({ line, text }: Point): boolean =>
    !taken.has(line) && !read.has(line) && !labels.has(withoutColon(text)) && !isAboutDocument(text);
  return kinded
    .filter(
      ({ kind }) => kind !== place && (constraintKinds.has(kind) || kind === "context" || kind === "plan"),
    )
    .flatMap(({ chapter, kind }) =>
      linesBelow(chapter)
        .filter((point) => isLeft(point) && looksRequired(point))
        .map(({ text, line }) => ({ text, line, reason: `it is under "${chapter.text}", read as ${kind}` })),
    );
}

const looksRequired = ({ text, label }: Point): boolean =>
  /\b(?:must|shall)\b/i.test(text) || (label?.isSetOff === true && /^(?:N?FR|REQ)/.test(label.id));

const flatAll = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) => [part, ...flatAll(part.parts)]);
