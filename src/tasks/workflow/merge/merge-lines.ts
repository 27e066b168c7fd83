import { diffArrays } from "diff";
import { fieldNamed } from "../../document/read-labels.ts";
import { readStatus } from "../../document/read-status.ts";
import type { Status } from "../../document/task-list.ts";
import { statuses } from "../../document/task-list.ts";

/** A value for each of the three versions. */
export interface Three<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

type Lines = readonly string[];

/** Two versions of a passage that contradict each other. */
export type Conflict = Omit<Three<Lines>, "base">;

/** A line of the result, or a conflict instead of one. */
export type Merged = string | Conflict;

export const isConflict = (part: Merged): part is Conflict => typeof part !== "string";

export const isSame = (one: Lines, other: Lines): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

/**
 * A three-way merge of lines: takes the changes of one side, and merges line by line where both sides changed a
 * passage.
 */
export function mergeLines(versions: Three<Lines>): readonly Merged[] {
  return hunksOf(versions).flatMap(mergeOne);
}

function mergeOne(hunk: Three<Lines>): readonly Merged[] {
  const { base, ours, theirs } = hunk;
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : mergeHunk(hunk);
}

/** The lines common to all three versions, one hunk each, and the passages between them. */
export function hunksOf({ base, ours, theirs }: Three<Lines>): readonly Three<Lines>[] {
  const [inOurs, inTheirs] = [placesIn(base, ours), placesIn(base, theirs)];
  const hunks: Three<Lines>[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [nextO, nextT] =
      at === base.length ? [ours.length, theirs.length] : [inOurs.get(at), inTheirs.get(at)];
    if (nextO === undefined || nextT === undefined) continue;
    hunks.push({ base: base.slice(b, at), ours: ours.slice(o, nextO), theirs: theirs.slice(t, nextT) });
    const line = base.slice(at, at + 1);
    hunks.push({ base: line, ours: line, theirs: line });
    [b, o, t] = [at + 1, nextO + 1, nextT + 1];
  }
  return hunks;
}

/** The places in a side of the base lines that it kept. */
function placesIn(base: Lines, side: Lines): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let [b, s] = [0, 0];
  for (const { added, removed, count } of diffArrays([...base], [...side])) {
    if (!added && !removed) for (let index = 0; index < count; index++) places.set(b + index, s + index);
    if (!added) b += count;
    if (!removed) s += count;
  }
  return places;
}

/** Merges a passage that both sides changed, by kind of line: fields, items with boxes, and other lines. */
function mergeHunk(hunk: Three<Lines>): readonly Merged[] {
  const { base, ours, theirs } = hunk;
  // If both sides inserted text at one place, such as a task each, both texts stay whole, so their blank lines don't
  // merge.
  if (base.length === 0 && ![...ours, ...theirs].some(isKeyed)) return [...ours, ...theirs];
  const byKey = mergeByKey(hunk);
  if (base.length !== ours.length || base.length !== theirs.length) return byKey;
  const byPlace = base.flatMap((line, index) =>
    mergeLine({ base: line, ours: ours[index], theirs: theirs[index] }),
  );
  return countConflicts(byPlace) <= countConflicts(byKey) ? byPlace : byKey;
}

const countConflicts = (parts: readonly Merged[]): number => parts.filter(isConflict).length;

const itemPattern = /^(\s*(?:[-*+]|\d+[.)])\s+)(\[[ xX]\]\s+)?(\S.*)$/;
const labelPattern = /^\s*(?:[-*+]\s+)?(?:\*\*([^*:]+):?\*\*:?|([^*:\s][^*:]*):)(?=\s|$)/;

/** The field that a line begins; null if it begins none. */
function labelOf(line: string): string | null {
  const [, bold, plain] = labelPattern.exec(line) ?? [];
  const words = (bold ?? plain ?? "").trim();
  const field = words === "" ? null : fieldNamed(words);
  return field ?? (bold === undefined ? null : words.toLowerCase());
}

const isKeyed = (line: string): boolean => labelOf(line) !== null || itemPattern.test(line);

/** The key of a line in all versions: its label, or its text without the box and number before it. */
function keyOf(line: string): string {
  const label = labelOf(line);
  return label === null ? `text ${itemPattern.exec(line)?.[3] ?? line}` : `label ${label}`;
}

/** Lines by their keys; repeated keys are numbered. */
function keyed(lines: Lines): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const key = keyOf(line);
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return [`${key} ${count}`, line];
    }),
  );
}

function mergeByKey(hunk: Three<Lines>): readonly Merged[] {
  const [base, ours, theirs] = [keyed(hunk.base), keyed(hunk.ours), keyed(hunk.theirs)];
  const isNew = (key: string): boolean => !base.has(key) && key.startsWith("text ");
  const [ownNew, theirNew] = [[...ours.keys()].filter(isNew), [...theirs.keys()].filter(isNew)];
  const rewritten = [...base.keys()].some((key) => !ours.has(key) && !theirs.has(key));
  const isContested = rewritten && ownNew.length > 0 && theirNew.length > 0 && !isSame(ownNew, theirNew);
  const contested = new Set(isContested ? [...ownNew, ...theirNew] : []);
  const conflict: Conflict = {
    ours: ownNew.flatMap((key) => ours.get(key) ?? []),
    theirs: theirNew.flatMap((key) => theirs.get(key) ?? []),
  };
  const merged = keysInOrder(ours, theirs).flatMap((key): readonly Merged[] => {
    if (contested.has(key)) return key === ownNew[0] ? [conflict] : [];
    return mergeLine({ base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) });
  });
  return inOrderOfTime(merged);
}

const timeOf = (part: Merged | undefined): string | undefined =>
  typeof part === "string" ? /^\s*[-*+] (\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)[: ]/.exec(part)?.[1] : undefined;

/** Sorts adjacent dated items (proof, changes) by date. */
function inOrderOfTime(parts: readonly Merged[]): readonly Merged[] {
  const sorted: Merged[] = [];
  for (const part of parts) {
    const time = timeOf(part);
    let place = sorted.length;
    while (time !== undefined && (timeOf(sorted[place - 1]) ?? "") > time) place--;
    sorted.splice(place, 0, part);
  }
  return sorted;
}

/** Our keys, with each of their new keys after the nearest preceding key that both sides have. */
function keysInOrder(
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [...ours.keys()];
  let place = 0;
  for (const key of theirs.keys()) {
    const known = keys.indexOf(key);
    if (known >= 0) place = known + 1;
    else {
      // After our side's insertions at the same place.
      while (place < keys.length && !theirs.has(keys[place] ?? "")) place++;
      keys.splice(place++, 0, key);
    }
  }
  return keys;
}

function mergeLine(versions: Three<string | undefined>): readonly Merged[] {
  const { base, ours, theirs } = versions;
  const lines = (line: string | undefined): Lines => (line === undefined ? [] : [line]);
  if (ours === theirs || theirs === base) return lines(ours);
  if (ours === base) return lines(theirs);
  const merged = mergeItem(versions) ?? mergeStatusLine(versions);
  return [merged ?? { ours: lines(ours), theirs: lines(theirs) }];
}

/** Merges an item whose versions differ only in box and number; undefined for anything else. */
function mergeItem({ base, ours, theirs }: Three<string | undefined>): string | undefined {
  const [b, o, t] = [base, ours, theirs].map((line) => itemPattern.exec(line ?? ""));
  if (!o || !t || o[3] !== t[3]) return undefined;
  const isTicked = (item: RegExpExecArray | null | undefined): boolean => /x/i.test(item?.[2] ?? "");
  const marker = o[1] === b?.[1] ? t[1] : o[1];
  const boxed = [o, t].find((item) => isTicked(item) !== isTicked(b)) ?? (o[2] === undefined ? t : o);
  return `${marker}${boxed[2] ?? ""}${o[3]}`;
}

function mergeStatusLine({ base, ours, theirs }: Three<string | undefined>): string | undefined {
  if (ours === undefined || theirs === undefined || labelOf(ours) !== "status") return undefined;
  const [b, o, t] = [base, ours, theirs].map(statusIn);
  if (!o || !t || o === t) return undefined;
  return mergeStatus(b ?? "Not Started", o, t) === o ? ours : theirs;
}

/** The status in a Status line. */
const statusIn = (line: string | undefined): Status | undefined =>
  line === undefined ? undefined : readStatus(line.replace(labelPattern, "").trim())?.value;

/** The merged status of a task: the more advanced one, unless a side moved the task back. */
export function mergeStatus(base: Status, ours: Status, theirs: Status): Status {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const [first = ours, last = theirs] = statuses.filter((status) => status === ours || status === theirs);
  // Continuing after a block does not move the task back.
  const goesOn = base === "Blocked" && first === "In Progress";
  return statuses.indexOf(first) < statuses.indexOf(base) && !goesOn ? first : last;
}
