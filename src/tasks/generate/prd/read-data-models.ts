import type { Block, Item, Section } from "./outline.ts";
import type { CodeSample, DataField, DataModel } from "./prd.ts";
/** The tables, types and collections that a fence declares. */
export function modelsInCode({ text, line }: CodeSample): readonly DataModel[] {
  return [...sqlTables(text, line), ...typeDeclarations(text, line), ...prismaModels(text, line)];
}

function sqlTables(text: string, line: number): readonly DataModel[] {
  const tables = text.matchAll(
    /create\s+table\s+(?:if\s+not\s+exists\s+)?[`"[]?([\w.]+)[`"\]]?\s*\(([\s\S]*?)\n\s*\)\s*;?/gi,
  );
  return [...tables].map(([, name = "", body = ""]) => {
    const columns = body
      .split("\n")
      .map((column) => column.replace(/--.*$/, "").trim().replace(/,$/, ""))
      .filter((column) => column !== "");
    const isRule = (column: string) => /^(primary|foreign|unique|constraint|check|index|key)\b/i.test(column);
    return {
      name,
      fields: columns
        .filter((column) => !isRule(column))
        .map((column) => ({
          name: column.split(/\s+/)[0]?.replaceAll(/[`"]/g, "") ?? "",
          note: column.split(/\s+/).slice(1).join(" "),
        })),
      rules: columns.filter(isRule),
      line,
    };
  });
}

function typeDeclarations(text: string, line: number): readonly DataModel[] {
  const types = text.matchAll(
    /^(?:export\s+)?(?:interface|type|struct|class|data class|record)\s+(\w+)(?:<[^>]*>)?(?:\s+extends[^{]*)?\s*=?\s*\{\n([\s\S]*?)^\}/gm,
  );
  return [...types].map(([, name = "", body = ""]) => ({ name, fields: typeFields(body), rules: [], line }));
}

/** Only the outermost members: what is nested is a part of its field. */
function typeFields(body: string): readonly DataField[] {
  const members = body.split("\n").filter((member) => /^\s{1,4}\w+\??\s*:/.test(member));
  const indents = members.map((member) => member.search(/\S/));
  const indent = Math.min(...indents);
  return members
    .filter((member) => member.search(/\S/) === indent)
    .map((member) => {
      const [, name = "", optional = "", rest = ""] = /^\s*(\w+)(\??)\s*:\s*(.*)$/.exec(member) ?? [];
      const type = rest
        .replace(/\s*\/\/.*$/, "")
        .replace(/[;,]\s*$/, "")
        .replace(/\{\s*$/, "object");
      return { name, note: optional === "?" ? `${type}, optional` : type };
    });
}

function prismaModels(text: string, line: number): readonly DataModel[] {
  return [...text.matchAll(/^model\s+(\w+)\s*\{\n([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => {
    const lines = body
      .split("\n")
      .map((member) => member.replace(/\/\/.*$/, "").trim())
      .filter((member) => member !== "");
    return {
      name,
      fields: lines
        .filter((member) => /^\w/.test(member))
        .map((member) => ({
          name: member.split(/\s+/)[0] ?? "",
          note: member.split(/\s+/).slice(1).join(" "),
        })),
      rules: lines.filter((member) => member.startsWith("@@")),
      line,
    };
  });
}

/** The models of a section about data: fences, `**User**: id, email`, `users/{id}/habits`: `{…}`, a heading with fields. */
export function readDataModels(section: Section): readonly DataModel[] {
  const own = section.blocks.flatMap((block, index) =>
    modelsInBlock(block, section, section.blocks[index - 1]),
  );
  return [...own, ...section.sections.flatMap((child) => readDataModels(child))];
}

function modelsInBlock(block: Block, section: Section, before: Block | undefined): readonly DataModel[] {
  if (block.kind === "code") return modelsInCode(block);
  if (block.kind === "table") return modelInTable(block, section);
  if (block.kind !== "list") return [];
  const named = block.items.flatMap((item) => modelsInItem(item));
  if (named.length > 0) return named;
  const label = before?.kind === "paragraph" ? before.lines.at(-1) : undefined;
  const name = entityName(label?.lead ?? label?.text ?? section.heading);
  const fields = fieldsOf(block.items);
  return name !== null && fields.length >= 2 && fields.length >= block.items.length - 1
    ? [{ name, fields, rules: [], line: block.items[0]?.line ?? section.line }]
    : [];
}

function modelInTable(table: Block & { kind: "table" }, section: Section): readonly DataModel[] {
  const isFields =
    /^(field|column|attribute|property|name|feld|campo|필드|字段)/i.test(table.header[0] ?? "") &&
    /type|typ\b|tipo|타입|类型/i.test(table.header.join(" "));
  const name = entityName(section.heading);
  if (!isFields || name === null) return [];
  const fields = table.rows.map(({ cells }) => ({
    name: bare(cells[0] ?? ""),
    note: cells.slice(1, 3).join(", "),
  }));
  return [{ name, fields, rules: [], line: section.line }];
}

function modelsInItem(item: Item): readonly DataModel[] {
  const inline =
    /^\**`?([\w/{}]+)`?\**\s*(?:table|collection|model|entity)?\s*[:：(]\s*[`{(]*\s*((?:`?\w+`?(?:\s*\([^)]*\)|\?|\s*:\s*\w+|\s+\w+)?\s*[,、]\s*){2,}.*)$/iu.exec(
      item.text,
    );
  if (inline?.[1] !== undefined && inline[2] !== undefined && isEntityWord(inline[1])) {
    const fields = splitFields(inline[2]).filter(({ name }) => /^\w+$/.test(name));
    if (fields.length >= 2) return [{ name: entityFromPath(inline[1]), fields, rules: [], line: item.line }];
  }
  const nested = item.blocks.flatMap((block) => (block.kind === "list" ? block.items : []));
  const name = entityName(item.lead ?? item.text);
  const fields = fieldsOf(nested);
  const areIds = fields.some((field) => /^[A-Z]+-/.test(field.note));
  if (name !== null && !areIds && fields.length >= 2 && fields.length >= nested.length - 1)
    return [{ name, fields, rules: [], line: item.line }];
  return nested.flatMap((child) => modelsInItem(child));
}

const isEntityWord = (word: string): boolean => /^`?[A-Z]|_|\/|s$/.test(word);

/** `users/{userId}/habits` is a collection of habits. */
const entityFromPath = (path: string): string =>
  path.split("/").findLast((part) => /^\w+$/.test(part)) ?? path;

const splitFields = (text: string): readonly DataField[] =>
  text
    .replaceAll(/[`{}]/g, "")
    .replace(/[).]+$/, "")
    .split(/\s*[,、]\s*(?![^(]*\))/)
    .map((field) => fieldFrom(field.trim()));

function fieldFrom(field: string): DataField {
  const [, name = field, note = ""] = /^`?(\w+)`?\s*[:(]?\s*(.*?)\)?$/.exec(field) ?? [];
  return { name, note };
}

/** `- user_id (uuid, references users)`, `- email: string`; sentences are no fields. */
function fieldsOf(items: readonly { readonly text: string }[]): readonly DataField[] {
  return items.flatMap(({ text }) => {
    const [, name, note = ""] =
      /^`?([a-zA-Z_][\w.[\]]{0,40})`?\s*(?:[:：(—–-]\s*(.*?)\)?)?$/.exec(text) ?? [];
    return name === undefined || (note === "" && !/^`/.test(text) && !/^[a-z]+([A-Z_]\w*)*$/.test(name))
      ? []
      : [{ name, note }];
  });
}

/** `### User Model`, `users table (new):` → the entity's name; null for a heading that names none. */
function entityName(heading: string): string | null {
  const words = heading
    .replaceAll(/\([^)]*\)/g, "")
    .replace(/^[\W\d]+/, "")
    .replace(/[\s:：]+$/, "");
  const quoted = /`(\w+)`/.exec(heading)?.[1];
  if (quoted !== undefined) return quoted;
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

const bare = (cell: string): string => cell.replaceAll("`", "");
