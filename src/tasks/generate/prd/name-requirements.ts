import { citedKeys, requirementKey } from "./ids.ts";
import type { Part, Requirement, RequirementGroup } from "./model.ts";
import type { OpenRequirement, RequirementReader } from "./requirement-reader.ts";

/** Gives each requirement its id, in document order, and resolves the references between requirements. */
export function nameRequirements({ found, groups }: RequirementReader): {
  readonly requirements: readonly Requirement[];
  readonly groups: readonly RequirementGroup[];
} {
  const open = withoutRepeats(found.toSorted((one, other) => one.line - other.line));
  const ids = idsFor(open);
  const byKey = new Map<string, string>();
  for (const id of ids.values()) if (!byKey.has(requirementKey(id))) byKey.set(requirementKey(id), id);
  const requirements = open.map((one) => {
    const id = ids.get(one) ?? "";
    const said = [one.title ?? "", one.text, ...textsOf(one.parts)];
    const named = citedKeys(said.join("\n")).flatMap((key) => byKey.get(key) ?? []);
    const references = [...named, ...titlesNamed(said, open, ids)].filter((other) => other !== id);
    const { label, number, heading, isQuality, ...rest } = one;
    const kind = isQuality ? ("quality" as const) : ("functional" as const);
    return { ...rest, id, kind, references: [...new Set(references)] };
  });
  return {
    requirements,
    groups: groups
      .map(({ id, text, line, members }) => ({
        id,
        text,
        line,
        requirements: requirements.flatMap((one, index) =>
          members.includes(open[index] as OpenRequirement) || one.id.startsWith(`${id}.`) ? [one.id] : [],
        ),
      }))
      .filter((group) => group.requirements.length > 0),
  };
}

/** `Dependencies: Class schedule` */
export const dependencyLine = /^depend(?:s|ency|encies)\b[^:]*:/i;

function titlesNamed(
  said: readonly string[],
  open: readonly OpenRequirement[],
  ids: ReadonlyMap<OpenRequirement, string>,
): readonly string[] {
  const lines = said.filter((text) => dependencyLine.test(text)).map((text) => text.toLowerCase());
  return open.flatMap((one) => {
    const title = (one.title ?? "").replace(/\s*\([^()]*\)$/, "").toLowerCase();
    const isNamed = title.length > 3 && lines.some((text) => text.includes(title));
    return isNamed ? [ids.get(one) ?? ""] : [];
  });
}

/** A document may repeat itself: an entry with the same id or title and the same words is the same requirement. */
function withoutRepeats(open: readonly OpenRequirement[]): readonly OpenRequirement[] {
  const seen = new Set<string>();
  return open.filter(({ label, title, text, parts }) => {
    if (label === null && (title === null || parts.length === 0)) return true;
    const said = JSON.stringify([label?.id, title, text, ...textsOf(parts)]);
    const isNew = !seen.has(said);
    seen.add(said);
    return isNew;
  });
}

const textsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => [part.text, ...textsOf(part.parts)]);

function idsFor(open: readonly OpenRequirement[]): ReadonlyMap<OpenRequirement, string> {
  const ids = new Map<OpenRequirement, string>();
  const used = new Set<string>();
  const give = (one: OpenRequirement, id: string): void => {
    const unique = uniqueId(id, used);
    used.add(unique);
    ids.set(one, unique);
  };
  for (const one of open) if (one.label !== null) give(one, one.label.id);
  const numbered = open.filter(({ label, number }) => label === null && number !== null);
  const restarts = new Set(numbered.map(({ number }) => number)).size < numbered.length;
  const headings = [...new Set(numbered.map(({ heading }) => heading?.line))];
  for (const one of numbered) {
    const { number, heading } = one;
    // Numbers that restart under each heading get the heading's number as a prefix, or its position without one.
    give(
      one,
      `Requirement ${restarts && heading !== null ? `${heading.number ?? headings.indexOf(heading.line) + 1}.` : ""}${number}`,
    );
  }
  let next = 1;
  for (const one of open) {
    if (ids.has(one)) continue;
    while (used.has(`Requirement ${next}`)) next += 1;
    give(one, `Requirement ${next}`);
  }
  return ids;
}

/** A second `FR-1` is `FR-1b`; after `FR-1z` comes `FR-1-27`. */
function uniqueId(id: string, used: ReadonlySet<string>): string {
  let unique = id;
  for (let copy = 2; used.has(unique); copy++)
    unique = copy <= 26 ? `${id}${String.fromCharCode(96 + copy)}` : `${id}-${copy}`;
  return unique;
}
