import { posix } from "node:path";
import { partOf } from "./source-lines.ts";
import type { Located, Task } from "./task-list.ts";

/** Splits at commas, but not at those in code, parentheses or braces, and at a word such as `and` between two paths. */
export function splitFiles(value: Located): Located[] {
  const parts = value.text.matchAll(/(?:`[^`]*`|\([^()]{0,300}\)|\{[^{}]{0,300}\}|[^,;\r\n])+/g);
  return [...parts]
    .flatMap(({ 0: part, index }) => splitAtWords(partOf(value, index, index + part.length)))
    .filter(({ text }) => text !== "");
}

/** Each file in `a.ts` and `b.ts`. */
function splitAtWords(part: Located): readonly Located[] {
  const words = [...part.text.matchAll(/(?<=`)\s{0,9}(?:\band\b|[&+/])\s{0,9}(?=`)/g)];
  const starts = [0, ...words.map(({ 0: word, index }) => index + word.length)];
  return starts.map((start, at) => partOf(part, start, words[at]?.index ?? part.text.length));
}

/** Whether a separate word says that the file is deleted: `src/delete-user.ts` is a file to keep. */
export const isDeletion = (text: string): boolean =>
  /(?<![\w/.-])(?:delete[ds]?|remove[ds]?|rm)(?![\w/.-])/i.test(text.replaceAll(/`[^`]*`/g, ""));

/** The path in an entry: the code span if there is one, else the text before a note. */
export function pathIn(text: string): string {
  const code = /`([^`]+)`/.exec(text)?.[1];
  return code ?? text.replace(/\s+(?:[-–—:]|\().*$/s, "").trim();
}

/** The paths in a task's Files that exist after the task: neither deleted files nor prose. */
export const filePathsOf = ({ files }: Task): readonly string[] => {
  const kept = files.filter(({ deleted }) => !deleted).map(({ text }) => plainPath(text));
  return [...new Set(kept.filter(isPath))];
};

const ACTION = /^(?:create|add|modify|update|edit|change|extend|new|move|rename|delete|remove)[ds]?\b[:\s]*/i;

/** `:12`, `:3-8`, `#L12`, `#L3-L8` */
const LINES = /(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/;

/** The path without an action word, a note or a line number. */
const plainPath = (text: string): string =>
  text
    .replace(ACTION, "")
    .replace(/\s*\(.*$/, "")
    .trim()
    .replace(LINES, "");

/** Text with a folder or an extension, or named like a Makefile; neither an address nor a placeholder such as `various`. */
const isPath = (text: string): boolean =>
  /^(?!\w+:\/\/)[^\s*?<>{}]+$/.test(text) && /[/\\]|\.[A-Za-z0-9]+$|^\.|^[A-Z][a-z]+file$/.test(text);

const PLACEHOLDER =
  /^(?:none|n\/?a|tbd|tba|todo|various|multiple|several|all|any|see|new|existing|same|-+|—|–|\.+)$/i;

/**
 * The files and folders that a task touches, by its Files field, normalized: `./src/a.ts` and `src/a.ts:12` are the
 * same. A pattern counts as the folder that it searches. Includes more than `audit` does, because tasks that might
 * conflict should not run in parallel.
 */
export const touchedPathsOf = ({ files }: Task): readonly string[] =>
  [...new Set(files.flatMap(({ text }) => pathsIn(text)).map(normalizedPath))].filter((path) => path !== "");

function pathsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path.trim());
  if (code.length > 0) return code.filter((path) => !/\s|:\/\//.test(path));
  const words = text
    .replace(ACTION, "")
    .replace(/\([^)]*\)/g, " ")
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^[*_"'[(]+|[*_"'\]),;.!]+$/g, ""));
  const paths = words.filter((word) => /[/\\]|\.[A-Za-z0-9]+$|^\.\w/.test(word) && !word.includes("://"));
  if (paths.length > 0) return paths;
  // Accepts `Makefile`, but not a sentence or `None`.
  const [word = "", ...more] = words.filter(Boolean);
  return more.length > 0 || PLACEHOLDER.test(word) ? [] : [word];
}

/** The same for every spelling of a path: `./src/a.ts`, `src//a.ts`, `src/a.ts:12`. */
export function normalizedPath(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(LINES, "");
  // `src/api` of `src/api/*.ts`; a path that begins with a pattern stays.
  const folder = /^([^*?<>{}]*)\/[^/*?<>{}]*[*?<>{}]/.exec(plain)?.[1];
  return posix.normalize(`/${folder || plain}`).replace(/^\/|\/$/g, "");
}

/** A path with a folder, or a name in backticks, with a file extension. */
const path =
  /`(?<quoted>(?:[\w@.+()[\]-]+\/)*[\w@.+()[\]-]*\w\.[A-Za-z]\w{0,7})(?::\d+)?`|(?<![\w/`:.])(?<bare>(?:[\w@.+-]+\/)+[\w@.+-]*\w\.[A-Za-z]\w{0,7})(?![\w/`])/g;
const fileEnding =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|cs|rb|php|vue|svelte|astro|sql|prisma|json|ya?ml|toml|css|scss|html|md|sh|ipynb|proto|graphql|tf|exs?|dart|txt|xml|gradle|lock)$/i;

/** The distinct files that a text names, in order. */
export function namedFiles(text: string): readonly string[] {
  const found = [...text.matchAll(path)].map(({ groups }) => groups?.["quoted"] ?? groups?.["bare"] ?? "");
  const paths = new Set(found.filter((name) => name.includes("/")));
  // `user.save` is code, and `cart.ts` may be the short name of a path that the text also contains.
  const isFile = (name: string) =>
    paths.has(name) || (fileEnding.test(name) && ![...paths].some((known) => known.endsWith(`/${name}`)));
  return [...new Set(found.filter(isFile))];
}
