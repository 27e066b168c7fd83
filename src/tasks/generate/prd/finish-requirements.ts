import { partLater } from "./later-work.ts";
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
    details: partLater(open.details).now,
    criteria: open.criteria,
    code: open.code,
    references: [...new Set(references)],
    english,
    quality: open.quality,
    line: open.line,
  };
}

const allTexts = (details: readonly Detail[]): readonly string[] =>
  details.flatMap(({ text, details: below }) => [text, ...allTexts(below)]);
