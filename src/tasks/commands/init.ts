import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { AssistantName } from "../assistants/assistants.ts";
import { assistantNames, assistants, blocksFor, callsOf, isUsed } from "../assistants/assistants.ts";
import type { OwnBlock, PlannedFile } from "../assistants/plan-files.ts";
import { carryOut, planRemoval, planWriting, requireWritable } from "../assistants/plan-files.ts";
import { unifiedDiff } from "../list-file/editing/unified-diff.ts";
import { gitRoot, isHomeFolder, projectRoot, relativePath } from "../list-file/paths.ts";
import { inputRefusal } from "../refusal.ts";
import { chooseSome } from "../terminal/ask.ts";
import { canAsk } from "../terminal/paint.ts";
import { shellWord } from "../terminal/words.ts";
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

export const init = operation(declaration, async (options) => {
  const { remove = false } = options;
  const root = projectRoot(process.cwd());
  const chosen = options.merge ? [] : await chooseAssistants(root, options);
  const driver = isAboutMerge(root, options);
  const blocks = [...chosen.flatMap(blocksFor), ...(driver ? [attributes] : [])];
  // All changes are planned before any is written, so that a foreign or read-only file stops everything.
  const files = blocks.flatMap((block) => (remove ? planRemoval : planWriting)(root, block));
  const changed = files.filter(({ before, after }) => before !== after);
  for (const file of changed) requireWritable(root, file);
  const config = driver ? configOf(root, remove) : null;
  const command = config && commandOf(config);
  const json = { root, assistants: chosen, files: files.map(presentFile), command };
  if (options.dryRun) {
    const diffs = await Promise.all(
      changed.map(({ path, before, after }) => unifiedDiff(join(root, path), before ?? "", after ?? "")),
    );
    const diff = diffs.join("\n");
    return { json: { ...json, diff }, text: [diff, command].filter(Boolean).join("\n") };
  }
  for (const file of changed) carryOut(root, file);
  if (config) configureGit(root, config);
  const lines = [
    ...json.files.map(({ action, path }) => `${action.padEnd(9)}  ${relativePath(join(root, path))}`),
    ...(command ? [`ran        ${command}`] : []),
    ...(remove ? [] : chosen.map((name) => `${assistants[name].title}: ${callsOf(name).join("  ")}`)),
  ];
  return { json, text: lines.join("\n") || "tasks init has written nothing here." };
});

/**
 * Without an assistant, `--remove` removes the merge driver too. With one, it removes only its files.
 * @throws Refusal if the merge driver is to be set up outside git. Outside git, there is none to remove.
 */
function isAboutMerge(root: string, { merge, remove, assistant }: InitOptions): boolean {
  if (!merge && !(remove && assistant === undefined)) return false;
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
// git runs this at the top of the worktree, where an installation of the project has its commands. Where `tasks` is not
// found, or ends without a result, the file still holds our side only, and the next commit would lose theirs: git then
// merges by line. An exit code of 1 counts only with a marker, because Node.js also ends with it, for example if it is too old.
const driverCommand =
  "PATH=node_modules/.bin:$PATH tasks merge %O %A %B %P; s=$?; [ $s = 0 ] && exit; " +
  '[ $s = 1 ] && grep -q "^<<<<<<<" %A && exit 1; ' +
  "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B";

/** The arguments of git; null if its configuration does not change. */
function configOf(root: string, remove: boolean): readonly string[] | null {
  if (!remove) return ["config", `${section}.driver`, driverCommand];
  const isConfigured = git(root, ["config", "--local", "--get-regexp", `^${section}\\.`]).status === 0;
  return isConfigured ? ["config", "--remove-section", section] : null;
}

/** @throws Refusal if git fails. */
function configureGit(root: string, config: readonly string[]): void {
  const { status, stderr, error } = git(root, config);
  if (status !== 0)
    throw inputRefusal("git-failed", `${commandOf(config)} failed: ${error?.message ?? stderr.trim()}`);
}

/** The command line as typed in a shell. */
const commandOf = (config: readonly string[]): string => ["git", ...config].map(shellWord).join(" ");

const git = (root: string, args: readonly string[]) =>
  spawnSync("git", args, { cwd: root, encoding: "utf8" });

const known = assistantNames.join(", ");

async function chooseAssistants(root: string, options: InitOptions): Promise<readonly AssistantName[]> {
  const named = (options.assistant ?? []).flatMap((names) => names.split(","));
  if (named.length > 0) return [...new Set(named)].map(assistantNamed);
  if (options.remove) return assistantNames;
  if (isHomeFolder(root)) {
    throw inputRefusal(
      "home-folder",
      `${root} is your home folder, where command files apply to all your projects. Run this in a project, or name an assistant with --assistant (${known}).`,
    );
  }
  const used = assistantNames.filter((name) => isUsed(root, name));
  if (canAsk(options)) {
    const choices = assistantNames.map((value) => ({ value, label: assistants[value].title }));
    const answers = await chooseSome("Which assistants work here?", choices, used);
    if (answers.length > 0) return answers.map(assistantNamed);
    throw inputRefusal("cancelled", "No assistant was chosen: nothing was written.");
  }
  if (used.length > 0) return used;
  throw inputRefusal(
    "no-assistant",
    `No assistant was found in ${root}: name one with --assistant (${known}).`,
  );
}

function assistantNamed(words: string): AssistantName {
  const name = assistantNames.find((one) => one === words.trim().toLowerCase());
  if (name !== undefined) return name;
  throw inputRefusal("unknown-assistant", `"${words}" is not a known assistant: use one of ${known}.`);
}

function presentFile({ assistant, path, before, after }: PlannedFile) {
  const changed = after === null ? "removed" : before === null ? "written" : "updated";
  return { assistant, path, action: before === after ? "unchanged" : changed };
}
