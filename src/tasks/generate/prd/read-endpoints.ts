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
      const told = { purpose: purposeOf(text, match.index + whole.length), ...bodyOf(lines, index) };
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

/** Below a heading that is the endpoint's own stand its statuses and notes. */
function bodyOf(lines: readonly SourceLine[], index: number): Pick<Endpoint, "statuses" | "rules"> {
  const at = lines[index];
  if (at === undefined || !new RegExp(endpoint.source).test(at.heading)) return { statuses: [], rules: [] };
  const body = lines
    .slice(index + 1)
    .filter(
      ({ heading }, offset, all) =>
        heading === at.heading && all.slice(0, offset).every((line) => line.heading === at.heading),
    );
  const statuses = new Map<number, string>();
  for (const { text } of body) {
    const match = status.exec(text);
    const isStatusLine = /status|response|returns?|^\W*[2-5]\d\d\b|http/i.test(text);
    // A heading names the code alone; what it means often stands in a list further down.
    if (match?.[1] !== undefined && isStatusLine && !statuses.get(Number(match[1])))
      statuses.set(Number(match[1]), meaningOf(text, match[2]));
  }
  const rules = body
    .map(({ text }) => text)
    .filter((text) => /^[-*] /.test(text) && !status.test(text))
    .map((text) => text.slice(2).replaceAll(/\*\*/g, "").trim());
  return { statuses: [...statuses].map(([code, meaning]) => ({ code, meaning })), rules: rules.slice(0, 6) };
}

const meaningOf = (text: string, after: string | undefined): string => {
  const explained = /[2-5]\d\d[^:]*:\s*(.+)$/.exec(text)?.[1] ?? after ?? "";
  const meaning = explained.replaceAll(/[*`]/g, "").trim();
  return /^\p{L}/u.test(meaning) ? meaning : "";
};
