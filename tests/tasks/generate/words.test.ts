import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { wordsOf } from "../../../src/tasks/generate/draft/language.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdText, sanePrd } from "./generated-prds.ts";

const source = readFileSync(
  join(import.meta.dirname, "../../../src/tasks/generate/draft/templates.ts"),
  "utf8",
);
/** The words of the templates, without the code between `${` and `}`. */
const templateWords = new Set([
  // The reader adds `Requirement 3` for a requirement without an id, and `optional` for a field with a question mark.
  "requirement",
  "optional",
  ...[...source.matchAll(/`([^`]*)`/g)].flatMap(([, text = ""]) =>
    contentWords(text.replaceAll(/\$\{[^}]*\}/g, " ").replaceAll(/[$"{}]/g, " ")),
  ),
]);

/** The content words of a text, each with its lemma: no function words, punctuation or numbers. */
function taggedContent(text: string): readonly { readonly word: string; readonly lemma: string }[] {
  return wordsOf(text.replaceAll(/[`:/]/g, " ").replaceAll(/\\(?=\W)/g, ""))
    .filter(({ tag }) => ["NOUN", "PROPN", "VERB", "ADJ", "ADV"].includes(tag))
    .flatMap(({ text: word, lemma }) => plainWords(word).map((one) => ({ word: one, lemma })));
}

function plainWords(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}

function contentWords(text: string): readonly string[] {
  return taggedContent(text).map(({ word }) => word);
}

/** The content words in a draft's titles, steps and criteria that are neither in the PRD nor in a template. */
function addedWords(source: string): readonly string[] {
  const lemmas = source.split("\n").flatMap((line) => wordsOf(line).map(({ lemma }) => lemma));
  const known = new Set([...plainWords(source), ...lemmas, ...templateWords]);
  const said = draftTasks(readPrdModel(source, "x.md"))
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ title, steps, verification }) => [title, ...steps, ...verification]);
  const added = said
    .flatMap(taggedContent)
    .filter(({ word, lemma }) => !known.has(word) && !known.has(lemma));
  return [...new Set(added.map(({ word }) => word))];
}

const fixtures = join(import.meta.dirname, "../../fixtures/prds");
const corpus = join(process.env["CORPUS_DIR"] ?? "", "prds");
const folders = [
  fixtures,
  ...(process.env["CORPUS_DIR"] !== undefined && existsSync(corpus) ? [corpus] : []),
];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

describe("a draft", () => {
  it("adds at most 120 different content words from templates", () => {
    expect(templateWords.size).toBeGreaterThan(10);
    expect(templateWords.size).toBeLessThanOrEqual(120);
  });

  it.each(files)("of %s has only content words from the PRD or a template", (file) => {
    expect(addedWords(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("of a generated PRD has only content words from the PRD or a template", () => {
    fc.assert(
      fc.property(fc.oneof(prdText, sanePrd), (source) => {
        expect(addedWords(source)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
