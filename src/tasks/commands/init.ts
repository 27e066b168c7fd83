import { rmdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { actions } from "../assistants/actions.ts";
import { assistantNames } from "../assistants/assistant-names.ts";
import type { Assistant } from "../assistants/assistants.ts";
import { assistants } from "../assistants/assistants.ts";
import type { PlannedFile } from "../assistants/plan-files.ts";
import { isUsed, planFiles, planRemoval } from "../assistants/plan-files.ts";
import { createFile, requireFolder } from "../file/create-file.ts";
import { isSameFolder } from "../file/find-list.ts";
import { gitRoot } from "../file/git-root.ts";
import { replaceFile } from "../file/replace-file.ts";
import { isSystemError } from "../file/system-error.ts";
import { writableFile } from "../file/writable-file.ts";
import { inputRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { canAsk } from "../terminal/can-ask.ts";

export interface InitOptions {
  readonly assistant?: readonly string[];
  readonly remove?: boolean;
  /** Sets up the merge driver, and no assistant. */
  readonly merge?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Writes the assistants' command files for the workflow, or takes them out again; whatever else is in them stays. */
export async function init(options: InitOptions): Promise<Report> {
  if (options.merge) return (await import("./init-merge.ts")).initMerge(options);
  const root = gitRoot(process.cwd()) ?? process.cwd();
  refuseHome(root, options);
  const chosen = await chooseAssistants(root, options);
  // All are planned before any is written: a file of somebody else's, or one that is read-only, stops the whole.
  const files = chosen.flatMap((assistant) => (options.remove ? planRemoval : planFiles)(root, assistant));
  const changed = files.filter(({ before, after }) => before !== after);
  for (const file of changed) requireWritable(root, file);
  if (options.dryRun) return reportDiff(root, files);
  for (const file of changed) carryOut(root, file);
  const json = { root, assistants: chosen.map(({ name }) => name), files: files.map(presentFile) };
  return { json, text: describe(files, chosen, options) };
}

/** Command files in the home folder hold for every project of the user, so that has to be meant. */
function refuseHome(root: string, { assistant, remove }: InitOptions): void {
  if (remove || assistant !== undefined || !isSameFolder(root, homedir())) return;
  const names = assistantNames.join(", ");
  throw inputRefusal(
    "home-folder",
    `${root} is your home folder, where command files apply to all your projects. Run this in a project, or name an assistant with --assistant (${names}).`,
  );
}

async function chooseAssistants(root: string, options: InitOptions): Promise<readonly Assistant[]> {
  const named = (options.assistant ?? []).flatMap((names) => names.split(","));
  if (named.length > 0) return [...new Set(named)].map(assistantNamed);
  const all = Object.values(assistants);
  if (options.remove) return all;
  if (canAsk(options)) {
    const { chooseSome } = await import("../terminal/ask.ts");
    const choices = all.map(({ name, title }) => ({ value: name, label: title }));
    const answers = await chooseSome("Which assistants work here?", choices);
    if (answers.length > 0) return answers.map(assistantNamed);
  }
  const used = all.filter((assistant) => isUsed(root, assistant));
  if (used.length > 0) return used;
  const names = assistantNames.join(", ");
  throw inputRefusal(
    "no-assistant",
    `No assistant is seen in ${root}: name one with --assistant (${names}).`,
  );
}

function assistantNamed(words: string): Assistant {
  const name = assistantNames.find((known) => known === words.trim().toLowerCase());
  if (name !== undefined) return assistants[name];
  throw inputRefusal(
    "unknown-assistant",
    `"${words}" is no assistant that is known: it is one of ${assistantNames.join(", ")}.`,
  );
}

function requireWritable(root: string, { path, before }: PlannedFile): void {
  const file = join(root, path);
  if (before === null) requireFolder(file);
  else writableFile(file);
}

function carryOut(root: string, { path, before, after }: PlannedFile): void {
  const file = join(root, path);
  if (after === null) removeFile(root, file);
  else if (before === null) createFile(file, after);
  else replaceFile(writableFile(file), after);
}

/** Takes the file away, and the folders above it that hold nothing any more. */
function removeFile(root: string, file: string): void {
  unlinkSync(writableFile(file));
  for (let folder = dirname(file); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (isSystemError(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) return;
      throw error;
    }
  }
}

async function reportDiff(root: string, files: readonly PlannedFile[]): Promise<Report> {
  const { unifiedDiff } = await import("../editing/unified-diff.ts");
  const diff = files
    .map(({ path, before, after }) => unifiedDiff(join(root, path), before ?? "", after ?? ""))
    .filter((text) => text !== "")
    .join("\n");
  return { json: { root, files: files.map(presentFile), diff }, text: diff };
}

const presentFile = (file: PlannedFile) => ({
  assistant: file.assistant.name,
  path: file.path,
  action: actionOf(file),
});

function actionOf({ before, after }: PlannedFile): string {
  if (before === after) return "unchanged";
  if (after === null) return "removed";
  return before === null ? "written" : "updated";
}

function describe(
  files: readonly PlannedFile[],
  chosen: readonly Assistant[],
  { remove }: InitOptions,
): string {
  if (files.length === 0) return "There is nothing of tasks init here.";
  const lines = files.map((file) => `${actionOf(file).padEnd(9)}  ${file.path}`);
  const calls = remove
    ? []
    : chosen.map((assistant) => `${assistant.title}: ${actions.map(assistant.call).join("  ")}`);
  return [...lines, ...calls].join("\n");
}
