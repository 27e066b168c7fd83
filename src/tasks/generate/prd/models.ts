import type { CodeSample, Model, ModelField, Passage } from "./model.ts";
import type { Point } from "./outline.ts";
import { isHead, isHeading, own } from "./points.ts";

/** Declarations of tables and types in code. The groups are the name and the body. */
const declarations: readonly RegExp[] = [
  /create\s+table\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w.]+)[`"\]]?\s*\(\n([\s\S]*?)\n\s*\)\s*;?/gi,
  /^(?:export\s+)?(?:interface|type|struct|class|data class|record|model)\s+(\w+)(?:<[^>\n]*>)?(?:\s+extends[^{\n]*)?\s*=?\s*\{\n([\s\S]*?)^\}/gm,
];
const rule = /^(?:(?:primary|foreign|unique|constraint|check|index|key)\b(?!\s*\??:)|@@)/i;

/** The tables and types that a code block declares. */
function modelsInCode(sample: CodeSample): readonly Model[] {
  const { text, line } = sample;
  if (text.trimStart().startsWith("{")) return modelsInJson(sample);
  const found = declarations.flatMap((form) => [...text.matchAll(form)]);
  return found.map((match) => {
    const [whole, name = "", body = ""] = match;
    const start = line + text.slice(0, match.index + whole.indexOf(body)).split("\n").length;
    const lines = body
      .split("\n")
      .map((one, index) => ({ text: one.replace(/\s*(?:--|\/\/).*$/, "").trimEnd(), line: start + index }))
      .filter((one) => one.text !== "");
    // Only the outermost members: nested ones are part of their field.
    const indent = Math.min(...lines.map((one) => one.text.search(/\S/)));
    const members = lines
      .filter((one) => one.text.search(/\S/) === indent)
      .map((one) => ({ ...one, text: one.text.trim().replace(/[;,]$/, "") }));
    const fields = members.flatMap((one) => (rule.test(one.text) ? [] : memberOf(one)));
    return { name, fields, rules: members.filter((one) => rule.test(one.text)), line: start - 1 };
  });
}

/** `id UUID PRIMARY KEY`, `readonly name?: string` */
function memberOf({ text, line }: Passage): readonly ModelField[] {
  const [, name, optional, note = ""] =
    /^(?!(?:private|public|protected|static|async)\b)(?:readonly\s+)?[`"[]?(\w+)[`"\]]?(?:(\??)\s*:\s*|\s+|$)(.*)$/.exec(
      text,
    ) ?? [];
  const type = note.replace(/\{\s*$/, "object").replaceAll(/\s+/g, " ");
  return name === undefined ? [] : [{ name, note: optional === "?" ? `${type}, optional` : type, line }];
}

/** `{ "Offer": { "id": "uuid", … } }`: capitalized names that contain field names with types. */
function modelsInJson({ text, line }: CodeSample): readonly Model[] {
  const read: unknown = parsedJson(text);
  if (typeof read !== "object" || read === null) return [];
  return Object.entries(read).flatMap(([name, value]: [string, unknown]) => {
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const isRecord = entries.length > 1 && entries.every(([, type]) => typeof type === "string");
    const fields = entries.map(([field, type]) => ({ name: field, note: `${type}`, line }));
    return isRecord && /^[A-Z]\w*$/.test(name) ? [{ name, fields, rules: [], line }] : [];
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The models of a PRD: those declared in any code block, and those described in sections about data. */
export function readModels(dataSections: readonly Point[], code: readonly CodeSample[]): readonly Model[] {
  const models = new Map<string, Model>();
  const all = [
    ...code.flatMap((sample) => modelsInCode(sample)),
    ...dataSections.flatMap((section) => modelsBelow(section)),
  ];
  for (const model of all.toSorted((a, b) => a.line - b.line)) {
    const key = model.name.toLowerCase().replace(/s$/, "");
    if (!models.has(key) && model.fields.length > 0) models.set(key, model);
  }
  return [...models.values()];
}

/** `**User**: id, email`, or a model's name in a heading, line or point above a list or table of its fields. */
function modelsBelow(point: Point): readonly Model[] {
  const inline = point.form === "item" ? inlineModel(point) : null;
  if (inline !== null) return [inline];
  const below = own(point);
  const items = below.filter(({ form }) => form === "item");
  const name = entityName(point.lead ?? point.text);
  const fields = fieldsOf(items);
  const isModel = name !== null && fields.length >= 2 && fields.length >= items.length - 1;
  const itself = isModel
    ? [{ name, fields, rules: [], line: (isHead(point) || isHeading(point) ? items[0] : point)?.line ?? 1 }]
    : [];
  if (itself.length > 0 && point.form === "item") return itself;
  const others = below.flatMap((one) => (one.form === "table" ? modelInTable(one, name) : modelsBelow(one)));
  return others.length > 0 ? others : itself;
}

function modelInTable({ cells: header, below, line }: Point, name: string | null): readonly Model[] {
  const isFields =
    /^(field|column|attribute|property|name|feld|spalte|campo|champ|필드|컬럼|字段|項目|поле)/i.test(
      header[0] ?? "",
    ) && /type|typ\b|tipo|타입|类型|型|тип/i.test(header.join(" "));
  if (!isFields || name === null) return [];
  const fields = below.map((row) => {
    const [field = "", ...notes] = row.cells;
    return {
      name: field.replaceAll("`", ""),
      note: notes.filter((cell) => cell !== "").join(", "),
      line: row.line,
    };
  });
  return [{ name, fields, rules: [], line }];
}

/** `**User**: id, email`, `users/{id}/habits: {…}` */
function inlineModel({ text, line }: Point): Model | null {
  const [, path = "", said] =
    /^\**`?([\w/{}]+)`?\**\s*(?:table|collection|model|entity)?\s*[:：(]\s*[`{(]*\s*((?:`?\w+`?(?:\s*\([^)]*\)|\?|\s*:\s*\w+|\s+\w+)?\s*[,、]\s*){2,}.*)$/iu.exec(
      text,
    ) ?? [];
  if (said === undefined || !/^`?[A-Z]|_|\/|s$/.test(path)) return null;
  const fields = splitFields(said, line);
  // `users/{userId}/habits` is a collection of habits.
  const name = path.split("/").findLast((part) => /^\w+$/.test(part)) ?? path;
  return fields.length >= 2 ? { name, fields, rules: [], line } : null;
}

const splitFields = (text: string, line: number): readonly ModelField[] =>
  text
    .replaceAll(/[`{}]/g, "")
    .replace(/[).]+$/, "")
    .split(/\s*[,、]\s*(?![^(]*\))/)
    .flatMap((field) => {
      const [, name, note = ""] = /^(\w+)\s*[:(]?\s*(.*?)\)?$/.exec(field.trim()) ?? [];
      return name === undefined ? [] : [{ name, note, line }];
    });

/** `- user_id (uuid, references users)`, `- email: string`; sentences and references to requirements are not fields. */
const fieldsOf = (items: readonly Passage[]): readonly ModelField[] =>
  items.flatMap(({ text, line }) => {
    const [, name, note = ""] =
      /^`?([a-zA-Z_][\w.[\]]{0,40})`?\s*(?:[:：(—–-]\s*(.*?)\)?)?$/.exec(text) ?? [];
    const isName = note !== "" || /^`/.test(text) || /^[a-z]+([A-Z_]\w*)*$/.test(name ?? "");
    return name === undefined || !isName || /^[A-Z]+-/.test(note) ? [] : [{ name, note, line }];
  });

/** The entity's name in `### User Model` or `users table (new):`; null for a heading without one. */
function entityName(heading: string): string | null {
  const quoted = /`(\w+)`/.exec(heading)?.[1];
  if (quoted !== undefined) return quoted;
  const words = heading
    .replaceAll(/\([^)]*\)/g, "")
    .replace(/^[\W\d]+/, "")
    .replace(/[\s:：]+$/, "");
  const core = words.replace(
    /\s+(?:table|collection|model|entity|schema|object|document|interface|테이블|모델)s?$/i,
    "",
  );
  const isGeneral =
    /data|tabl|tabell|테이블|neue|nuev|schema|database|model|entit|structure|storage|overview|relationship|index|constraint|field|migration/i.test(
      core,
    );
  return core !== "" && !isGeneral && core.split(/\s+/).length <= 3 && /^[\p{L}_]/u.test(core) ? core : null;
}
