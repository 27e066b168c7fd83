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
  const words = [...part.text.matchAll(wordBetweenPaths)];
  const starts = [0, ...words.map(({ 0: word, index }) => index + word.length)];
  return starts.map((start, at) => partOf(part, start, words[at]?.index ?? part.text.length));
}

/** Between two code spans, or between two words with a dot or a slash, but not in a note in parentheses. */
const wordBetweenPaths =
  /(?<=`)\s{0,9}(?:\band\b|[&+/])\s{0,9}(?=`)|(?<=[./][\w-]{1,40}`?)\s{1,9}(?:and|[&+/])(?<!\([^()]{0,300})\s{1,9}(?=`?[^\s`]*[./]\w)/g;

/** Whether a separate word says that the file is deleted: `src/delete-user.ts` is a file to keep. */
export const isDeletion = (text: string): boolean =>
  /(?<![\w/.-])(?:delete[ds]?|remove[ds]?|rm)(?![\w/.-])/i.test(text.replaceAll(/`[^`]*`/g, ""));

/** The path in an entry: the code span if there is one, else a quotation, a link, or the text before a note. */
export function pathIn(text: string): string {
  const marked = /`([^`]+)`/.exec(text) ?? /^["'“]([^"'“”]+)["'”]/.exec(text);
  const [, words = "", target] = /^\[([^\]]+)\]\(([^()\s]+)\)/.exec(text) ?? [];
  const linked = isPath(words) ? words : target;
  return marked?.[1] ?? linked ?? text.replace(/\s+[-–—:(].*$/s, "").trim();
}

/** The form's mark behind a path that the task creates. */
export const proposedMark = /\(proposed\)$/i;

/** The paths in a task's Files that exist after the task: neither deleted files nor prose. */
export const filePathsOf = ({ files }: Task): readonly string[] => {
  const kept = files.filter(({ deleted }) => !deleted).map(({ text }) => plainPath(text));
  return [...new Set(kept.filter(isPath))];
};

const actionWord =
  /^(?:create|add|modify|update|edit|change|extend|new|move|rename|delete|remove)[ds]?\b[:\s]*/i;

/** The path without an action word, a note or a line number. */
const plainPath = (text: string): string =>
  text
    .replace(actionWord, "")
    .replace(/\s*\(.*$/, "")
    .trim()
    .replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, "");

/** Text with a folder or an extension, or named like a Makefile; neither an address nor a placeholder such as `various`. */
const isPath = (text: string): boolean =>
  /^(?!\w+:\/\/)[^\s*?<>{}]+$/.test(text) && /[/\\]|\.[A-Za-z0-9]+$|^\.|^[A-Z][a-z]+file$/.test(text);

/**
 * The files and folders that a task touches, by its Files field, normalized. A pattern counts as the folder that it
 * searches, and a deleted file counts too, because tasks that might conflict should not run in parallel.
 */
export const touchedPathsOf = ({ files }: Task): readonly string[] => {
  const paths = files.map(({ text }) => folderOfPattern(plainPath(text))).filter(isPath);
  return [...new Set(paths.map(normalizedPath))];
};

/** `src/api` of `src/api/*.ts`. */
const folderOfPattern = (path: string): string =>
  /^([^*?<>{}]+)\/[^/*?<>{}]*[*?<>{}]/.exec(path)?.[1] ?? path;

/** The same for every spelling of a path: `./src/a.ts`, `src//a.ts`, `src\a.ts`. */
export const normalizedPath = (path: string): string =>
  posix.normalize(`/${path.replaceAll("\\", "/")}`).replace(/^\/|\/$/g, "");

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
