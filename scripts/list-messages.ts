import { globSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/** Strings that people don't read: SQL, path patterns and words of protocols. */
const UNREAD =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|COMMIT|WITH|FROM|WHERE|SET)\b/i;

/** Modules whose strings are SQL or vocabulary to recognize, not messages. */
const VOCABULARY = /^src\/(database\/migrations|tasks\/generate\/(prd|draft)|browser\/assets)\//;

/**
 * Prints every text in the sources that users see, by file: errors and help of the command, errors of the server,
 * summaries and descriptions of OpenAPI, log messages, and the text of the pages.
 */
function listMessages(): void {
  for (const file of globSync("src/**/*.ts").sort()) {
    if (!VOCABULARY.test(file)) print(file, textsOf(readFileSync(file, "utf8")));
  }
  for (const file of globSync("views/**/*.ejs").sort()) print(file, wordsOf(readFileSync(file, "utf8")));
}

function print(file: string, texts: readonly string[]): void {
  if (texts.length > 0) console.log(`${file}\n${texts.map((text) => `  ${text}`).join("\n")}\n`);
}

/** The string literals and templates of a module that contain several words. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  visit(parseSync(source, { syntax: "typescript" }), texts);
  return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter(isRead);
}

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, texts);
  } else if (typeof node === "object" && node !== null) {
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { raw: string }[] };
    if (type === "ImportDeclaration") return;
    if (type === "StringLiteral" && typeof value === "string") texts.push(value);
    if (type === "TemplateLiteral" && quasis) texts.push(quasis.map(({ raw }) => raw).join("…"));
    for (const child of Object.values(node)) visit(child, texts);
  }
}

const isRead = (text: string): boolean => /[a-z]{2,} [\w"'`$]/i.test(text) && !UNREAD.test(text);

/** The text of a page, without its tags and code. */
const wordsOf = (page: string): string[] =>
  page
    .replace(/<%[\s\S]*?%>/g, " ")
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, " ")
    .split(/<[^>]*>/)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => /[a-z]{2}/i.test(text));

listMessages();
