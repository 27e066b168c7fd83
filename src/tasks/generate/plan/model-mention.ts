import type { DataModel } from "../prd/prd.ts";
import { meaningfulWords } from "../wording/word-weights.ts";

const commonFields =
  /^_?(?:id|uuid|name|type|title|status|state|date|time|value|key|data|description|created_?(?:at|on|date|by)?|updated_?(?:at|on)?|deleted_?at|timestamp|order|(?:user|owner|parent|\w+)_?id|is_?active|notes?|language|provider)$/i;

const fieldsNamed = (words: string, { fields }: DataModel): number => {
  const spoken = meaningfulWords(words);
  return fields.filter((field) => !commonFields.test(field.name) && mentions(spoken, field.name)).length;
};

const accountWords = [...meaningfulWords("account profile password register signup login")];

/** Whether a text speaks of a model: by its name, or by fields that only it can have. */
export function concernsModel(words: ReadonlySet<string>, { name, fields }: DataModel): boolean {
  if (mentions(words, name)) return true;
  // Every sentence speaks of users: what touches their records speaks of these.
  if (/^users?$/i.test(name)) return accountWords.some((word) => words.has(word));
  const named = fields.filter((field) => !commonFields.test(field.name) && mentions(words, field.name));
  return (
    named.length >= 2 ||
    named.some(
      (field) => meaningfulWords(field.name.replaceAll("_", " ")).size >= 2 || field.name.length >= 8,
    )
  );
}

/** The models that a text speaks of, the one it says most about first. */
export const modelsOf = (text: string, models: readonly DataModel[]): readonly DataModel[] =>
  models
    .filter((model) => concernsModel(meaningfulWords(text), model))
    .toSorted((one, other) => fieldsNamed(text, other) - fieldsNamed(text, one));

/** True where every word of a name is among a text's words. */
export function mentions(words: ReadonlySet<string>, name: string): boolean {
  const parts = [...meaningfulWords(name.replaceAll("_", " "))];
  return parts.length > 0 && parts.every((part) => words.has(part));
}
