import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { blockText, findBlock } from "../assistants/marked-block.ts";
import { readListText } from "../list-file/list-text.ts";
import { gitRoot } from "../list-file/paths.ts";
import { inputRefusal } from "../refusal.ts";

/** The setup of the merge driver: a block in .gitattributes, and the driver in git's configuration. */
export interface MergeSetup {
  readonly path: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null to delete the file. */
  readonly after: string | null;
  /** The arguments of git; null if its configuration does not change. */
  readonly config: readonly string[] | null;
}

const path = ".gitattributes";
const markers = { begin: "# groundwork: begin", end: "# groundwork: end" };
const attributes = "**/tasks/tasks-*.md merge=groundwork-tasks";
const section = "merge.groundwork-tasks";
const driver = "tasks merge %O %A %B";

/** @throws Refusal outside git. */
export function planMergeSetup(root: string): MergeSetup {
  if (gitRoot(root) === undefined)
    throw inputRefusal("no-repository", "A merge driver needs a git repository. Run: git init");
  const before = textAt(root);
  return { path, before, after: withBlock(before ?? ""), config: ["config", `${section}.driver`, driver] };
}

/** Null if there is nothing to remove. */
export function planMergeRemoval(root: string): MergeSetup | null {
  if (gitRoot(root) === undefined) return null;
  const before = textAt(root);
  const after = withoutBlock(before);
  const isConfigured = git(root, ["config", "--local", "--get-regexp", `^${section}\\.`]).status === 0;
  if (before === after && !isConfigured) return null;
  return { path, before, after, config: isConfigured ? ["config", "--remove-section", section] : null };
}

/** @throws Refusal if git fails. */
export function configureGit(root: string, config: readonly string[]): void {
  const { status, stderr, error } = git(root, config);
  if (status === 0) return;
  throw inputRefusal("git-failed", `${commandOf(config)} failed: ${error?.message ?? stderr.trim()}`);
}

/** The command line as typed in a shell. */
export const commandOf = (config: readonly string[]): string =>
  ["git", ...config.map((word) => (word.includes(" ") ? `"${word}"` : word))].join(" ");

const git = (root: string, args: readonly string[]) =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" });

const textAt = (root: string): string | null =>
  existsSync(join(root, path)) ? readListText(join(root, path)) : null;

function withBlock(text: string): string {
  const block = findBlock(text, markers);
  const own = blockText(attributes, markers, text);
  if (block) return block.before + own + block.after;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text === "" || text.endsWith("\n") ? text : text + eol}${own}${eol}`;
}

/** Null if the file holds nothing else. */
function withoutBlock(text: string | null): string | null {
  const block = text === null ? null : findBlock(text, markers);
  if (!block) return text;
  const rest = block.before + block.after.replace(/^\r?\n/, "");
  return rest === "" ? null : rest;
}
