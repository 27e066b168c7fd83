import type { Endpoint, Passage, Section } from "./model.ts";

type Status = Endpoint["statuses"][number];

const route =
  /(?<![\w/])(GET|POST|PUT|PATCH|DELETE)`?\*{0,2}[\s|:]+\*{0,2}`?(?:https?:\/\/[^/\s]+)?(\/[\w\-./:{}[\]$<>*@]*)(\?[\w=&{}[\],.…-]*)?/g;
const status =
  /(?<![\d.,$€#-])`?([2-5]\d\d)\b`?(?!\s*(?:ms|px|mb|kb|gb|words?|chars?|characters|users|%|\d))\s*[)*]*\s*[:—–-]?\s*([A-Z(][^|`*]{0,80})?/;
/** `401 if the password is wrong`, or several in a sentence: `403 for others, 404 if unknown`. */
const conditional =
  /(?<![\w.,$€#-])`?([2-5]\d\d)`?\s+((?:if|when|unless|for|after|on|where)\s[^;|]*?)(?=[,.;]?\s+(?:and\s+)?`?[2-5]\d\d\b|[.;]?\s*$|\.\s|\s\|)/g;
/** `Cancels. 204.` */
const bare = /(?<=^|[.;:]\s)`?(20\d)`?(?=[.;,]|$)/g;

/** The line; empty if its box is ticked. */
const unticked = (line = ""): string => (/^\s*[-*+] \[[xX]\]\s/.test(line) ? "" : line);

/** Sections that can mention routes without requiring them. */
const silentKinds: ReadonlySet<string> = new Set(["nonGoals", "future", "questions", "risks", "metrics"]);

/**
 * Finds every `METHOD /path` of a PRD, in prose, tables and code blocks, with its purpose and statuses. An endpoint
 * that appears several times is returned once.
 */
export function readEndpoints(lines: readonly string[], sections: readonly Section[]): readonly Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const [index, section] of sections.entries()) {
    const end = (sections[index + 1]?.line ?? lines.length + 1) - 1;
    for (let line = section.line; line <= end && !silentKinds.has(section.kind); line++)
      for (const match of unticked(lines[line - 1]).matchAll(route))
        add(found, endpointAt(match, line, line === section.line ? lines.slice(line, section.endLine) : []));
  }
  return [...found.values()];
}

/**
 * A key that ignores the names of path parameters and the base path: `/users/:id`, `/users/{userId}` and
 * `/api/users/:id` are the same route.
 */
const routeKey = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method} ${path.replaceAll(/^\/api(?=\/)|[.,:;]+$/g, "").replaceAll(/\{[^}]*\}|:\w+|\[[^\]]*\]|<[^>]*>/g, ":")}`;

/** Whether a line of Markdown is a row of a table of endpoints. */
export const isRouteRow = (line: string): boolean => /^\s*\|/.test(line) && line.search(route) >= 0;

/** Whether a text contains the endpoint's method and path. */
export const spells = (text: string, endpoint: Endpoint): boolean =>
  [...text.matchAll(route)].some(
    ([, method = "", path = ""]) => routeKey({ method, path }) === routeKey(endpoint),
  );

function add(found: Map<string, Endpoint>, endpoint: Endpoint): void {
  const before = found.get(routeKey(endpoint)) ?? endpoint;
  const detailed = before.statuses.length > 0 ? before : endpoint;
  found.set(routeKey(endpoint), { ...detailed, purpose: before.purpose ?? endpoint.purpose });
}

/** @param body - the lines below, if the endpoint is a heading */
function endpointAt(match: RegExpExecArray, line: number, body: readonly string[]): Endpoint {
  const [whole, method = "", path = ""] = match;
  const statuses = body.flatMap((text, index) => statusesIn({ text, line: line + 1 + index }));
  const byCode = Map.groupBy(statuses, ({ code }) => code);
  return {
    method,
    path: path.replace(/[.,:;]+$/, "") || "/",
    line,
    purpose: purposeOf(match.input.slice(match.index + whole.length)) ?? describedIn(body),
    statuses: [...byCode.values()].flatMap(
      (own) => own.find(({ meaning }) => meaning !== "") ?? own[0] ?? [],
    ),
    rules: [],
  };
}

/** `POST /api/users - Create a user`. A table has the purpose in the next cell, a code block after `#` or an arrow. */
function purposeOf(after: string): string | null {
  const [, said = ""] = /^(?:[`*)\s]*(?:[|:—–#→-]|\/\/|=>|->)+\s*|`?\s{2,})(.*)$/.exec(after) ?? [];
  const purpose = (said.split("|")[0] ?? "")
    .replaceAll("*", "")
    .trim()
    .replace(/[;,.]?\s+[2-5]\d\d\b.*$/, "");
  return /^`?\p{L}.{3,}/u.test(purpose) ? purpose : null;
}

/** The text after `**Purpose**:` below the heading, else the first line of prose. */
function describedIn(body: readonly string[]): string | null {
  const lines = body.map((text) => text.replaceAll("**", "").trim()).filter((text) => text !== "");
  const labelled = lines.flatMap(
    (text) => /^(?:purpose|description|summary)\s*:\s*(.{4,})$/i.exec(text)?.[1] ?? [],
  );
  const first = /^\p{Lu}[^:|]{6,}$/u.exec(lines[0] ?? "")?.[0].split(/(?<=\.)\s(?=[2-5]\d\d\b)/)[0];
  return labelled[0] ?? first ?? null;
}

function statusesIn({ text, line }: Passage): readonly Status[] {
  const said = [...text.matchAll(bare), ...text.matchAll(conditional)].map(([, code, when = ""]) => ({
    code: Number(code),
    meaning: clean(when),
    line,
  }));
  const match = status.exec(text);
  const isStated = /status|response|returns?|^\W*[2-5]\d\d\b|http/i.test(text);
  if (said.length > 0 || match === null || !isStated) return said;
  const meaning = clean(/[2-5]\d\d[^:]*:\s*(.+)$/.exec(text)?.[1] ?? match[2] ?? "");
  return [{ code: Number(match[1]), meaning: /^\p{L}/u.test(meaning) ? meaning : "", line }];
}

const clean = (text: string): string => text.replaceAll(/[*`]/g, "").trim();
