import type { Optionality } from "./model.ts";

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

/** The source of a pattern for one emoji: with a skin tone, joined from several (`🧑‍💼`), or a flag. */
export const emoji = String.raw`(?:\p{Extended_Pictographic}(?:[\uFE0F\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic})*|\p{RI}{2})`;

// Prefixes that are known to number requirements may be followed by a space. Any other prefix needs a hyphen before
// the number and a colon or similar after it; otherwise `WCAG 2.1 AA` and `SHA-256` would be read as ids.
const knownId = String.raw`(?:FR|NFR|NF|RF|RNF|RN|REQ|REQUIREMENT|TR|UR|BR|SR|IR|DR|UIR|FEAT|FN|US|UC|AC|NG|OOS|OQ|SM|STORY)(?:[-_.][A-Z][A-Z0-9]{0,11})*[-_. ]?\d+(?:[.-]\d+)*[a-zA-Z]?`;
const knownLetters = new RegExp(String.raw`^\[?(${knownId})\]?(?=$|[\s:：.)\]|—–,(-])`);
const otherLetters =
  /^\[?((?:[A-Z]{1,12}(?:[-_.][A-Z][A-Z0-9]{0,11})*-[A-Z]?|[A-Z])\d+(?:[.-]\d+)*[a-z]?)\]?(?=$|[:：.)\]|]|\s+[—–-]\s|\s\([^()]{1,60}\)\s*(?:[:：]|$))/;
/** Names such as `SHA-256`; `H1` is a heading and `H264` a codec, but `H01` is an id. */
const noIds = /^(?:(?:SHA|UTF|ISO|RFC|GPT)-?\d|H-?(?:\d|\d{3,})(?!\d))/;
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

/** An id in code, set off from what follows: `` `FR-UI-01`: … ``, `` `FR-UI-01` (MUST): … `` */
const idInCode = /^`((?:[A-Z]{1,12}-)+\d+)`(?=\s*(?:[:：—–|]|-\s|\([^()]*\)\s*[:：]|$))/;

/** Reads the id that a line or heading begins with: `FR-1: …`, `REQ-LP-001 …`, `Requirement 4.1.1 …`, `1.1 …`. */
export function labelOf(text: string): Label | null {
  // A check mark, an emoji, leftover Markdown or the word `ID` can come before the id.
  const line = text
    .replace(/^[^\p{L}\p{N}`"'([]+/u, "")
    .replace(/^ID\s*[:：]\s*/, "")
    .replace(idInCode, "$1");
  const letters = knownLetters.exec(line) ?? (noIds.test(line) ? null : otherLetters.exec(line));
  if (letters?.[1] !== undefined) return label(line, letters[0], letters[1], familyOf(letters[1]));
  const word = spelled.exec(line);
  if (word?.[3] !== undefined) {
    const family = /^(?:use|user|story)/i.test(word[2] ?? "") ? "story" : "requirement";
    return label(line, word[0], word[1] === undefined ? word[0] : `Requirement ${word[3]}`, family);
  }
  const bare = bareNumber.exec(line);
  if (bare?.[1] === undefined) return null;
  return { ...label(line, bare[0], `Requirement ${bare[1]}`, "requirement"), isBare: true };
}

const reference = new RegExp(
  String.raw`\s*\((?:see\s+|cf\.?\s+|depends on\s+|requires\s+)?${knownId}(?:\s*(?:,|and|&|-)\s*${knownId})*\)`,
  "g",
);

/** Removes references such as `(see FR-1)` and `(depends on FR-1)`, by which a task would seem to carry FR-1, but not `(UTF-8)`. */
export const withoutReferences = (text: string): string => text.replace(reference, "").trim();

/** Whether a text is only a remark in parentheses: `(P0)`. */
export const isInParentheses = (text: string): boolean => /^\([^()]*\)$/.test(text);

/** The id that a line begins with. Bold text sets it off, as in `**R7** Export the hours` and `**R7 (P0)** Export …`. */
export function labelOfLine({ text, lead }: Line): Label | null {
  const bold = lead === null ? null : labelOf(lead);
  if (lead === null || bold === null || (bold.rest !== "" && !isInParentheses(bold.rest)))
    return labelOf(text);
  const rest = `${bold.rest} ${afterLead(text, lead)}`.trim();
  return { ...(labelOf(text) ?? { ...bold, rest }), isSetOff: true };
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

/** Whether a text consists of ids: `AC-1, AC-2`. */
export const isIds = (text: string): boolean =>
  text.split(/[\s,;/]+/).every((one) => {
    const found = labelOf(one);
    return found !== null && found.rest === "" && !found.isBare;
  });

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

interface Line {
  readonly text: string;
  readonly lead: string | null;
}

/** `**Priority**: P0` split at the colon. `rest` is empty if the line has only a label. */
export interface LabelledLine {
  readonly label: string;
  readonly rest: string;
}

const separators = /^\s*[:：—–-]?\s*/;

/** The label at the start of a line: its bold words, or a few words before a colon. Null for a sentence. */
export function splitLabel({ text, lead = null }: Pick<Line, "text"> & Partial<Line>): LabelledLine | null {
  if (lead !== null) return { label: lead, rest: afterLead(text, lead) };
  const plain = /^([\p{L}\p{M}\p{N} /&'’()-]{1,40})[:：](?:\s+|$)(.*)$/u.exec(text);
  if (plain?.[1] === undefined || plain[1].trim().split(/\s+/).length > 5) return null;
  return { label: plain[1].trim(), rest: plain[2] ?? "" };
}

/** The text after the bold words at the start of a line. */
export const afterLead = (text: string, lead: string): string =>
  text
    .slice(text.indexOf(lead) + lead.length)
    .replace(separators, "")
    .trim();

/** A line that only introduces what follows: entirely bold, or ending with a colon. */
export const isHeadLine = ({ text, lead }: Line): boolean =>
  /[:：]$/.test(text) || (lead !== null && lead.length >= text.replace(/[:：]$/, "").length - 1);

/** An entirely bold line: a small heading, not a sentence that introduces something. */
export const isBoldLine = (line: Line): boolean => {
  const rest = splitLabel(line);
  return line.lead !== null && (rest?.rest === "" || /^\([^)]*\)[:：]?$/.test(rest?.rest ?? ""));
};

/** Whether a line is a sentence that the points below it complete: `Users must be able to:` */
export const introduces = (text: string): boolean =>
  /[:：]$/.test(text) && (obliges(text) || /\sto.$/.test(text));

export const withoutColon = (text: string): string => text.replace(/\s*[:：]\s*$/, "");

/** Labels for metadata of a requirement (priority, status …), which don't describe what to build. */
export const isEntryData = (label: string): boolean =>
  /^(?:criticality|importance|urgency|owner|assignee|story points|(?:estimated )?effort|estimate|aufwand|complexity|version|author|source)$/i.test(
    label,
  ) ||
  isPriority(label) ||
  isStatus(label) ||
  isReason(label);

export const isStatus = (label: string): boolean =>
  /^(?:(?:implementation )?status|state|estado|statut|stato|stan|状态|狀態|状態|ステータス|実装状況|(?:구현 ?)?상태|статус)$/i.test(
    label,
  );

/** Labels for the reasons of a requirement. */
export const isReason = (label: string): boolean => /^(?:rationale|why\b.*)$/i.test(label);

/** `✅ Done`, `Phase 1: completed`, but not `To be completed`, `Partially done` or `50% complete` */
export const saysDone = (text: string): boolean =>
  /✅|(?<!\b(?:not|be|being|partly|partially|half|almost|nearly) |\b\d{1,2} ?% )\b(?:done|completed?|implement(?:ed|erat))\b/i.test(
    text,
  );

/** `None.`, `N/A — not in this version` */
export const saysNothing = (text: string): boolean =>
  /^$|^(?:none|nothing|not applicable|n\/?a)(?:\.?$|\s*[—–-]\s|[.;]\s)/i.test(text);

/** Labels and headings that don't name an area, such as `Requirements:` above a list or `Session 2026-03-28`. */
export const isGeneric = (text: string): boolean =>
  /\b\d{4}-\d{2}-\d{2}$/.test(text) ||
  /^\P{L}*(?:(?:must|should|could)(?:[- ]haves?)?|(?:(?:functional|business) )?(?:requirements?|rules?)|table \d+|required|constraints|details?|notes?|anforderungen|requisit[oi]s?|exigences|요구 ?사항|需求)$/iu.test(
    text,
  );

/** `Priority`, `MoSCoW (v1)`, unlike `Priority queue` */
export const isPriority = (label: string): boolean =>
  /^(?:priority|prio(?:rit(?:ä|ae)t|ritet|riteit)?|prioridade?|priorité|priorità|priorytet|moscow|우선 ?순위|优先级|優先度|приоритет)(?: (?:level|priority))?(?:\s*[(（][^()（）]*[)）])?$/i.test(
    label,
  );

export const isDescription = (label: string): boolean =>
  /^(?:description|beschreibung|descripci[oó]n|descrição|descrizione|omschrijving|opis|requirement|what(?: (?:it|this) (?:does|is|should do))?|(?:user )?story|(?:기능 ?)?설명|(?:功能|需求)?描述|説明|описание)$/i.test(
    label,
  );

/** Lines such as `Last Updated: …`, `Completed: 2026-01-31` or `This document …` describe the document, not the product. */
export const isAboutDocument = (text: string): boolean =>
  /^\W{0,3}(?:(?:started|completed?|finished|done)(?: on)?|完成日期|完了日|완료일)\s*[:：]\s*\d{4}-\d{2}-\d{2}\.?$/i.test(
    text,
  ) ||
  /^this (?:(?:document|prd|page|specification)\b|(?:section|chapter|appendix) (?:covers|defines|describes|documents|explains|lists|outlines|specifies)\b)|^\W{0,3}(?:document(?:o|en)? |prd |doc )?(?:type|version|versión|versão|versione|last (?:updated|modified|revised)|updated|status|date(?: created| updated)?|datum|fecha|data|created?(?: by| on)?|creado|erstellt|stand|completion date|authors?|autor(?:es|en)?|auteurs?|reviewers?|review date|next (?:review|steps?)|owners?|approved by|prepared by|approvers?|stakeholders|contact|target (?:release|launch|market)(?: date)?|launch|prd (?:number|id)|feature name|implementation timeline|버전|작성자|작성일|版本|作者|日期|バージョン|作成者|версия|автор)\s*[:：]/iu.test(
    text,
  );

const marks: readonly (readonly [Optionality, string])[] = [
  ["wont", `won['’]?t(?: have| do)?|not (?:now|yet)|out of scope|not planned|excluded|제외|不做`],
  [
    "future",
    String.raw`(?:in |a )?(?:the )?future(?: \w+)?|(?:planned )?for (?:the )?future|(?:for )?later(?: \w+)?|(?:for |in )?phase [2-9](?:\+|\s?(?:以降|以后|이후)| (?:onwards?|and (?:later|beyond)))?|(?:for |in )?v[2-9](?:\.\d)?\+?|post[- ]?mvp|(?:(?:perhaps|maybe|possibly|probably) )?not (?:in )?(?:the )?(?:mvp|v1|scope)|(?:deferred|postponed|moved) to (?:(?:an? |the )?(?:later|next|future) [^()]{1,20}|v?\d[\d.]*|version \d[\d.]*|phase [2-9]|(?:the )?backlog)|planned|futuro?s?|à venir|später|zukunft|in zukunft|향후|추후|나중에?|将来|未来|后续|今後|в будущем|toekomst|(?:w )?przyszłoś(?:ć|ci)|deferred`,
  ],
  [
    "optional",
    String.raw`optional(?:ly)?(?: (?:for|in) (?:the )?(?:mvp|v1)\b[^()]*)?|opcional(?:mente)?|optionnel(?:le)?|facultati[fv]e?|facoltativ[oa]|optioneel|opcjonaln\w*|valfri(?:tt)?|선택(?:적|사항)?|可选|任意|オプション|опционально|nice(?:[- ]to[- ]have(?: for [a-z]+)?)?|if time (?:permits|allows)|stretch(?: goals?)?`,
  ],
];
const oneOf = marks.map(([, words]) => words).join("|");
const several = String.raw`((?:${oneOf})(?:\s*[,/;]?\s*(?:${oneOf}))*)`;
const inParentheses = new RegExp(
  String.raw`[(（[](?:p\d\s*[,/;:—–-]\s*)?${several}(?:\s+[—–-]\s[^()（）]*)?[)）\]]\s*[.:：;]?$`,
  "iu",
);
/** `(Phase 2, after the launch)`. After `optional`, what follows describes a field: `(optional, up to 50 characters)`. */
const laterInParentheses = /[(（](phase [2-9]|post[- ]mvp)\s*[,，、;；][^()（）]*[)）]\s*[.。:：]?$/iu;
const afterDash =
  /\s[—–-]\s*(phase [2-9]|future(?: \w+)?|later|post[- ]mvp|optional|not (?:now|yet)|nice to have)[.;]?$/iu;
const before = new RegExp(String.raw`^[[(（]?(${oneOf})[\])）]?\s*[:：,]\s`, "iu");
const beforeInParentheses = new RegExp(String.raw`^[*_]*[[(（]${several}[\])）][*_]*\s`, "iu");
/** `Search: (Future) by year`. After a label, `(optional)` describes a field. */
const laterAfterLabel =
  /^[^:：()]{1,40}[:：]\s+[(（]((?:in |a )?(?:the )?future|later|phase [2-9]|v[2-9]|post[- ]?mvp)[)）]\s/iu;
const afterwards = /\bin (?:an? |the )?(post[- ]mvp)\b[^.;]*\.?$/iu;
const adverb =
  /^((?:later|future)-phase|in (?:the )?future|in zukunft|en el futuro|no futuro|à l['’]avenir)\s/iu;
const forms = [
  inParentheses,
  laterInParentheses,
  afterDash,
  before,
  beforeInParentheses,
  laterAfterLabel,
  afterwards,
  adverb,
];

/** `Dependencies: Class schedule` */
export const dependencyLine =
  /^(?:depend(?:s|ency|encies)\b[^:：]*|prerequisites?|依赖(?:关系)?|依存関係|의존성)[:：]/i;

/** `No reminders in the MVP.`, `Editing is not supported in v1.`, but not `No more than 5 photos in v1`. */
const ruledOut =
  /^(?:no (?!more\b|less\b|fewer\b|longer\b|later\b)(?:(?!\b(?:is|are|gets?|may|can|must|shall|should|required|needed)\b)[^.;])*|(?:(?!\b(?:if|when|which|that|what|who|whose|where|must|shall|should)\b)[^.;])*\bnot (?:be )?(?:supported|included|available|planned|possible|part)\b(?:(?!\b(?:gets?|must|shall|should)\b)[^.;])*)\b(?:in|for|of) (?:the )?(?:mvp|v1(?:\.0)?|(?:this|first|initial) (?:version|release|iteration)|now)(?:\s+\([^()]*\))?\.?$/i;

/** The last member of an enumeration: `, and phone number`, `and description`. */
const lastMember = /(?:[,;，、；]\s*(?:\S+\s+){1,3}|\b(?:and|or)\s+\S+\s+)$/iu;

/** A header above cells that say whether their row is to be built. */
export const asksIfIncluded = (header: string): boolean =>
  /^(?:included?|in[- ]scope|(?:(?:in|part of) )?(?:the )?mvp(?:[- ]scope)?|supported)\s*\?*$/i.test(header);

/** A cell that leaves its row out: `Included? No`, `In scope: ❌`, `MVP scope Phase 2`. */
const excludingCell =
  /(?:^|[\s:,])(?:included?|in[- ]scope|scope|(?:in |part of )?(?:the )?mvp|supported)\s*\??:?\s+(?:(?:no|❌|✗|✘|✖)\uFE0F?|phase [2-9]|v[2-9]|later)\s*(?=,|$)/iu;

/**
 * How a text is marked as not to be built now: `(optional)`, `(Phase 2)`, `Future: …`, `In the future …`. Null without
 * such a mark, and for a purpose such as `(for future analytics)`.
 */
export function optionalityOf(text: string): Optionality | null {
  if (excludingCell.test(text) || ruledOut.test(text)) return "wont";
  const found = forms.map((form) => form.exec(text)).find((match) => match !== null);
  if (!found) return null;
  const [, mark = ""] = found;
  const kind =
    marks.find(([, words]) => new RegExp(String.raw`(?:^|[\s,;/])(?:${words})`, "iu").test(mark))?.[0] ??
    "future";
  // In `with a title and description (optional)` only the description is optional.
  return kind === "optional" && lastMember.test(text.slice(0, found.index)) ? null : kind;
}

/** How a text as a whole marks what it is about: `Nice to have`, `not in v1`, `Optional Features`. */
export function markOf(text: string): Optionality | null {
  const words = withoutColon(text).replace(/^P\d\s+|\s*[(（][^()（）]*[)）]$/g, "");
  const marked = `(${words.replace(/\s+(?:features?|requirements?|functionality)$|(?:機能|要件|功能|需求|기능)$/i, "")})`;
  return inParentheses.exec(marked)?.index === 0 ? optionalityOf(marked) : null;
}

const done =
  "done|completed?|implemented|finished|erledigt|abgeschlossen|umgesetzt|termin[ée]e?|hecho|completad[oa]|conclu[ií]d[oa]|gotowe|zrobione|готово|выполнено|已?完成|完了|완료";
/** `Done`, `✅ Completed on 2026-01-31`, but not `Complete the form` or `Done by half`. */
const doneStatus = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:${done})(?=\P{L}*$|\s*[(（,;—–-]|\s+(?:on|in|at)\s)`,
  "iu",
);
const doneAtEnd = new RegExp(
  String.raw`(?:\s[—–-]\s|[(（])[^\p{L}\p{N}]*(?:${done}|shipped)(?=[^\p{L}%]*$)`,
  "iu",
);

/** Whether a heading ends in a status: `Search — shipped`, `Search (complete)`. */
export const endsDone = (heading: string): boolean => doneAtEnd.test(heading);

const rejectedStatus =
  /^\P{L}*(?:rejected|cancell?ed|dropped|declined|withdrawn|abandoned|superseded|deprecated|obsolete)\b/iu;

/** How the priority or status of a requirement marks it: `Priority: Nice to have`, `Status: Rejected`. */
export function optionalityBy(label: string, value: string): Optionality | null {
  if (isStatus(label)) {
    if (doneStatus.test(value)) return "done";
    if (rejectedStatus.test(value)) return "wont";
  } else if (!isPriority(label)) return null;
  // In the MoSCoW method, `W` stands for `Won't have`.
  if (/^moscow/i.test(label) && /^w$/i.test(value)) return "wont";
  return markOf(value);
}

/** `As a reader, I want …` in the languages in which the sentence has a fixed form. */
export const beginsStory = (text: string): boolean =>
  /^\W*(?:as an?|als|como|en tant qu[e'’]|come|jako|som|作为|как)(?=[\s\p{Script=Han}])|^.{1,24}?(?:으?로서(?=[\s,])|として)/iu.test(
    text,
  );

/** The later lines of a story or scenario. */
export const continuesStory = (text: string): boolean =>
  /^(?:i (?:want|need|can)|so that|and|but|when|then)\b/i.test(text);

/** Whether a line goes on in the next one: that of a story, or of a scenario without its result. */
export function goesOnAsTold(text: string, next: string): boolean {
  if (!/^given\b/i.test(text)) return beginsStory(text) && continuesStory(next);
  return /\bthen\b/i.test(text) ? /^(?:and|but)\b/i.test(next) : continuesStory(next);
}

/** Whether a text contains a word of obligation, such as `must`. */
export const obliges = (text: string): boolean =>
  /(?<!n['’]t |\bnot |\bno )\b(?:must|shall|should|needs? to|has to|have to|muss|müssen|soll|sollen|debe|deben|doit|doivent|deve|devem|devono|moet|moeten|musi|ska|måste)\b|해야|必须|应当|应该|(?<![供响对适效反回呼感相])应(?![用答对急付聘收邀])|する必要|долж/iu.test(
    text,
  );

const negations: readonly RegExp[] = [
  /(?:\bnot|\bneither|\bcannot|n['’]t|\bnever|^avoid|\b(?:prohibited|forbidden|disallowed))$/i,
  // `The app must not do any of the following`
  /(?:\bnot|\bcannot|n['’]t|\bnever)\b[^.;:]{0,30}\b(?:following|these)(?: \p{L}+)?$/iu,
  /^under no circumstances\b/i,
  // Unlike the name `Do Not Disturb`, `Do not stop for` needs the words below it.
  /^(?:do not|don['’]t)\s.*\s(?:at|by|for|from|in|of|on|to|with)$/i,
  /(?:^|\s)(?:nicht|niemals|keinesfalls|verboten|untersagt|(?:à )?éviter|evitar|zu vermeiden|unikać|no (?:debe|puede)n?|prohibido|n[aã]o (?:deve|pode)m?|proibido|n(?:e |['’])(?:doi(?:t|vent)|peu(?:t|vent)) (?:pas|jamais)|interdit|non (?:deve|devono|può|possono)|vietato|(?:mag|mogen) niet|får inte|nie (?:może|mogą))$/iu,
  /(?:不得|不能|不可|不应|禁止|금지|(?:안 ?된다|않는다|않아야 ?한다)|してはならない|しない|нельзя|избегать|не долж\p{L}+)$/u,
  /(?:^|\s)не (?:включа|вход)\p{L}+(?=\s|$)/iu,
];

/** Whether a label negates the points below it: `The system must not:`, `DON'T:`, `Avoid:`. */
export const negates = (label: string): boolean => negations.some((one) => one.test(label.trim()));
