import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { wordsOf } from "../../../src/tasks/generate/draft/language.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const source = readFileSync(
  join(import.meta.dirname, "../../../src/tasks/generate/draft/templates.ts"),
  "utf8",
);
/** The words of the templates themselves, without those between `${` and `}`. */
const templateWords = new Set([
  // The reader calls a requirement without an id `Requirement 3`, and a field with a question mark optional.
  "requirement",
  "optional",
  ...[...source.matchAll(/`([^`]*)`/g)].flatMap(([, text = ""]) =>
    contentWords(text.replaceAll(/\$\{[^}]*\}/g, " ").replaceAll(/[$"{}]/g, " ")),
  ),
]);

/** Lemmas and words as written of what is no function word, mark or number. */
function contentWords(text: string): readonly string[] {
  return wordsOf(text.replaceAll("`", " ").replaceAll(/\\(?=\W)/g, ""))
    .filter(({ tag }) => ["NOUN", "PROPN", "VERB", "ADJ", "ADV"].includes(tag))
    .map(({ text: word }) => word.toLowerCase())
    .filter((word) => /\p{L}/u.test(word));
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
  it("has a template list of at most 120 content words", () => {
    expect(templateWords.size).toBeGreaterThan(10);
    expect(templateWords.size).toBeLessThanOrEqual(120);
  });

  it.each(files)("of %s has no content word that is neither the PRD's nor a template's", (file) => {
    const text = readFileSync(file, "utf8");
    const prd = readPrdModel(text, "x.md");
    const written = text.toLowerCase();
    const said = draftTasks(prd)
      .flatMap(({ tasks }) => tasks)
      .flatMap(({ title, steps, verification }) => [title, ...steps, ...verification]);
    const added = said
      .flatMap(contentWords)
      .filter((word) => !written.includes(word) && !templateWords.has(word));
    expect([...new Set(added)]).toEqual([]);
  });
});
