/** What an id at the beginning of a line stands for, according to its letters. */
type IdFamily = "requirement" | "quality" | "story" | "criterion" | "foreign";

export interface Label {
  /** As written (`FR-1`, `R2`); `Requirement 4.1` for a bare number or the word "requirement" in any language. */
  readonly id: string;
  readonly family: IdFamily;
  /** The text after the id and its separator. */
  readonly rest: string;
  /** Whether more than a space separates it from the text after it. */
  readonly isSetOff: boolean;
  /** Whether it is a bare number. In a heading, that is the number of the section. */
  readonly isBare: boolean;
}

// Prefixes that are known to number requirements may be followed by a space. Any other prefix needs a hyphen before
// the number and a colon or similar after it; otherwise `WCAG 2.1 AA` and `SHA-256` would be read as ids.
const knownLetters =
  /^\[?((?:FR|NFR|NF|RF|RNF|REQ|REQUIREMENT|TR|UR|BR|SR|IR|DR|UIR|FEAT|FN|US|UC|AC|NG|OOS|OQ|SM|STORY)(?:[-_.][A-Z][A-Z0-9]{0,11})*[-_. ]?\d+(?:[.-]\d+)*[a-z]?)\]?(?=$|[\s:：.)\]|—–,(-])/;
const otherLetters =
  /^\[?((?:[A-Z]{1,12}(?:[-_.][A-Z][A-Z0-9]{0,11})*-|[A-Z])\d+(?:[.-]\d+)*)\]?(?=$|[:：.)\]|]|\s+[—–-]\s|\s\([^()]{1,30}\)\s*[:：])/;
const noIds = /^(?:SHA|UTF|ISO|RFC|GPT|H)-?\d/;
const spelled =
  /^(?:functional )?(?:(requirement|req|anforderung|requisito|requerimiento|exigence|eis|wymaganie|요구 ?사항|需求|要件)|(feature|use case|(?:user )?story|epic))\s*#?(\d+(?:\.\d+)*)(?=$|[\s:：.)—–-])/i;
const bareNumber = /^(\d+(?:\.\d+)+)\.?(?=$|[\s:：)—–-])/;
const separator = /^[\s:：.)\]|—–-]+/;

const families: Readonly<Record<IdFamily, readonly string[]>> = {
  requirement: [],
  quality: ["NFR", "NF", "RNF", "QR", "PERF", "SEC"],
  story: ["US", "UC", "STORY"],
  criterion: ["AC"],
  foreign:
    "NG OOS OQ Q SM KPI M G GOAL OBJ RISK PRD ADR PHASE WEEK DAY STEP SPRINT P V TC TEST ASSUMPTION A D C CVE".split(
      " ",
    ),
};

/** Reads the id that a line or heading begins with: `FR-1: …`, `REQ-LP-001 …`, `Requirement 4.1.1 …`, `1.1 …`. */
export function labelOf(text: string): Label | null {
  // A check mark, an emoji or leftover Markdown can come before the id.
  const line = text.replace(/^[^\p{L}\p{N}`"'([]+/u, "");
  const letters = knownLetters.exec(line) ?? (noIds.test(line) ? null : otherLetters.exec(line));
  if (letters?.[1] !== undefined) return label(line, letters[0], letters[1], familyOf(letters[1]));
  const word = spelled.exec(line);
  if (word?.[3] !== undefined)
    return label(line, word[0], word[1] === undefined ? word[0] : `Requirement ${word[3]}`, "requirement");
  const bare = bareNumber.exec(line);
  if (bare?.[1] === undefined) return null;
  return { ...label(line, bare[0], `Requirement ${bare[1]}`, "requirement"), isBare: true };
}

/** The id that a line begins with. Bold text sets it off from the text after it. */
export function labelOfLine({
  text,
  lead,
}: {
  readonly text: string;
  readonly lead: string | null;
}): Label | null {
  const label = labelOf(text);
  return label !== null && lead !== null && labelOf(lead)?.rest === "" ? { ...label, isSetOff: true } : label;
}

/** The id if it is that of a requirement, a quality or a story. */
export const bears = ({ label }: { readonly label: Label | null }): Label | null =>
  label !== null && ["requirement", "quality", "story"].includes(label.family) ? label : null;

function label(line: string, written: string, id: string, family: IdFamily): Label {
  const after = line.slice(written.length);
  const between = separator.exec(after)?.[0] ?? "";
  return {
    id,
    family,
    rest: after.slice(between.length).trim(),
    isSetOff: between.trim() !== "" || after === "",
    isBare: false,
  };
}

function familyOf(id: string): IdFamily {
  const first = /^[A-Z]+/.exec(id)?.[0] ?? "";
  const found = Object.entries(families).find(([, letters]) => letters.includes(first));
  return (found?.[0] as IdFamily | undefined) ?? "requirement";
}

const generic = /^(?:FR|REQ|REQUIREMENT)$/;

/**
 * Normalizes the spelling of an id: `FR-003`, `FR3`, `Requirement 3` and `REQ-3` are the same requirement;
 * `REQ-LP-001` and `NFR-3` are different ones. A single letter keeps its form: `R2` is not `R-2`.
 */
export function requirementKey(id: string): string {
  const parts = /^(?<letters>.*?)(?<mark>[-_. ]*)(?<number>\d+(?:[.-]\d+)*[a-z]?)$/i.exec(id.trim())?.groups;
  const { letters = id.trim(), mark = "", number = "" } = parts ?? {};
  const family = letters.toUpperCase().replaceAll(/[-_. ]+/g, "-");
  const form = family.length === 1 && /^[A-Z]$/.test(family) ? `${family}${mark}` : family;
  const digits = number.replaceAll(/(^|[.-])0+(?=\d)/g, "$1").toLowerCase();
  return `${generic.test(family) ? "" : form}#${digits.replaceAll("-", ".")}`;
}

const joined = String.raw`\s*(?:,|and|&|or|to|through|\.\.|–|-|und|bis|y|et|e|en|i)\s*(?:and\s+)?`;
const numberForm = String.raw`\d+(?:\.\d+)*[a-z]?`;
const cited = new RegExp(
  String.raw`\b(?:(?<word>requirements?|reqs?)\s*#?|(?<letters>[A-Z]{1,12}(?:-[A-Z][A-Z0-9]{0,11})*)(?<mark>[-_ ]?))(?<number>${numberForm})` +
    String.raw`(?<more>(?:${joined}#?${numberForm}(?![\w%.-]*\w))*)`,
  "gi",
);
const range =
  /\b([A-Z]{1,12}(?:-[A-Z][A-Z0-9]{0,11})*[-_ ]?(?:\d+\.)*)(\d+)\s*(?:to|through|bis|\.\.+|–|—|-)\s*\1?(\d+)\b(?![.\w])/g;

/**
 * The requirements that a text mentions, as keys from `requirementKey`. It reads `FR-3`, `Requirement 3`,
 * `Requirements 3, 4 and 6`, `FR-1 to FR-4` and `FR-1.1-1.4`.
 */
export function citedKeys(text: string): readonly string[] {
  const keys: string[] = [];
  const plain = text.replaceAll(/\*\*|__/g, "");
  for (const [, letters = "", first = "", last = ""] of plain.matchAll(range))
    keys.push(...keysBetween(letters, first, last));
  for (const { groups } of plain.matchAll(cited)) {
    const { word, letters = "", mark = "", number = "", more = "" } = groups ?? {};
    keys.push(requirementKey(word === undefined ? `${letters}${mark}${number}` : `Requirement ${number}`));
    if (word === undefined) continue;
    for (const [next] of more.matchAll(new RegExp(numberForm, "g")))
      keys.push(requirementKey(`Requirement ${next}`));
    if (/^\s*(?:to|through|bis|\.\.|–|-)/.test(more))
      keys.push(...keysBetween("Requirement ", number, /\d+/.exec(more)?.[0] ?? number));
  }
  return [...new Set(keys)];
}

function keysBetween(letters: string, first: string, last: string): readonly string[] {
  const [from, to] = [Number(first), Number(last)];
  // A wide span is a pair of dates or amounts, not a range of requirements.
  if (!(from < to) || to - from > 200) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => requirementKey(`${letters}${from + index}`));
}
