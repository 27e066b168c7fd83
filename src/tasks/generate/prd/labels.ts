import type { Optionality } from "./model.ts";

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
export function splitLabel({ text, lead }: Line): LabelledLine | null {
  if (lead !== null) return { label: lead, rest: afterLead(text, lead) };
  const plain = /^([\p{L}\p{M}\p{N} /&'’()-]{2,40})[:：](?:\s+|$)(.*)$/u.exec(text);
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

export const withoutColon = (text: string): string => text.replace(/\s*[:：]\s*$/, "");

/** Labels for metadata of a requirement (priority, status …), which don't describe what to build. */
export const isEntryData = (label: string): boolean =>
  /^(?:priority|prio(?:rität)?|prioridad|priorité|prioridade|priorità|priorytet|우선 ?순위|优先级|優先度|приоритет|moscow|status|state|owner|assignee|estimate|effort|aufwand|complexity|version|author|source|rationale|why\b.*)$/i.test(
    label,
  );

/** `✅ Done`, `Phase 1: completed` */
export const saysDone = (text: string): boolean => /✅|\b(?:done|completed?)\b/i.test(text);

/** Labels and headings that don't name an area, such as `Requirements:` above a list. */
export const isGeneric = (text: string): boolean =>
  /^\P{L}*(?:(?:(?:functional|business) )?(?:requirements?|rules?)|required|constraints|details?|notes?|anforderungen|requisitos|요구 ?사항|需求)$/iu.test(
    text,
  );

export const isPriority = (label: string): boolean =>
  /^(?:prio|moscow|우선|优先|優先|приоритет)/i.test(label);

export const isDescription = (label: string): boolean =>
  /^(?:description|beschreibung|descripci[oó]n|descrição|descrizione|omschrijving|opis|requirement|what|(?:user )?story|설명|描述|説明|описание)$/i.test(
    label,
  );

/** Lines such as `Last Updated: …` or `This document …` describe the document and not the product. */
export const isAboutDocument = (text: string): boolean =>
  /^this (?:document|prd|page|specification)\b|^\W{0,3}(?:document(?:o|en)? |prd |doc )?(?:type|version|versión|versão|versione|last (?:updated|modified|revised)|updated|status|date(?: created| updated)?|datum|fecha|data|created?(?: by| on)?|creado|erstellt|stand|completion date|authors?|autor(?:es|en)?|auteurs?|reviewers?|review date|next (?:review|steps?)|owners?|approved by|prepared by|approvers?|stakeholders|contact|target (?:release|launch|market)(?: date)?|launch|prd (?:number|id)|feature name|implementation timeline|버전|작성자|작성일|版本|作者|日期|バージョン|作成者|версия|автор)\s*[:：]/iu.test(
    text,
  );

const marks: readonly (readonly [Optionality, string])[] = [
  ["wont", `won['’]?t(?: have| do)?|out of scope|not planned|excluded|제외|不做`],
  [
    "future",
    String.raw`(?:for |in |planned for |a )?(?:the )?future(?: \w+)?|(?:for )?later(?: \w+)?|(?:for |in )?phase [2-9]|(?:for |in )?v[2-9](?:\.\d)?|post[- ]?mvp|not in (?:mvp|v1|scope)|futuro?s?|später|zukunft|in zukunft|향후|추후|나중에?|将来|未来|后续|今後|в будущем|toekomst|deferred`,
  ],
  [
    "optional",
    String.raw`optional(?:ly)?|opcional(?:mente)?|optionnel(?:le)?|facultati[fv]e?|facoltativ[oa]|optioneel|opcjonaln\w*|valfri(?:tt)?|선택(?:적|사항)?|可选|任意|オプション|опционально|nice[- ]to[- ]have|if time permits|stretch(?: goal)?`,
  ],
];
const oneOf = marks.map(([, words]) => words).join("|");
const inParentheses = new RegExp(
  String.raw`[(（[](?:p\d\s*[,/;]\s*)?((?:${oneOf})(?:\s*[,/;]\s*(?:${oneOf}))*)[)）\]]\s*[.:：;]?$`,
  "iu",
);
const afterDash = /\s[—–-]\s*(phase [2-9]|future(?: \w+)?|later|post[- ]mvp|optional)[.;]?$/iu;
const before = new RegExp(String.raw`^[[(（]?(${oneOf})[\])）]?\s*[:：,]\s`, "iu");

/** The last member of an enumeration: `, and phone number`, `and description`. */
const lastMember = /(?:[,，、]\s*(?:\S+\s+){1,3}|\b(?:and|or)\s+\S+\s+)$/iu;

/** How a text is marked as not to be built now: `(optional)`, `(Phase 2)`, `Future: …`. Null without such a mark. */
export function optionalityOf(text: string): Optionality | null {
  const enclosed = inParentheses.exec(text);
  const found = (enclosed ?? afterDash.exec(text) ?? before.exec(text))?.[1];
  if (found === undefined) return null;
  const kind = marks.find(([, words]) => new RegExp(`^(?:${words})`, "iu").test(found))?.[0] ?? "future";
  // In `with a title and description (optional)` only the description is optional.
  return kind === "optional" && lastMember.test(text.slice(0, enclosed?.index ?? 0)) ? null : kind;
}

/** `As a reader, I want …` in the languages in which the sentence has a fixed form. */
export const beginsStory = (text: string): boolean =>
  /^\W*(?:as an?|als|como|en tant qu[e'’]|come|jako|som|作为|как)(?=[\s\p{Script=Han}])|^.{1,24}?(?:으?로서(?=[\s,])|として)/iu.test(
    text,
  );

/** The later lines of a story or scenario. */
export const continuesStory = (text: string): boolean =>
  /^(?:i (?:want|need|can)|so that|and|but|when|then)\b/i.test(text);

/** Whether a text contains a word of obligation, such as `must`. */
export const obliges = (text: string): boolean =>
  /(?<!n['’]t |\bnot |\bno )\b(?:must|shall|should|needs? to|has to|have to|muss|müssen|soll|sollen|debe|deben|doit|doivent|deve|devem|devono|moet|moeten|musi|ska|måste)\b|해야|必须|应当?|する必要|долж/iu.test(
    text,
  );
