import { posix } from "node:path";
import type { Task } from "../document/task-list.ts";

const PLACEHOLDER =
  /^(?:none|n\/?a|tbd|tba|todo|various|multiple|several|all|any|see|new|existing|same|-+|—|–|\.+)$/i;
const ACTION = /^(?:create|add|modify|update|edit|change|extend|new|move|rename|delete|remove)[ds]?\b[:\s]*/i;

/**
 * The files and folders that a task touches, by its Files field, each in one spelling: `./src/a.ts` and
 * `src/a.ts:12` are the same. A pattern counts as the folder that it searches. More inclusive than `audit`, because
 * tasks that might conflict should not run at the same time.
 */
export const touchedPathsOf = ({ files }: Task): readonly string[] =>
  [...new Set(files.flatMap(({ text }) => pathsIn(text)).map(normalized))].filter((path) => path !== "");

function pathsIn(text: string): readonly string[] {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path.trim());
  if (code.length > 0) return code.filter((path) => !/\s|:\/\//.test(path));
  const words = withoutAsides(text)
    .split(/[\s,;]+/)
    .map(withoutPunctuation);
  const paths = words.filter((word) => /[/\\]|\.[A-Za-z0-9]+$|^\.\w/.test(word) && !word.includes("://"));
  if (paths.length > 0) return paths;
  // `Makefile`, but no sentence and no `None`.
  const [word = "", ...more] = words.filter(Boolean);
  return more.length > 0 || PLACEHOLDER.test(word) ? [] : [word];
}

const withoutAsides = (text: string): string => text.replace(ACTION, "").replace(/\([^)]*\)/g, " ");

const withoutPunctuation = (word: string): string => word.replace(/^[*_"'[(]+|[*_"'\]),;.!]+$/g, "");

function normalized(path: string): string {
  const plain = path.replaceAll("\\", "/").replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, "");
  const folder = withoutPattern(plain);
  return posix.normalize(`/${folder || plain}`).replace(/^\/|\/$/g, "");
}

/** `src/api` of `src/api/*.ts`; empty where the pattern comes first. */
function withoutPattern(path: string): string {
  const segments = path.split("/");
  const first = segments.findIndex((segment) => /[*?<>{}]/.test(segment));
  return first === -1 ? path : segments.slice(0, first).join("/");
}
