import { citedKeys, requirementKey } from "./ids.ts";
import type { Requirement, RequirementGroup } from "./model.ts";
import { textsOf } from "./points.ts";
import type { OpenRequirement, RequirementReader } from "./requirement-reader.ts";

/** Gives each requirement its id, in document order, and resolves the references between requirements. */
export function nameRequirements({ found, groups }: RequirementReader): {
  readonly requirements: readonly Requirement[];
  readonly groups: readonly RequirementGroup[];
} {
  const open = withoutRepeats(found.toSorted((one, other) => one.line - other.line));
  const ids = idsFor(open);
  // If several requirements have one key, a reference means the first.
  const byKey = new Map([...ids.values()].toReversed().map((id) => [requirementKey(id), id]));
  const byName = new Map(
    open
      .toReversed()
      .map((one) => [(one.title ?? "").replace(/\s*\([^()]*\)$/, "").toLowerCase(), ids.get(one)]),
  );
  const requirements = open.map((one) => {
    const id = ids.get(one) ?? "";
    const said = [one.title ?? "", one.text, ...textsOf(one.parts)];
    const cited = citedKeys(said.join("\n")).flatMap((key) => byKey.get(key) ?? []);
    const named = said.flatMap(namesIn).flatMap((name) => byName.get(name) ?? []);
    const references = [...new Set([...cited, ...named])].filter((other) => other !== id);
    const { label, number, heading, isQuality, ...rest } = one;
    return { ...rest, id, kind: isQuality ? ("quality" as const) : ("functional" as const), references };
  });
  const named = groups.map(({ id, text, line, members }) => {
    const inGroup = new Set(members);
    const isMember = (one: Requirement, index: number): boolean =>
      inGroup.has(open[index] as OpenRequirement) || one.id.startsWith(`${id}.`);
    return { id, text, line, requirements: requirements.filter(isMember).map((one) => one.id) };
  });
  return { requirements, groups: named.filter((group) => group.requirements.length > 0) };
}

/** `Dependencies: Class schedule` */
export const dependencyLine = /^depend(?:s|ency|encies)\b[^:]*:/i;

/** The names in a line of dependencies, in lower case. */
const namesIn = (text: string): readonly string[] =>
  dependencyLine.test(text)
    ? text
        .replace(dependencyLine, "")
        .toLowerCase()
        .split(/[,;.]|\band\b|\([^()]*\)/)
        .flatMap((name) => name.trim() || [])
    : [];

/** A document may repeat itself: an entry with the same id or title and the same words is the same requirement. */
function withoutRepeats(open: readonly OpenRequirement[]): readonly OpenRequirement[] {
  const keyOf = ({ label, title, text, parts, line }: OpenRequirement): string =>
    JSON.stringify([
      ...(label === null && (title === null || parts.length === 0) ? [line, text] : [label?.id]),
      title,
      text,
      ...textsOf(parts),
    ]);
  return [...Map.groupBy(open, keyOf).values()].flatMap((same) => same.slice(0, 1));
}

function idsFor(open: readonly OpenRequirement[]): ReadonlyMap<OpenRequirement, string> {
  const ids = new Map<OpenRequirement, string>();
  const used = new Set<string>();
  const give = (one: OpenRequirement, id: string): void => {
    let unique = id;
    // A second `FR-1` is `FR-1b`; after `FR-1z` comes `FR-1-27`.
    for (let copy = 2; used.has(unique); copy++)
      unique = copy <= 26 ? `${id}${String.fromCharCode(96 + copy)}` : `${id}-${copy}`;
    used.add(unique);
    ids.set(one, unique);
  };
  for (const one of open) if (one.label !== null) give(one, one.label.id);
  // `FR-1` and `Requirement 1` are the same reference, so another requirement can't have the second name.
  for (const key of [...used].map(requirementKey).filter((one) => one.startsWith("#")))
    used.add(`Requirement ${key.slice(1)}`);
  const numbered = open.filter(({ label, number }) => label === null && number !== null);
  const restarts = new Set(numbered.map(({ number }) => number)).size < numbered.length;
  const headings = [...new Set(numbered.map(({ heading }) => heading?.line))];
  for (const one of numbered) {
    // Numbers that restart under each heading get the heading's number as a prefix, or its position without one.
    const prefix = one.heading?.number ?? headings.indexOf(one.heading?.line) + 1;
    give(one, `Requirement ${restarts && one.heading !== null ? `${prefix}.` : ""}${one.number}`);
  }
  let next = 1;
  for (const one of open.filter((each) => !ids.has(each))) {
    while (used.has(`Requirement ${next}`)) next += 1;
    give(one, `Requirement ${next}`);
  }
  return ids;
}
