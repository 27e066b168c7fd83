import { optionalityOf } from "./labels.ts";
import type { Endpoint, Model, ModelField, Passage, Section } from "./model.ts";
import type { Point } from "./points.ts";
import { everyOne, hasLabel, isHead, own } from "./points.ts";
import type { Kinded } from "./sections.ts";

const types =
  "string|str|text|(?:var)?char|uuid|guid|id|(?:big)?int(?:eger)?|number|numeric|float|double|decimal|bool(?:ean)?|date(?:time)?|timestamp(?:tz)?|time|jsonb?|object|array|enum|email|url|blob|any";

/** A value in JSON that names a type: `"uuid"`, `"draft | sent"`. Any other, such as `"Anna"`, is an example. */
const jsonType = String.raw`"(?:(?i:${types})\b[^"{}]*|[^"{}|]+\|[^"{}]*)"`;

/** Declarations of tables and types in code. The groups are the name and the body. */
const declarations: readonly RegExp[] = [
  /create\s+table\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w.]+)[`"\]]?\s*\(\n([\s\S]*?)\n[ \t]*\)\s*;?/gi,
  /^(?:export\s+)?(?:interface|type|struct|class|data class|record|model)\s+(\w+)(?:<[^>\n]*>)?(?:\s+extends[^{\n]*)?(?:\s*=)?\s*\{\n([\s\S]*?)^\}/gm,
  // `"Offer": { "id": "uuid", … }`
  new RegExp(
    String.raw`"([A-Z]\w*)"\s*:\s*\{((?:\s*"\w+"\s*:\s*(?:${jsonType}|\[[^[\]{}]*\]),?)+\s*)\}`,
    "g",
  ),
];
const rule = /^(?:(?:primary|foreign|unique|constraint|check|index|key)\b(?!\s*\??:)|@@)/i;

/** The tables and types that a code block declares. */
function modelsInCode({ text, line }: Passage): readonly Model[] {
  const found = declarations.flatMap((form) => [...text.matchAll(form)]);
  return found.map((match) => {
    const [whole, name = "", body = ""] = match;
    const start = line + text.slice(0, match.index + whole.indexOf(body)).split("\n").length;
    const lines = body
      .split(/\n|(?<=,)(?= "\w+":)/)
      .map((one, index) => ({ text: one.replace(/\s*(?:--|\/\/).*$/, "").trimEnd(), line: start + index }))
      .filter((one) => one.text !== "");
    // Only the outermost members: nested ones are part of their field.
    const indent = Math.min(...lines.map((one) => one.text.search(/\S/)));
    const members = lines
      .filter((one) => one.text.search(/\S/) === indent)
      .map((one) => ({ ...one, text: one.text.trim().replace(/[;,]$/, "") }));
    const [rules, fields] = [
      members.filter((one) => rule.test(one.text)),
      members.filter((one) => !rule.test(one.text)),
    ];
    return { name, fields: fields.flatMap(memberOf), rules, line: start - 1 };
  });
}

/** `id UUID PRIMARY KEY`, `readonly name?: string`, `"id": "uuid"`, but not `GET /films` */
function memberOf({ text, line }: Passage): readonly ModelField[] {
  const [, name, optional, note = ""] =
    /^(?!(?:private|public|protected|static|async)\b|[A-Z]+\s+\/)(?:readonly\s+)?[`"[]?(\w+)[`"\]]?(?:(\??)\s*:\s*|\s+|$)(.*)$/.exec(
      text,
    ) ?? [];
  const type = note
    .replace(/\{\s*$/, "object")
    .replace(/^"([^"]*)"$/, "$1")
    .replaceAll(/\s+/g, " ");
  return name === undefined ? [] : [{ name, note: optional === "?" ? `${type}, optional` : type, line }];
}

/** The models of a PRD: those declared in code, and those described in sections about data. */
export function readModels(kinded: readonly Kinded[]): readonly Model[] {
  const models = new Map<string, Model>();
  const code = kinded
    .filter(({ kind }) => kind !== "nonGoals" && kind !== "design")
    .flatMap(({ chapter }) => everyOne(own(chapter)).filter(({ form }) => form === "code"));
  const described = kinded.filter(({ kind, chapter }) => kind === "data" || isFieldList(chapter));
  const tables = kinded
    .flatMap(({ chapter }) => own(chapter))
    .filter((one) => /^(?:entity|model|table)\b/i.test(one.cells[0] ?? ""));
  const all = [
    ...code.flatMap(modelsInCode),
    ...described.flatMap(({ chapter }) => modelsBelow(chapter)),
    ...tables.flatMap((table) => modelsInTable(table, null)),
  ];
  // A declaration in code is more exact than a list of fields.
  for (const model of all) {
    const key = model.name.toLowerCase().replaceAll(/[\s_]|s$/g, "");
    if (!models.has(key) && model.fields.length > 0) models.set(key, model);
  }
  return [...models.values()].toSorted((a, b) => a.line - b.line);
}

/** `Reservation Attributes` with points such as `` `id` - Unique identifier ``, and perhaps more about each below it. */
export function isFieldList(section: Point): boolean {
  const items = topItems(own(section));
  const isNamed = /\b(?:attributes|fields|columns|properties|schema)$/i.test(section.text);
  const isField = (item: Point): boolean => !hasLabel(item) && fieldIn(item).length > 0;
  return isNamed && items.length > 1 && items.every(isField);
}

const topItems = (points: readonly Point[]): readonly Point[] =>
  points.flatMap((point) => (point.form === "item" ? [point] : topItems(point.below)));

/** `**User**: id, email`, or a model's name in a heading, line or point above a list or table of its fields. */
export function modelsBelow(point: Point): readonly Model[] {
  const inline = point.form === "item" ? inlineModel(point) : [];
  const rules = everyOne(point.below).map(({ text, line }) => ({ text, line }));
  if (inline.length > 0) return inline.map((model) => ({ ...model, rules }));
  const below = own(point);
  const items = below.filter(({ form }) => form === "item");
  const name = entityName(point.lead ?? point.text);
  const fields = items.flatMap(fieldIn);
  const others = (isFieldList(point) ? below.filter(({ form }) => form !== "item") : below).flatMap((one) => {
    if (one.form === "code") return modelInList(one, name);
    return one.form === "table" ? modelsInTable(one, name) : modelsBelow(one);
  });
  if (name === null || fields.length < 2) return others;
  return [{ name, fields, rules: [], line: (isHead(point) ? items[0] : point)?.line ?? 1 }];
}

/** A code block below a model's name that only has its fields in braces. */
function modelInList({ text, line }: Passage, name: string | null): readonly Model[] {
  if (name === null) return [];
  const [object] = /^\{[\s\S]*\}\s*$/.test(text) ? modelsInCode({ text: `type T = ${text}`, line }) : [];
  const isType = ({ note }: ModelField): boolean => /^(?!null\b|true\b|false\b)[a-z]/i.test(note);
  return object?.fields.every(isType) ? [{ ...object, name }] : [];
}

/** Whether a table has a row for each model: `Entity | Fields`. */
const listsModels = ({ cells: [named = "", listed = ""] }: Point): boolean =>
  /fields?|attributes|properties|columns/i.test(listed) && !/index|enum|setting/i.test(named);

/** The model that a table has the fields of, or the models that its rows name, with names of fields in one cell. */
function modelsInTable(table: Point, name: string | null): readonly Model[] {
  const own = modelInTable(table, name);
  if (own.length > 0 || !listsModels(table)) return own;
  return table.below.flatMap(({ cells: [named = "", listed = ""], line }) =>
    /^`?\w+`?(?: \([^()]*\))?(?:, ?`?\w+`?(?: \([^()]*\))?)+$/.test(listed)
      ? inlineModel({ text: `\`${named.replaceAll("`", "")}\`: ${listed}`, line })
      : [],
  );
}

function modelInTable({ cells: header, below, line }: Point, name: string | null): readonly Model[] {
  const hasNames =
    /^(field|column|attribute|property|name|feld|spalte|campo|champ|필드|컬럼|カラム|列|フィールド|字段|項目|поле)/i.test(
      header[0] ?? "",
    );
  if (!hasNames || !/type|typ\b|tipo|타입|类型|型|тип/i.test(header.join(" ")) || name === null) return [];
  const fields = below.map(({ cells: [field = "", ...notes], line: at }) => ({
    name: field.replaceAll("`", ""),
    note: notes.filter((cell) => cell !== "").join(", "),
    line: at,
  }));
  return [{ name, fields, rules: [], line }];
}

/** `**User**: id, email`, `users/{id}/habits: {…}`. A name in inline code can have two fields, or fields of more words. */
function inlineModel({ text, line }: Passage): readonly Model[] {
  const [, quoted, path = quoted ?? "", said = ""] =
    /^\**(?:`([\w/{}]+)`|([\w/{}]+))\**\s*(?:table|collection|model|entity)?(?:\s*[:：(]|(?<!`\s*)\s+[-—–](?=\s))\s*[`{(]*\s*(.*)$/iu.exec(
      text,
    ) ?? [];
  const listed = said
    .replaceAll("`", "")
    .replace(/\.+$/, "")
    // The parenthesis that encloses all fields; that of the last field is its own.
    .replace(/(?<!\([^()]*)\)$|(?<!\{[^{}]*)\}$/, "")
    .split(/\s*[,、]\s*(?![^({]*[)}])/);
  const isShort = (field: string): boolean =>
    /^[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*(?:\[\])?(?:\s*\([^)]*\)|\?|\s*:\s*\w+|\s+\w+)?$/u.test(field);
  const isPhrase = (field: string): boolean =>
    /^(?!(?:an?|the|and|or) )\S+(?: [^\s({]+){0,3} ?(?:[({].*)?$/i.test(field);
  const areFields =
    quoted === undefined
      ? listed.length > 2 && listed.slice(0, 2).every(isShort)
      : listed.every(isPhrase) && (listed.length > 2 || /^id\b|_id\b/.test(said));
  const fields = listed.flatMap((field) => {
    const [, name, inside, note = ""] =
      /^([\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*(?:\[\])?)\s*(?:[({](.*)[)}]|[:({]?\s*(.*))$/u.exec(
        field.trim(),
      ) ?? [];
    // In `PK: cuid`, the field has no name.
    return name === undefined || /^[PF]K$/.test(name) ? [] : [{ name, note: inside ?? note, line }];
  });
  // `users/{userId}/habits` is a collection of habits.
  const name = path.split("/").findLast((part) => /^\w+$/.test(part)) ?? path;
  const isModel = areFields && fields.length > 1 && /^[A-Z]|_|\/|s$/.test(path);
  return isModel ? [{ name, fields, rules: [], line }] : [];
}

const typed = new RegExp(String.raw`^\`([a-zA-Z_]\w*)\` ((?:${types})\b(?! (?:are|is)\b).*)$`, "i");

/** `` `films.list({ year })` ``, unlike `` `price(decimal)` `` */
const call = new RegExp(String.raw`^\`[\w.]+\((?!(?:${types})\b)`, "i");

/**
 * `user_id (uuid, references users)`, `email: string`, `` `id` uuid, primary key ``; sentences, references to
 * requirements and calls such as `` `films.list({ year })` `` are not fields.
 */
function fieldIn({ text, line }: Passage): readonly ModelField[] {
  const named = /^`?([a-zA-Z_][\w.*[\]]{0,40})`?(?:(?:\s*[:：(—–]|\s+-(?=\s))\s*(.*?)\)?)?$/;
  const [, name, note = ""] = typed.exec(text) ?? named.exec(text) ?? [];
  const isName = note !== "" || /^`/.test(text) || /^[a-z]+(?:[A-Z_]\w*)?$/.test(name ?? "");
  const isOther = /^[A-Z]+-/.test(note) || call.test(text);
  return name === undefined || !isName || isOther ? [] : [{ name, note, line }];
}

/** The entity's name in `### User Model` or `users table (new):`; null for a heading without one. */
function entityName(heading: string): string | null {
  const quoted = /`(\w+)`/.exec(heading)?.[1];
  if (quoted !== undefined) return quoted;
  const core = heading
    // `Data Model: The Standard Event Object`
    .replace(/^[^:]*\b(?:model|table|entity)[^:]*:\s*(?:the\s+)?(?=\S)/i, "")
    .replaceAll(/\([^)]*\)/g, "")
    .replace(/^[\W\d]+/, "")
    .replace(/^domain (?=model\b)/i, "")
    .replace(/[\s:：]+$/, "")
    .replace(/\s+(?:table|collection|model|entity|schema|object|document|interface|테이블|모델)$/i, "");
  const isGeneral =
    /data|tabl|tabell|테이블|neue|nuev|schema|database|model|entit|structure|storage|overview|relationship|index|constraint|field|column|migration/i.test(
      core,
    );
  return !isGeneral && core.split(/\s+/).length <= 3 && /^[\p{L}_][^`.]*$/u.test(core) ? core : null;
}

type Status = Endpoint["statuses"][number];

const route =
  /(?<![\w/])(GET|POST|PUT|PATCH|DELETE)`?\*{0,2}[\s|:]+\*{0,2}`?(?:https?:\/\/[^/\s]+)?(\/(?:[\w\-./:{}[\]$<>@]|(?<=\/)\*(?!\*)|(?<=[\w}\]]\/)\*\*)*)(\?[\w=&{}[\],.…-]*)?/g;
const status =
  /(?<![\d.,$€#-])`?([2-5]\d\d)\b`?(?!\s*(?:ms|px|mb|kb|gb|words?|chars?|characters|users|%|\d))\s*[)*]*\s*[:—–-]?\s*([A-Z(][^|`*]{0,80})?/;
/** `401 if the password is wrong`, or several in a sentence: `403 for others, 404 if unknown`. */
const conditional =
  /(?<![\w.,$€#-])`?([2-5]\d\d)`?\s+((?:if|when|unless|for|after|on|where)\s[^;|]*?)(?=[,.;]?\s+(?:and\s+)?`?[2-5]\d\d\b|[.;]?\s*$|\.\s|\s\|)/g;
/** `Returns 201 with the secret.`, `Larger bodies get 413.` */
const answered =
  /(?<=^(?:\s*[-*+]\s+)?|[.;:]\s)([^.;:\s][^.;:]*?|)\b(?:returns?|answers?(?: with)?|responds? with|gets?)\s+`?([2-5]\d\d)\b`?(?=\s*(?:$|[.;,()]|(?:with|if|when|unless|for|on|and|or|plus|within)\b))([^.;]*)/gi;
/** `Cancels. 204.` */
const bare = /(?<=^|[.;:]\s)`?(20\d)`?(?=[.;,]|$)/g;

/** Sections that can mention routes without requiring them. */
const silentKinds: ReadonlySet<string> = new Set([
  "nonGoals",
  "future",
  "questions",
  "risks",
  "metrics",
  "context",
]);

/** The methods before one path: `GET/POST /films`, `PUT, DELETE /films/:id`. */
const methods =
  /(?<![\w/])(?:GET|POST|PUT|PATCH|DELETE)(?:\s?[/|,]\s?(?:GET|POST|PUT|PATCH|DELETE))+(?=`?\*{0,2}[\s|:]+\*{0,2}`?(?:https?:\/)?\/)/g;

/** Whether a cell only has methods. */
export const areMethods = (cell: string): boolean =>
  /^(?:\W*\b(?:GET|POST|PUT|PATCH|DELETE)\b)+\W*$/.test(cell);

/** The routes in a text, each as if the text had only one of the methods that are before one path. */
function routesOf(text: string): readonly RegExpExecArray[] {
  const most = Math.max(1, ...[...text.matchAll(methods)].map(([all]) => all.split(/\W+/).length));
  return Array.from({ length: most }, (_, at) =>
    text.replaceAll(methods, (all) => {
      const each = all.split(/\W+/);
      return each[Math.min(at, each.length - 1)] ?? all;
    }),
  )
    .flatMap((one) => [...one.matchAll(route)])
    .toSorted((one, other) => one.index - other.index);
}

/** Whether a sentence is about a client: `Button calls POST /orders`. Its API can be another system's. */
const isCalled = ({ input, index, 0: { length } }: RegExpExecArray): boolean =>
  /\b(?:call(?:s|ed|ing)?|polls?|queries|(?:re-?)?uses?|existing\b[^:;|]*\bendpoints?|(?:fetch(?:es|ed)?|pulls?|pulled)\b[^:;|]*\b(?:from|via)|sends?\b[^:;|]*\bto|comes?\b[^:;|]*\bfrom)\b[^:;|]*$/i.test(
    input.slice(0, index).replaceAll(/`[^`]*`/g, "code"),
  ) ||
  /^[`*]*\s+(?:endpoint\s+)?(?:is\s+)?(?:calls?|called (?:from|through|via))\b/i.test(
    input.slice(index + length),
  );

/** The routes in a line, without those that it crosses out or only calls. None if it is ticked, optional or deferred. */
function routesIn(line = ""): readonly RegExpExecArray[] {
  if (/^\s*[-*+] \[[xX]\]\s/.test(line) || optionalityOf(line) !== null) return [];
  return routesOf(line.replaceAll(/~~.+?~~/g, "")).filter((match) => !isCalled(match));
}

/**
 * Finds every `METHOD /path` of a PRD, in prose, tables and code blocks, with its purpose and statuses. An endpoint
 * that appears several times is returned once.
 */
export function readEndpoints(
  lines: readonly string[],
  sections: readonly Section[],
  isRead = ({ kind }: Section): boolean => !silentKinds.has(kind),
): readonly Endpoint[] {
  const found = new Map<string, Endpoint>();
  for (const [index, section] of sections.entries()) {
    const end = (sections[index + 1]?.line ?? lines.length + 1) - 1;
    for (let line = section.line; line <= end && isRead(section); line++)
      for (const match of routesIn(lines[line - 1]))
        add(found, endpointAt(match, line, line === section.line ? lines.slice(line, section.endLine) : []));
  }
  return [...found.values()];
}

/**
 * A key that ignores the names of path parameters and the base path: `/users/:id`, `/users/{userId}` and
 * `/api/users/:id` are the same route.
 */
export const routeKey = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method} ${path.replaceAll(/^\/api(?=\/)|[.,:;]+$/g, "").replaceAll(/\{[^}]*\}|:\w+|\[[^\]]*\]|<[^>]*>/g, ":")}`;

/** An endpoint with its purpose: `` `GET /films`: all films ``, `` `GET /films` (public) ``. */
export function spelled({ method, path, purpose }: Endpoint): string {
  const name = `\`${method} ${path}\``;
  if (purpose === null) return name;
  return /^[([]/.test(purpose) ? `${name} ${purpose}` : `${name}: ${purpose}`;
}

/** Whether a line of Markdown is a row of a table of endpoints, or the name of a group above such a row. */
export const isRouteRow = (line: string, next = ""): boolean =>
  (/^\s*\|/.test(line) && routesOf(line).length > 0) ||
  (/^\s*\|[^|]+\|[\s|]*$/.test(line) && isRouteRow(next));

/** The keys of the routes that a text contains, without those that it only calls if `isBuilt`. */
export const routesSpelled = (text: string, isBuilt = false): readonly string[] =>
  routesOf(text)
    .filter((match) => !(isBuilt && isCalled(match)))
    .map(([, method = "", path = ""]) => routeKey({ method, path }));

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
    purpose:
      purposeOf(match.input.slice(match.index + whole.length)) ?? predicateOf(match) ?? describedIn(body),
    statuses: [...byCode.values()].flatMap(
      (own) => own.find(({ meaning }) => meaning !== "") ?? own[0] ?? [],
    ),
    rules: [],
    code: [],
  };
}

/**
 * `POST /api/users - Create a user`, `GET /api/users (admins only)`. A table has the purpose in the next cell, a code
 * block after `#` or an arrow.
 */
function purposeOf(after: string): string | null {
  const [, remark] = /^[`*\s]+([([][^|]*\p{L}[^|]*[)\]])[`*.\s]*$/u.exec(after) ?? [];
  if (remark !== undefined) return remark;
  const [, said = ""] = /^(?:[`*)\s]*(?:[|:—–#→-]|\/\/|=>|->)+\s*|`?\s{2,})(.*)$/.exec(after) ?? [];
  const purpose = (said.split("|")[0] ?? "").replaceAll("*", "").trim();
  return /^`?\p{L}.{3,}/u.test(purpose) ? purpose : null;
}

/** What a line that begins with a route goes on to say about it: `GET /rooms returns all rooms`. */
function predicateOf({ input, index, 0: { length } }: RegExpExecArray): string | null {
  const begins = /^\s*(?:[-*+]|\d+[.)])?\s*[`*]*$/.test(input.slice(0, index));
  const said = /^[`*]*\s+(\p{Ll}[^|]{8,})$/u.exec(input.slice(index + length))?.[1] ?? "";
  return begins && !/\b(?:GET|POST|PUT|PATCH|DELETE)\b/.test(said) && said !== ""
    ? said.replaceAll("**", "").trim()
    : null;
}

/** Whether a line says more than its endpoint's purpose: `All calls of POST /films need a token.` */
export function saysMore({ purpose, statuses }: Endpoint, line = ""): boolean {
  const rest = line
    .replaceAll(methods, "GET")
    .replaceAll(route, " ")
    .replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\*\*[^*]*\*\*:?)?/, "");
  const words = rest.match(/\p{Script=Han}|\p{Script=Hangul}{2,}|[\p{L}\p{N}'’-]{2,}/gu) ?? [];
  return purpose === null && statuses.length === 0 && words.length > 3;
}

/** The first line below the heading if it is a sentence, unlike `Request: JSON`. */
function describedIn(body: readonly string[]): string | null {
  const first =
    body
      .find((text) => text.trim() !== "")
      ?.replaceAll("**", "")
      .trim() ?? "";
  const isSentence = /^\p{Lu}[^:|]{6,}$/u.test(first.replaceAll(/`[^`]*`/g, "code"));
  return isSentence ? (first.split(/(?<=\.)\s(?=[2-5]\d\d\b)/)[0] ?? null) : null;
}

function statusesIn({ text, line }: Passage): readonly Status[] {
  const said = [
    ...[...text.matchAll(bare), ...text.matchAll(conditional)].map(
      ([, code, when = ""]) => [code, when] as const,
    ),
    ...[...text.matchAll(answered)].map(
      ([, before = "", code, after = ""]) => [code, after.trim() || before] as const,
    ),
  ].map(([code, meaning]) => ({ code: Number(code), meaning: clean(meaning), line }));
  const match = status.exec(text);
  const isStated = /status|response|returns?|^\W*[2-5]\d\d\b|http/i.test(text);
  if (said.length > 0 || match === null || !isStated) return said;
  const meaning = clean(/[2-5]\d\d[^:]*:\s*(.+)$/.exec(text)?.[1] ?? match[2] ?? "");
  return [{ code: Number(match[1]), meaning: /^\p{L}/u.test(meaning) ? meaning : "", line }];
}

const clean = (text: string): string => text.replaceAll(/[*`]/g, "").trim();
