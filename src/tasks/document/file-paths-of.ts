import type { Task } from "./task-list.ts";

/** The paths in a task's Files that the task leaves behind: those it deletes, and prose, are none. */
export const filePathsOf = ({ files }: Task): readonly string[] => [
  ...new Set(files.flatMap(({ text }) => pathsIn(text))),
];

const DELETES = /\b(?:delete[ds]?|remove[ds]?|rm)\b/i;
const ACTION = /^(?:create|add|modify|update|edit|change|extend|new|move|rename)[ds]?\b[:\s]*/i;

function pathsIn(text: string): readonly string[] {
  if (DELETES.test(text.replaceAll(/`[^`]*`/g, ""))) return [];
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
  const candidates = code.length > 0 ? code : [withoutAction(text)];
  return candidates.map((path) => path.trim().replace(/:\d+(?:-\d+)?$/, "")).filter(isPath);
}

const withoutAction = (text: string): string => text.replace(ACTION, "").replace(/\s*\(.*$/, "");

/** Something with a folder or an extension in it, and no placeholder: `None` and `various` are no files. */
const isPath = (text: string): boolean =>
  /^[^\s*?<>{}]+$/.test(text) && /[/\\]|\.[A-Za-z0-9]+$|^\./.test(text);
