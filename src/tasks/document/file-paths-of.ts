import type { Task } from "./task-list.ts";

/** The paths in a task's Files that the task leaves behind: those it deletes, and prose, are none. */
export const filePathsOf = ({ files }: Task): readonly string[] => {
  const kept = files.filter(({ deleted }) => !deleted).map(({ text }) => pathIn(text));
  return [...new Set(kept.filter(isPath))];
};

const ACTION = /^(?:create|add|modify|update|edit|change|extend|new|move|rename)[ds]?\b[:\s]*/i;

/** The path without what is to be done to it, a note, or the line in the file. */
const pathIn = (text: string): string =>
  text
    .replace(ACTION, "")
    .replace(/\s*\(.*$/, "")
    .trim()
    .replace(/:\d+(?:-\d+)?$/, "");

/** Something with a folder or an extension in it, or named as a Makefile is, and no placeholder: `various` is not a file. */
const isPath = (text: string): boolean =>
  /^[^\s*?<>{}]+$/.test(text) && /[/\\]|\.[A-Za-z0-9]+$|^\.|^[A-Z][a-z]+file$/.test(text);
