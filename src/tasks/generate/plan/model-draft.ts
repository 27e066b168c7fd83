import type { DataField, DataModel, Requirement } from "../prd/prd.ts";
import type { Context } from "./context.ts";
import { cleanCriteria, criteriaOf } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { measurableCriteria } from "./measurable-criteria.ts";
import { proposedFile } from "./propose-files.ts";
import { fieldSteps, fitted } from "./steps.ts";
/** The task that creates a table, collection or type, with its real fields. */
export function modelDraft(model: DataModel, owners: readonly Requirement[], context: Context): Draft {
  const { name, fields, rules } = model;
  const described = fields.map((field) => `\`${field.name}\`${field.note === "" ? "" : ` (${field.note})`}`);
  const parents = owners.flatMap(({ parent }) => (parent === null ? [] : [parent]));
  return {
    key: `model ${name}`,
    deliverable: "model",
    title: titleOf(name),
    area: null,
    requirements: [...new Set([...parents, ...owners.map(({ id }) => id)])],
    files: proposedFile("model", name, context.stack),
    method: null,
    path: null,
    steps: fitted([
      ...fieldSteps(described),
      ...(rules.length > 0 ? [`Add the rules ${rules.map((rule) => `\`${rule}\``).join("; ")}`] : []),
      `Write a test that stores one \`${name}\` record and reads it back`,
    ]),
    verification: cleanCriteria([
      ...owners.flatMap((owner) => (owner.criteria.length > 0 ? criteriaOf(owner) : [])),
      `A record stored in \`${name}\` reads back with ${listed(fields.map((field) => field.name))}`,
      ...uniqueCriteria(model),
      ...requiredCriteria(model),
      ...choiceCriteria(model),
      ...fields.flatMap((field) => measurableCriteria(`${field.name} (${field.note})`, field.name)),
    ]).slice(0, 8),
    words: [
      name,
      ...fields.map((field) => `${field.name} ${field.note}`),
      ...owners.map((owner) => context.wordsOf(owner)),
    ].join("\n"),
    needs: owners.flatMap(({ references }) => references),
  };
}

function titleOf(name: string): string {
  if (/_/.test(name)) return `Create the \`${name}\` table`;
  return `Create the ${name} model`;
}

/** `'free' | 'gold'` and `(enum: new, worn)` name all values there may be. */
function choiceCriteria({ name, fields }: DataModel): readonly string[] {
  return fields.flatMap(({ name: field, note }) => {
    const union = /^(?:'[^']+'|"[^"]+")(?:\s*\|\s*(?:'[^']+'|"[^"]+"))+/.exec(note)?.[0].split(/\s*\|\s*/);
    const values =
      union ?? /\benum\s*[:(]\s*([\w-]+(?:\s*[,|/]\s*[\w-]+)+)/i.exec(note)?.[1]?.split(/\s*[,|/]\s*/);
    return values === undefined
      ? []
      : [`${oneRecord(name)} whose \`${field}\` is none of ${values.join(", ")} is refused`];
  });
}

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 10).map((name) => `\`${name}\``);
  return names.length > 10 ? `${shown.join(", ")} and ${names.length - 10} more` : shown.join(", ");
};

function uniqueCriteria({ name, fields, rules }: DataModel): readonly string[] {
  const together = rules.flatMap((rule) => /unique[^(]*\(([^)]+)\)/i.exec(rule)?.[1] ?? []);
  const alone = fields.filter((field) => /\bunique\b|@unique/i.test(field.note)).map((field) => field.name);
  return [...together, ...alone].map(
    (columns) =>
      `A second record in \`${name}\` with the same ${columns.split(/\s*,\s*/).join(" and ")} is refused`,
  );
}

/** What must not be missing: fields called required, or, where some are called optional, those that are not. */
function requiredCriteria({ name, fields }: DataModel): readonly string[] {
  const isMarked = fields.some((field) => /\bnot null\b|\brequired\b/i.test(field.note));
  const hasOptional = fields.some((field) => /\boptional\b/i.test(field.note));
  const isNeeded = ({ name: field, note }: DataField) =>
    isMarked
      ? /\bnot null\b|\brequired\b/i.test(note)
      : hasOptional &&
        !/\boptional\b/i.test(note) &&
        !/^(?:id|createdAt|updatedAt|created_at|updated_at)$/.test(field);
  const needed = fields.filter((field) => isNeeded(field)).map((field) => `\`${field.name}\``);
  return needed.length === 0
    ? []
    : [`${oneRecord(name)} without ${needed.slice(0, 6).join(" or ")} is refused`];
}

const oneRecord = (name: string): string => `${/^[aeio]/i.test(name) ? "An" : "A"} \`${name}\` record`;
