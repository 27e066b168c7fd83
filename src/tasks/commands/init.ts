import { spawnSync } from "node:child_process";
import { rmdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { actions } from "../assistants/actions.ts";
import type { Assistant } from "../assistants/assistants.ts";
import { assistantNames, assistants, blocksFor, isUsed } from "../assistants/assistants.ts";
import type { OwnBlock, PlannedFile } from "../assistants/plan-files.ts";
import { planRemoval, planWriting } from "../assistants/plan-files.ts";
import type { Report } from "../cli/reporting/report.ts";
import { canAsk } from "../cli/terminal/paint.ts";
import { isSameFolder } from "../list-file/find-list.ts";
import { gitRoot } from "../list-file/paths.ts";
import { createFile, replaceFile, requireFolder, writableFile } from "../list-file/replace-file.ts";
import { inputRefusal, isSystemError } from "../refusal.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "init",
  summary:
    "write an assistant's command files for this workflow (default: the assistants found in this project)",
  options: {
    assistant: {
      value: "name",
      summary: "the assistant to write for; repeatable",
      choices: assistantNames,
      isRepeatable: true,
    },
    merge: { summary: "instead have git merge task lists with tasks merge" },
    remove: {
      summary: "remove only what this command wrote: all of it, or the part named by --assistant or --merge",
    },
    ...dryRun,
  },
  examples: ["tasks init --assistant claude", "tasks init --remove --dry-run"],
} as const satisfies Declaration;

type InitOptions = OptionsOf<typeof declaration>;

/**
 * Writes the assistants' command files for the workflow, or the merge driver, or removes them. Everything else in these
 * files stays.
 */
export const init = operation(declaration, async (options) => {
  const root = gitRoot(process.cwd()) ?? process.cwd();
  const chosen = options.merge ? [] : await chooseAssistants(root, options);
  const driver = isAboutMerge(options) && requireGit(root, options);
  const blocks = [...chosen.flatMap(blocksFor), ...(driver ? [attributes] : [])];
  // All changes are planned before any is written, so that a foreign or read-only file stops everything.
  const files = blocks.flatMap((block) => (options.remove ? planRemoval : planWriting)(root, block));
  const changed = files.filter(({ before, after }) => before !== after);
  for (const file of changed) requireWritable(root, file);
  const config = driver ? configOf(root, options) : null;
  const command = config && commandOf(config);
  if (options.dryRun) return reportDiff(root, files, command);
  for (const file of changed) carryOut(root, file);
  if (config) configureGit(root, config);
  const names = chosen.map(({ name }) => name);
  const json = { root, assistants: names, files: files.map(presentFile), command };
  return { json, text: describe(files, chosen, command, options) };
});

/** Without an assistant, `--remove` removes the merge driver too. With one, it removes only its files. */
const isAboutMerge = ({ merge, remove, assistant }: InitOptions): boolean =>
  merge === true || (remove === true && assistant === undefined);

/** @throws Refusal if the merge driver is to be set up outside git. Outside git, there is none to remove. */
function requireGit(root: string, { remove }: InitOptions): boolean {
  if (gitRoot(root) !== undefined) return true;
  if (remove) return false;
  throw inputRefusal("no-repository", "A merge driver needs a git repository. Run: git init");
}

const attributes: OwnBlock = {
  assistant: null,
  path: ".gitattributes",
  head: null,
  body: "**/tasks/tasks-*.md merge=groundwork-tasks",
  markers: { begin: "# groundwork: begin", end: "# groundwork: end" },
};
const section = "merge.groundwork-tasks";
// After any other exit code (127 without `tasks` on the PATH) the file still holds our side only, and the next commit would
// lose theirs. git then merges by line.
const driverCommand =
  "tasks merge %O %A %B; s=$?; [ $s -le 1 ] && exit $s; " +
  "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B";

/** The arguments of git; null if its configuration does not change. */
function configOf(root: string, { remove }: InitOptions): readonly string[] | null {
  if (!remove) return ["config", `${section}.driver`, driverCommand];
  const isConfigured = git(root, ["config", "--local", "--get-regexp", `^${section}\\.`]).status === 0;
  return isConfigured ? ["config", "--remove-section", section] : null;
}

/** Command files in the home folder apply to all projects of the user, so an assistant has to be named. */
function refuseHome(root: string, { assistant, remove }: InitOptions): void {
  if (remove || assistant !== undefined || !isSameFolder(root, homedir())) return;
  const names = assistantNames.join(", ");
  throw inputRefusal(
    "home-folder",
    `${root} is your home folder, where command files apply to all your projects. Run this in a project, or name an assistant with --assistant (${names}).`,
  );
}

async function chooseAssistants(root: string, options: InitOptions): Promise<readonly Assistant[]> {
  refuseHome(root, options);
  const named = (options.assistant ?? []).flatMap((names) => names.split(","));
  if (named.length > 0) return [...new Set(named)].map(assistantNamed);
  const all = Object.values(assistants);
  if (options.remove) return all;
  if (canAsk(options)) {
    const { chooseSome } = await import("../cli/terminal/ask.ts");
    const choices = all.map(({ name, title }) => ({ value: name, label: title }));
    const answers = await chooseSome("Which assistants work here?", choices);
    if (answers.length > 0) return answers.map(assistantNamed);
  }
  const used = all.filter((assistant) => isUsed(root, assistant));
  if (used.length > 0) return used;
  const names = assistantNames.join(", ");
  throw inputRefusal(
    "no-assistant",
    `No assistant was found in ${root}: name one with --assistant (${names}).`,
  );
}

function assistantNamed(words: string): Assistant {
  const name = assistantNames.find((known) => known === words.trim().toLowerCase());
  if (name !== undefined) return assistants[name];
  throw inputRefusal(
    "unknown-assistant",
    `"${words}" is not a known assistant: use one of ${assistantNames.join(", ")}.`,
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

/** Deletes the file, and the folders above it that are empty then. */
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

async function reportDiff(
  root: string,
  files: readonly PlannedFile[],
  command: string | null,
): Promise<Report> {
  const { unifiedDiff } = await import("../list-file/editing/unified-diff.ts");
  const diff = files
    .map(({ path, before, after }) => unifiedDiff(join(root, path), before ?? "", after ?? ""))
    .filter((text) => text !== "")
    .join("\n");
  const text = [diff, command].filter(Boolean).join("\n");
  return { json: { root, files: files.map(presentFile), command, diff }, text };
}

const presentFile = (file: PlannedFile) => ({
  assistant: file.assistant,
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
  command: string | null,
  { remove }: InitOptions,
): string {
  if (files.length === 0 && command === null) return "tasks init has written nothing here.";
  const lines = files.map((file) => `${actionOf(file).padEnd(9)}  ${file.path}`);
  const calls = remove
    ? []
    : chosen.map((assistant) => `${assistant.title}: ${actions.map(assistant.call).join("  ")}`);
  return [...lines, ...(command ? [`ran        ${command}`] : []), ...calls].join("\n");
}

/** @throws Refusal if git fails. */
function configureGit(root: string, config: readonly string[]): void {
  const { status, stderr, error } = git(root, config);
  if (status === 0) return;
  throw inputRefusal("git-failed", `${commandOf(config)} failed: ${error?.message ?? stderr.trim()}`);
}

/** The command line as typed in a shell. */
const commandOf = (config: readonly string[]): string =>
  ["git", ...config.map((word) => (word.includes(" ") ? `'${word}'` : word))].join(" ");

const git = (root: string, args: readonly string[]) =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" });
