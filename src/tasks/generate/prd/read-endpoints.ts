import { firstSentence, sentencesOf } from "../wording/sentences.ts";
import type { Endpoint } from "./prd.ts";

interface SourceLine {
  readonly text: string;
  readonly line: number;
  /** The nearest heading at or above the line. */
  readonly heading: string;
}

const endpoint =
  /(?<![\w/])(GET|POST|PUT|PATCH|DELETE)`?\*{0,2}[\s|:]+\*{0,2}`?(?:https?:\/\/[^/\s]+)?(\/[\w\-./:{}[\]$<>*@]*)(\?[\w=&{}[\],.…-]*)?/g;
const status =
  /(?<![\d.,$€#-])`?([2-5]\d\d)\b`?(?!\s*(?:ms|px|mb|kb|gb|words?|chars?|characters|users|%|\d))\s*[)*]*\s*[:—–-]?\s*([A-Z(][^|`*]{0,80})?/;

/**
 * Finds every `METHOD /path` of a PRD, in prose, tables and fences, with what is said about it beside and below
 * it. Each is given once.
 */
export function readEndpoints(lines: readonly SourceLine[]): readonly Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const [index, { text, line }] of lines.entries()) {
    for (const match of text.matchAll(endpoint)) {
      const [whole, method = "", path = ""] = match;
      const clean = path.replace(/[.,:;]+$/, "") || "/";
      const key = `${method} ${clean.replaceAll(/\{[^}]*\}|:\w+|\[[^\]]*\]|<[^>]*>/g, ":")}`;
      const body = bodyOf(lines, index);
      const told = { ...body, purpose: purposeOf(text, match.index + whole.length) ?? body.purpose };
      const before = found.get(key);
      found.set(key, before === undefined ? { method, path: clean, line, ...told } : merge(before, told));
    }
  }
  return [...found.values()];
}

type Told = Pick<Endpoint, "purpose" | "statuses" | "rules">;

const merge = (before: Endpoint, told: Told): Endpoint => ({
  ...before,
  purpose: before.purpose ?? told.purpose,
  statuses: before.statuses.length > 0 ? before.statuses : told.statuses,
  rules: before.rules.length > 0 ? before.rules : told.rules,
});

/** `POST /api/users` - Create a user; a table gives it in the next cell, a fence after `#` or an arrow. */
function purposeOf(text: string, end: number): string | null {
  const after = text.slice(end).replace(/^[`*)\s]*(?:[|:—–#→-]|\/\/|=>|->)+\s*/, "§");
  if (!after.startsWith("§")) return null;
  const purpose = (after.slice(1).split("|")[0] ?? "").replaceAll(/[*`]/g, "").trim();
  return /^\p{L}.{3,}/u.test(purpose) ? purpose : null;
}

/** Below a heading that is the endpoint's own stand what it does, its statuses and its notes. */
function bodyOf(lines: readonly SourceLine[], index: number): Told {
  const at = lines[index];
  if (at === undefined || !new RegExp(endpoint.source).test(at.heading))
    return { purpose: null, statuses: [], rules: [] };
  const body = lines
    .slice(index + 1)
    .filter(
      ({ heading }, offset, all) =>
        heading === at.heading && all.slice(0, offset).every((line) => line.heading === at.heading),
    );
  const statuses = new Map<number, string>();
  for (const { text } of body)
    for (const [code, meaning] of statusesIn(text)) if (!statuses.get(code)) statuses.set(code, meaning);
  const isHeading = at.text.startsWith("#");
  const purpose = isHeading ? describedIn(body) : null;
  const points = body
    .map(({ text }) => text)
    .filter((text) => /^[-*] /.test(text) && !status.test(text))
    .map((text) => text.slice(2).replaceAll(/\*\*/g, "").trim());
  const remarks = isHeading ? remarksIn(body).filter((remark) => remark !== purpose) : [];
  return {
    purpose,
    statuses: [...statuses].map(([code, meaning]) => ({ code, meaning })),
    rules: [...points, ...remarks].slice(0, 6),
  };
}

/** What every route has, or what is read as the purpose. */
const aboutTransport =
  /^(?:purpose|description|summary|host|base url|url|method|path|route|content-type|accept|authorization|headers?|request|response)\s*:/i;

/** The sentences of prose below the heading: `Query: …`, `Returns the token`. */
const remarksIn = (body: readonly SourceLine[]): readonly string[] =>
  body
    .filter(({ text }) => /^(?:`|\*\*)?\p{L}/u.test(text))
    .flatMap(({ text }) => sentencesOf(text.replaceAll("**", "").trim()))
    .map((sentence) => sentence.replace(/\.$/, ""))
    .filter(
      (sentence) =>
        sentence.length > 6 &&
        !aboutTransport.test(sentence) &&
        !/:$/.test(sentence) &&
        !status.test(sentence) &&
        !new RegExp(endpoint.source).test(sentence),
    )
    .slice(0, 4);

/** The first sentence below the heading, where it is prose: `Lists rooms.`, `Purpose: list rooms` */
function describedIn(body: readonly SourceLine[]): string | null {
  const labelled = body
    .map(({ text }) => /^\**(?:purpose|description|summary)\**\s*:\**\s*(.{4,100}?)\.?$/i.exec(text)?.[1])
    .find((purpose) => purpose !== undefined);
  if (labelled !== undefined) return labelled;
  const first = body.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";
  const sentence = firstSentence(first).replace(/\.$/, "");
  return /^\p{Lu}[\p{L}\s`,'’-]{4,100}$/u.test(sentence) && !/^only\b/i.test(sentence) ? sentence : null;
}

/** `401 if the password is wrong`, or several in a sentence: `403 for others, 404 if unknown`. */
const conditional =
  /(?<![\w.,$€#-])`?([2-5]\d\d)`?\s+((?:if|when|unless|for|after|on|where)\s[^;|]*?)(?=[,.;]?\s+(?:and\s+)?`?[2-5]\d\d\b|[.;]?\s*$|\.\s|\s\|)/g;

function statusesIn(text: string): readonly (readonly [number, string])[] {
  const told = [...text.matchAll(conditional)].map(
    ([, code = "", when = ""]) => [Number(code), when.replaceAll("*", "").trim()] as const,
  );
  if (told.length > 0) return [...bareSuccess(text), ...told];
  const match = status.exec(text);
  const isStatusLine = /status|response|returns?|^\W*[2-5]\d\d\b|http/i.test(text);
  // A heading names the code alone; what it means often stands in a list further down.
  if (match?.[1] !== undefined && isStatusLine) return [[Number(match[1]), meaningOf(text, match[2])]];
  return bareSuccess(text);
}

/** `Cancels. 204.` */
const bareSuccess = (text: string): readonly (readonly [number, string])[] =>
  [...text.matchAll(/(?<=^|[.;:]\s)`?(20\d)`?(?=[.;,]|$)/g)].map(([, code]) => [Number(code), ""] as const);

const meaningOf = (text: string, after: string | undefined): string => {
  const explained = /[2-5]\d\d[^:]*:\s*(.+)$/.exec(text)?.[1] ?? after ?? "";
  const meaning = explained.replaceAll(/[*`]/g, "").trim();
  return /^\p{L}/u.test(meaning) ? meaning : "";
};
