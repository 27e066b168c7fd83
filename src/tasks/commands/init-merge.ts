import { spawnSync } from "node:child_process";
import { existsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { blockText, findBlock } from "../assistants/marked-block.ts";
import { createFile } from "../file/create-file.ts";
import { gitRoot } from "../file/git-root.ts";
import { readListText } from "../file/list-text.ts";
import { replaceFile } from "../file/replace-file.ts";
import { writableFile } from "../file/writable-file.ts";
import { inputRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";

export interface InitMergeOptions {
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

const markers = { begin: "# groundwork: begin", end: "# groundwork: end" };
const attributes = "**/tasks/tasks-*.md merge=groundwork-tasks";
const section = "merge.groundwork-tasks";
const driver = "tasks merge %O %A %B";

/** Has git merge task lists with `tasks merge`, or no longer. */
export async function initMerge({ remove = false, dryRun = false }: InitMergeOptions): Promise<Report> {
  const root = gitRoot(process.cwd());
  if (root === undefined)
    throw inputRefusal("no-repository", "A merge driver needs a git repository. Run: git init");
  const file = join(root, ".gitattributes");
  const before = existsSync(file) ? readListText(file) : null;
  const after = remove ? withoutBlock(before) : withBlock(before ?? "");
  const args = remove ? ["config", "--remove-section", section] : ["config", `${section}.driver`, driver];
  const command = ["git", ...args.map((word) => (word.includes(" ") ? `"${word}"` : word))].join(" ");
  const json = { root, path: ".gitattributes", command, remove };
  if (dryRun) {
    const { unifiedDiff } = await import("../editing/unified-diff.ts");
    const diff = unifiedDiff(file, before ?? "", after ?? "");
    return { json: { ...json, diff }, text: [diff, command].filter(Boolean).join("\n") };
  }
  if (before !== after) write(file, before, after);
  const { status, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  // Without the section there is nothing to take out.
  if (status !== 0 && !remove) throw inputRefusal("git-failed", `${command} failed: ${stderr.trim()}`);
  return { json, text: `${actionOf(before, after).padEnd(9)}  .gitattributes\nran        ${command}` };
}

function actionOf(before: string | null, after: string | null): string {
  if (before === after) return "unchanged";
  return after === null ? "removed" : "written";
}

function withBlock(text: string): string {
  const block = findBlock(text, markers);
  const own = blockText(attributes, markers, text);
  if (block) return block.before + own + block.after;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text === "" || text.endsWith("\n") ? text : text + eol}${own}${eol}`;
}

/** Null where nothing else is in the file. */
function withoutBlock(text: string | null): string | null {
  const block = text === null ? null : findBlock(text, markers);
  if (!block) return text;
  const rest = block.before + block.after.replace(/^\r?\n/, "");
  return rest === "" ? null : rest;
}

function write(file: string, before: string | null, after: string | null): void {
  if (after === null) unlinkSync(writableFile(file));
  else if (before === null) createFile(file, after);
  else replaceFile(writableFile(file), after);
}
