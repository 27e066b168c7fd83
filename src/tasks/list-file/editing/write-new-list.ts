import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { inputRefusal } from "../../refusal.ts";
import { withListLock } from "../list-lock.ts";
import { readListText } from "../list-text.ts";
import { isWithin, projectRoot, relativePath } from "../paths.ts";
import { createFile, refuseExisting, writableFile } from "../replace-file.ts";
import { replaceUndoably } from "../undo-store.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface NewListOptions {
  readonly assistantDir?: string;
  readonly out?: string;
  readonly stdout?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/** A list that a command has created, and where it went. */
export interface NewList {
  readonly text: string;
  /** Null if it is only printed. */
  readonly target: string | null;
  /** What writing it would change; null without a dry run. */
  readonly diff: string | null;
  readonly isWritten: boolean;
  /** Further notes for the user. */
  readonly notes: readonly string[];
}

/**
 * The path for a new list; null with `stdout`. Called before any work is done.
 * @param remedy what else can be done if a list exists there, as a sentence
 * @throws Refusal if a list exists there and must not be overwritten, or if it is a folder.
 */
export function placeNewList(
  sourcePath: string,
  name: string,
  options: NewListOptions,
  remedy?: string,
): string | null {
  if (options.stdout) return null;
  const { out, assistantDir } = options;
  const target = out ?? shortest(join(folderFor(realpathSync(sourcePath), assistantDir), name));
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw inputRefusal(
      "out-is-folder",
      `${target} is a folder. Name a file with --out, such as ${join(target, name)}.`,
    );
  if (!options.force && !options.dryRun) refuseExisting(target, remedy);
  return target;
}

/**
 * Writes a new list to its target, unless the command only prints or compares it. With `force` it replaces an existing
 * list, which `tasks undo` restores.
 * @throws Refusal if the file can't be written.
 */
export async function settleNewList(
  command: string,
  target: string | null,
  text: string,
  { force, dryRun }: NewListOptions,
): Promise<NewList> {
  const made = { text, target, diff: null, isWritten: true, notes: [] };
  if (target === null) return { ...made, isWritten: false };
  const isThere = existsSync(target);
  if (dryRun) {
    const diff = await unifiedDiff(target, isThere ? readListText(target) : "", text);
    return { ...made, diff, isWritten: false };
  }
  if (!(force && isThere)) {
    createFile(target, text);
    return made;
  }
  const file = writableFile(target);
  const replace = () => replaceUndoably(file, command, readListText(file), text);
  return { ...made, notes: await withListLock(file, replace) };
}

/**
 * The source file's own assistant folder, or that of its repository.
 * @throws Refusal if the name of the assistant's folder is blank or contains `..`.
 */
function folderFor(sourcePath: string, assistantDir: string | undefined): string {
  const folder = dirname(sourcePath);
  const liesInAssistants = basename(folder) === "tasks" && /^\.[^.]/.test(basename(dirname(folder)));
  if (assistantDir === undefined && liesInAssistants) return folder;
  const assistant = assistantDir ?? "claude";
  // Lists are never searched for above the repository's root.
  if (assistant.trim() === "" || assistant.split(/[\\/]/).includes(".."))
    throw inputRefusal(
      "bad-assistant-dir",
      `--assistant-dir takes the name of a folder, such as claude, not "${assistant}": --out PATH writes anywhere.`,
    );
  if (isAbsolute(assistant)) return join(assistant, "tasks");
  const hidden = assistant.startsWith(".") ? assistant : `.${assistant}`;
  return join(projectRoot(folder), hidden, "tasks");
}

/** Relative to the current folder if it is in there. */
const shortest = (path: string): string =>
  isWithin(process.cwd(), resolve(path)) ? relativePath(path) : resolve(path);
