import { existsSync } from "node:fs";
import { join } from "node:path";
import { readListText } from "../file/list-text.ts";
import { inputRefusal } from "../refusal.ts";
import type { Action } from "./actions.ts";
import { actions } from "./actions.ts";
import type { Assistant } from "./assistants.ts";
import { blockText, findBlock } from "./marked-block.ts";

/** What is to become of one command file. */
export interface PlannedFile {
  readonly assistant: Assistant;
  /** Below the root. */
  readonly path: string;
  /** Null where there is none. */
  readonly before: string | null;
  /** Null where there is to be none. */
  readonly after: string | null;
}

/**
 * The files of an assistant with the commands in them. What stands outside the markers stays.
 * @throws Refusal where a file by that name is somebody else's.
 */
export const planFiles = (root: string, assistant: Assistant): readonly PlannedFile[] =>
  actions.map((action) => {
    const path = assistant.path(action);
    const before = textAt(join(root, path));
    return { assistant, path, before, after: textWith(path, before, assistant, action) };
  });

/** The files of an assistant without the commands; one that holds nothing else goes. */
export const planRemoval = (root: string, assistant: Assistant): readonly PlannedFile[] =>
  actions.flatMap((action) => {
    const path = assistant.path(action);
    const before = textAt(join(root, path));
    const block = before === null ? null : findBlock(before, assistant.markers);
    if (before === null || block === null) return [];
    return [
      { assistant, path, before, after: textWithout(block.before, block.after, assistant.head(action)) },
    ];
  });

/** Whether the root shows that an assistant is used. */
export const isUsed = (root: string, { traces }: Assistant): boolean =>
  traces.some((trace) => existsSync(join(root, trace)));

const textAt = (path: string): string | null => (existsSync(path) ? readListText(path) : null);

function textWith(path: string, before: string | null, assistant: Assistant, action: Action): string {
  const { markers } = assistant;
  if (before === null) return `${assistant.head(action)}${blockText(assistant.body(action), markers, "")}\n`;
  const block = findBlock(before, markers);
  if (!block) {
    throw inputRefusal(
      "foreign-file",
      `${path} exists and was not written by tasks init: it was left alone. Rename it, and try again.`,
    );
  }
  return block.before + blockText(assistant.body(action), markers, before) + block.after;
}

/** The front matter of a command that is gone says nothing any more. */
function textWithout(before: string, after: string, head: string): string | null {
  const rest = before + after.replace(/^(?:\r\n|\n|\r)/, "");
  const said = rest.replaceAll(/\r\n|\r/g, "\n").trim();
  return said === "" || said === head.trim() ? null : rest;
}
