/** What an id at the beginning of a line announces, by its letters. */
type IdFamily = "requirement" | "quality" | "story" | "criterion" | "foreign";

export interface LabelledText {
  readonly id: string;
  readonly family: IdFamily;
  /** What stands after the id and its separator. */
  readonly rest: string;
}

// Letters that are known to number requirements may be followed by a blank alone; any others need a hyphen before
// the number and a colon or the like after it, or `WCAG 2.1 AA` and `SHA-256` would be ids.
const knownLetters =
  /^\[?((?:FR|NFR|NF|REQ|REQUIREMENT|TR|UR|BR|SR|IR|DR|UIR|FEAT|FN|US|UC|AC|NG|OOS|OQ|SM|STORY)(?:[-_.][A-Z][A-Z0-9]{0,11})*[-_. ]?\d+(?:[.-]\d+)*[a-z]?)\]?(?=$|[\s:：.)\]|—–,(-])/;
const otherLetters =
  /^\[?((?:[A-Z]{1,12}(?:[-_.][A-Z][A-Z0-9]{0,11})*-|[A-Z])\d+(?:[.-]\d+)*)\]?(?=$|[:：.)\]|]|\s+[—–-]\s)/;
const lettered = {
  exec: (line: string) =>
    knownLetters.exec(line) ?? (/^(?:SHA|UTF|ISO|RFC|GPT|H)-?\d/.test(line) ? null : otherLetters.exec(line)),
};
const spelled =
  /^(?:functional )?(?:requirement|req|anforderung|requisito|exigence|요구사항|需求)\s*#?(\d+(?:\.\d+)*)(?=$|[\s:：.)—–-])/i;
const bareNumber = /^(\d+(?:\.\d+)+)\.?(?=$|[\s:：)—–-])/;
const separator = /^[\s:：.)\]|—–-]+/;

const families: Readonly<Record<string, IdFamily>> = {
  NFR: "quality",
  NF: "quality",
  QR: "quality",
  PERF: "quality",
  SEC: "quality",
  US: "story",
  UC: "story",
  STORY: "story",
  AC: "criterion",
  NG: "foreign",
  OOS: "foreign",
  OQ: "foreign",
  Q: "foreign",
  SM: "foreign",
  KPI: "foreign",
  M: "foreign",
  G: "foreign",
  GOAL: "foreign",
  OBJ: "foreign",
  RISK: "foreign",
  PRD: "foreign",
  ADR: "foreign",
  PHASE: "foreign",
  WEEK: "foreign",
  DAY: "foreign",
  STEP: "foreign",
  SPRINT: "foreign",
  P: "foreign",
  V: "foreign",
  TC: "foreign",
  TEST: "foreign",
  ASSUMPTION: "foreign",
  A: "foreign",
  D: "foreign",
  C: "foreign",
};

/** Reads a requirement's id at the beginning of a line or heading: `FR-1: …`, `REQ-LP-001 …`, `Requirement 4.1.1 …`, `1.1 …`. */
export function labelledText(text: string): LabelledText | undefined {
  // An emphasis that remark left, a tick or an emoji may stand before it.
  const line = text.replace(/^[^\p{L}\p{N}`"'([]+/u, "");
  const letters = lettered.exec(line);
  if (letters?.[1] !== undefined) {
    return { id: letters[1], family: familyOf(letters[1]), rest: afterSeparator(line, letters[0]) };
  }
  const word = spelled.exec(line);
  if (word?.[1] !== undefined) {
    return { id: `Requirement ${word[1]}`, family: "requirement", rest: afterSeparator(line, word[0]) };
  }
  const bare = bareNumber.exec(line);
  if (bare?.[1] === undefined) return undefined;
  return { id: `Requirement ${bare[1]}`, family: "requirement", rest: afterSeparator(line, bare[0]) };
}

const afterSeparator = (line: string, id: string): string =>
  line.slice(id.length).replace(separator, "").trim();

function familyOf(id: string): IdFamily {
  const [first = ""] = /^[A-Z]+/.exec(id) ?? [];
  return families[first] ?? "requirement";
}

const generic = /^(?:FR|REQ|REQUIREMENT|R)$/;

/**
 * One spelling for all the ways to write an id: `FR-003`, `FR3`, `Requirement 3` and `REQ-3` are the same
 * requirement, `REQ-LP-001` and `NFR-3` are others.
 */
export function requirementKey(id: string): string {
  const parts = /^(?<letters>.*?)[-_. ]*(?<number>\d+(?:[.-]\d+)*[a-z]?)$/i.exec(id.trim())?.groups;
  const { letters = id.trim(), number = "" } = parts ?? {};
  const family = letters.toUpperCase().replaceAll(/[-_. ]+/g, "-");
  const digits = number.replaceAll(/(^|[.-])0+(?=\d)/g, "$1").toLowerCase();
  return `${generic.test(family) ? "" : family}#${digits.replaceAll("-", ".")}`;
}

const citedIds =
  /\b(?:(requirements?|reqs?)\s*#?|([A-Z]{1,12}(?:-[A-Z][A-Z0-9]{0,11})*)[-_ ]?)(\d+(?:\.\d+)*[a-z]?)((?:\s*(?:,|and|&|or|to|through|\.\.|–|-|und|y|et)\s*(?:and\s+)?#?\d+(?:\.\d+)*[a-z]?(?![\w%.-]*\w))*)/g;

/**
 * Every requirement a text names, as keys of `requirementKey`: `FR-3`, `Requirement 3`, `Requirements 3, 4 and
 * 6`, `FR-1 to FR-4`.
 */
export function citedKeys(text: string): readonly string[] {
  const keys: string[] = [];
  const ranges = text.matchAll(
    /\b([A-Z]{1,12}(?:-[A-Z][A-Z0-9]{0,11})*[-_ ]?)(\d+)\s*(?:to|through|\.\.+|–|—|-)\s*\1?(\d+)\b(?![.\w])/g,
  );
  for (const [, letters = "", first = "", last = ""] of ranges)
    keys.push(...keysBetween(letters, first, last));
  for (const [, word, letters, number = "", more = ""] of spellOut(text).matchAll(
    new RegExp(citedIds, "gi"),
  )) {
    const family = word === undefined ? (letters ?? "") : "Requirement";
    keys.push(requirementKey(`${family} ${number}`));
    if (word !== undefined)
      for (const [next] of more.matchAll(/\d+(?:\.\d+)*[a-z]?/g))
        keys.push(requirementKey(`Requirement ${next}`));
    if (word !== undefined && /^\s*(?:to|through|\.\.|–|-)/.test(more)) {
      keys.push(...keysBetween("Requirement ", number, /\d+/.exec(more)?.[0] ?? number));
    }
  }
  return [...new Set(keys)];
}

const spellOut = (text: string): string => text.replaceAll(/\*\*|__/g, "");

function keysBetween(letters: string, first: string, last: string): readonly string[] {
  const [from, to] = [Number(first), Number(last)];
  // A wide span is a pair of dates or amounts, no range of requirements.
  if (!(from < to) || to - from > 200) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => requirementKey(`${letters}${from + index}`));
}
