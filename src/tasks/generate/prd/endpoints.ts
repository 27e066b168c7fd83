import type { Endpoint, Passage, Section } from "./model.ts";

type Status = Endpoint["statuses"][number];

const route =
  /(?<![\w/])(GET|POST|PUT|PATCH|DELETE)`?\*{0,2}[\s|:]+\*{0,2}`?(?:https?:\/\/[^/\s]+)?(\/[\w\-./:{}[\]$<>*@]*)(\?[\w=&{}[\],.…-]*)?/g;
const status =
  /(?<![\d.,$€#-])`?([2-5]\d\d)\b`?(?!\s*(?:ms|px|mb|kb|gb|words?|chars?|characters|users|%|\d))\s*[)*]*\s*[:—–-]?\s*([A-Z(][^|`*]{0,80})?/;
/** `401 if the password is wrong`, or several in a sentence: `403 for others, 404 if unknown`. */
const conditional =
  /(?<![\w.,$€#-])`?([2-5]\d\d)`?\s+((?:if|when|unless|for|after|on|where)\s[^;|]*?)(?=[,.;]?\s+(?:and\s+)?`?[2-5]\d\d\b|[.;]?\s*$|\.\s|\s\|)/g;

/** Sections that can mention routes without requiring them. */
const silentKinds: ReadonlySet<string> = new Set(["nonGoals", "future", "questions", "risks", "metrics"]);

/**
 * Finds every `METHOD /path` of a PRD, in prose, tables and code blocks, with its purpose, statuses and rules. An
 * endpoint that appears several times is returned once.
 */
export function readEndpoints(source: readonly string[], sections: readonly Section[]): readonly Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const [index, section] of sections.entries()) {
    if (silentKinds.has(section.kind)) continue;
    const end = (sections[index + 1]?.line ?? source.length + 1) - 1;
    for (let line = Math.max(section.line, 1); line <= end; line++) {
      const text = source[line - 1] ?? "";
      for (const match of text.matchAll(route)) add(found, endpointAt(match, text, line, section, source));
    }
  }
  return [...found.values()];
}

/** A key that ignores the names of path parameters: `/users/:id` and `/users/{userId}` are the same route. */
const routeKey = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method} ${path.replace(/[.,:;]+$/, "").replaceAll(/\{[^}]*\}|:\w+|\[[^\]]*\]|<[^>]*>/g, ":")}`;

/** Whether a text contains the endpoint's method and path. */
export const spells = (text: string, endpoint: Endpoint): boolean =>
  [...text.matchAll(route)].some(
    ([, method = "", path = ""]) => routeKey({ method, path }) === routeKey(endpoint),
  );

function add(found: Map<string, Endpoint>, endpoint: Endpoint): void {
  const key = routeKey(endpoint);
  const before = found.get(key);
  if (before === undefined) return void found.set(key, endpoint);
  const isDetailed = before.statuses.length + before.rules.length > 0;
  found.set(key, { ...(isDetailed ? before : endpoint), purpose: before.purpose ?? endpoint.purpose });
}

function endpointAt(
  match: RegExpExecArray,
  text: string,
  line: number,
  section: Section,
  source: readonly string[],
): Endpoint {
  const [whole, method = "", path = ""] = match;
  const said = purposeOf(text, match.index + whole.length);
  const base = { method, path: path.replace(/[.,:;]+$/, "") || "/", line };
  // The text below a line describes the endpoint only if that line is a heading.
  if (line !== section.line) return { ...base, purpose: said, statuses: [], rules: [] };
  const body = source
    .slice(line, section.endLine)
    .map((one, index) => ({ text: one, line: line + 1 + index }));
  return { ...base, purpose: said ?? describedIn(body), statuses: statusesOf(body), rules: [] };
}

/** `POST /api/users - Create a user`. A table has the purpose in the next cell, a code block after `#` or an arrow. */
function purposeOf(text: string, end: number): string | null {
  const after = text.slice(end).replace(/^[`*)\s]*(?:[|:—–#→-]|\/\/|=>|->)+\s*|^`?\s{2,}/, "§");
  if (!after.startsWith("§")) return null;
  const cell = (after.slice(1).split("|")[0] ?? "").replaceAll("*", "").trim();
  const purpose = cell.replace(/[;,.]?\s+[2-5]\d\d\b.*$/, "");
  return /^`?\p{L}.{3,}/u.test(purpose) ? purpose : null;
}

/** The text after `**Purpose**:` below the heading, else the first line of prose. */
function describedIn(body: readonly Passage[]): string | null {
  const lines = body.map(({ text }) => text.replaceAll("**", "").trim()).filter((text) => text !== "");
  const labelled = lines
    .map((text) => /^(?:purpose|description|summary)\s*:\s*(.{4,})$/i.exec(text)?.[1])
    .find(Boolean);
  if (labelled !== undefined) return labelled;
  const first = lines[0] ?? "";
  return /^\p{Lu}[^:|]{6,}$/u.test(first) ? (first.split(/(?<=\.)\s/)[0] ?? null) : null;
}

function statusesOf(body: readonly Passage[]): readonly Status[] {
  const found = new Map<number, Status>();
  for (const passage of body)
    for (const one of statusesIn(passage)) if (!found.get(one.code)?.meaning) found.set(one.code, one);
  return [...found.values()];
}

function statusesIn({ text, line }: Passage): readonly Status[] {
  const told = [...text.matchAll(conditional)].map(([, code, when = ""]) => ({
    code: Number(code),
    meaning: clean(when),
    line,
  }));
  // `Cancels. 204.`
  const bare = [...text.matchAll(/(?<=^|[.;:]\s)`?(20\d)`?(?=[.;,]|$)/g)].map(([, code]) => ({
    code: Number(code),
    meaning: "",
    line,
  }));
  if (told.length > 0) return [...bare, ...told];
  const match = status.exec(text);
  if (match?.[1] === undefined || !/status|response|returns?|^\W*[2-5]\d\d\b|http/i.test(text)) return bare;
  const meaning = clean(/[2-5]\d\d[^:]*:\s*(.+)$/.exec(text)?.[1] ?? match[2] ?? "");
  return [{ code: Number(match[1]), meaning: /^\p{L}/u.test(meaning) ? meaning : "", line }];
}

const clean = (text: string): string => text.replaceAll(/[*`]/g, "").trim();
