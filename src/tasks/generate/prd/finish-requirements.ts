import type { OpenRequirement } from "./open-requirement.ts";
import type { Detail, Requirement } from "./prd.ts";
import { citedKeys, requirementKey } from "./requirement-id.ts";
export function wantedNumber(
  open: OpenRequirement,
  restarts: boolean,
  areas: readonly (string | null)[],
): string | null {
  if (open.number === null) return null;
  if (!restarts) return `Requirement ${open.number}`;
  return `Requirement ${open.areaNumber ?? areas.indexOf(open.area) + 1}.${open.number}`;
}

/** An id that stands twice in a PRD gets a letter, so that each can be named; what has none is counted. */
export function firstFree(wanted: string | null, taken: Set<string>): string {
  const letters = ["", ..."bcdefghijklmnopqrstuvwxyz"];
  const candidates = wanted === null ? countUp() : letters.map((letter) => `${wanted}${letter}`);
  for (const id of candidates) {
    const key = requirementKey(id);
    if (taken.has(key)) continue;
    taken.add(key);
    return id;
  }
  return firstFree(null, taken);
}

function* countUp(): Generator<string> {
  for (let number = 1; ; number += 1) yield `Requirement ${number}`;
}

export function finish(
  open: OpenRequirement,
  ids: ReadonlyMap<OpenRequirement, string>,
  byKey: ReadonlyMap<string, OpenRequirement>,
  english: boolean,
): Requirement {
  const id = ids.get(open) ?? "";
  const words = [open.text, ...allTexts(open.details), ...open.criteria].join("\n");
  const references = citedKeys(words).flatMap((key) => {
    const named = byKey.get(key);
    return named === undefined || named === open ? [] : [ids.get(named) ?? ""];
  });
  return {
    id,
    parent: open.parent === null ? null : (ids.get(open.parent) ?? null),
    title: open.title,
    text: open.text === "" ? (open.title ?? id) : open.text,
    area: open.area,
    details: open.details,
    criteria: open.criteria,
    code: open.code,
    references: [...new Set(references)],
    english,
    quality: open.quality,
    line: open.line,
  };
}

/** Told by the small words that no sentence does without. */
export function isMostlyEnglish(text: string): boolean {
  const count = (wording: RegExp) => text.match(wording)?.length ?? 0;
  const foreign =
    count(
      /\b(?:der|und|für|mit|wird|werden|ist|nicht|el|los|las|del|para|con|una|por|debe|les|des|pour|avec|est|della|het|een|voor|não|da|deve|się|jest)\b/gi,
    ) + count(/[^\p{Script=Latin}\p{Script=Common}]{2,}/gu);
  return foreign === 0 || foreign < count(/\b(?:the|and|of|to|with|for|must|in|on|is|by|from|when|all)\b/gi);
}

export const allTexts = (details: readonly Detail[]): readonly string[] =>
  details.flatMap(({ text, details: below }) => [text, ...allTexts(below)]);
