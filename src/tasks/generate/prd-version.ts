import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { noteChanges } from "../document/edit/follow-tasks.ts";
import type { Edit } from "../document/edit/revise.ts";
import { prdPath } from "../document/read-task-list.ts";
import type { PrdVersion } from "../document/task-list.ts";
import { askGit, readObject } from "../list-file/git.ts";
import { readListText } from "../list-file/list-text.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { gitRoot, pathBelow, relativePath } from "../list-file/paths.ts";
import { readOwnJson, stateFolder, writeOwnFile } from "../own-folder.ts";
import { inputRefusal, unlessRefused } from "../refusal.ts";

/** Git's name for a text, in a repository of either object format, shortened to twelve digits. */
function blobId(text: string, algorithm: "sha1" | "sha256" = "sha1"): string {
  const bytes = Buffer.from(text);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex").slice(0, 12);
}

/** The first twelve digits of the id that a text of a PRD has in git, which may convert its line endings. */
export function prdId({ path, source }: PrdText): string {
  const file = realpathSync(path);
  const args = ["hash-object", "--stdin", `--path=${basename(file)}`];
  const id = askGit(dirname(file), args, source)?.slice(0, 12);
  // With a filter such as that of Git LFS, the blob is another text.
  return id !== undefined && isVersion(source, id) ? id : blobId(source);
}

/** Whether a text is the version with this id, ignoring line endings. */
export function isVersion(text: string, id: string): boolean {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  const forms = [text, lines, lines.replaceAll("\n", "\r\n")];
  return forms.some((form) => blobId(form) === id || blobId(form, "sha256") === id);
}

interface PrdText {
  readonly path: string;
  readonly source: string;
}

/**
 * Records the version of the PRD that the list now follows under `## Changes`, with further lines on what it leads to.
 * @param day - YYYY-MM-DD
 */
export const noteVersion = (
  prd: PrdText,
  verb: "generated" | "updated",
  day: string,
  further: readonly string[] = [],
): Edit =>
  noteChanges([`${verb} from ${nameInLine(prd.path)} (${prdId(prd)})`, ...further], new Date(`${day}T00:00`));

/** The file name on one line: file names can contain line breaks. */
export const nameInLine = (path: string): string => basename(path).replaceAll(/\p{Cc}+/gu, " ");

/** A saved version of a PRD. */
interface KeptPrd {
  /** The path of the file relative to the root of its repository; null outside of git. */
  readonly path: string | null;
  readonly text: string;
}

/**
 * Saves a copy of a PRD, so that `tasks update` can compare with it later.
 * @returns notes on why it could not be saved: the list is written without the copy.
 */
export function keepPrd(prd: PrdText): readonly string[] {
  const file = realpathSync(prd.path);
  const id = prdId(prd);
  const root = gitRoot(dirname(file));
  const kept: KeptPrd = { path: root === undefined ? null : relative(root, file), text: prd.source };
  const problem = writeOwnFile(fileOf(id), JSON.stringify(kept));
  return problem === undefined
    ? []
    : [`tasks update will have no copy of this PRD to compare with: ${problem}.`];
}

/** The saved version with this id; undefined if it is missing, damaged, or writable by other users. */
function readKeptPrd(id: string): KeptPrd | undefined {
  const { path, text } = readOwnJson(fileOf(id));
  if (typeof text !== "string" || !isVersion(text, id)) return undefined;
  return { path: typeof path === "string" ? path : null, text };
}

const fileOf = (id: string): string => join(stateFolder(), "prds", `${id}.json`);

/** The path of the PRD that a list names, in the folder of the list or where it was at the last update. */
export function findPrd(opened: OpenedList): string | undefined {
  const { path, list } = opened;
  if (list.prd === null) return undefined;
  const named = prdPath(list.prd.value.text);
  const folder = dirname(resolve(path));
  const beside = [join(folder, named), join(folder, basename(named))].find((file) => existsSync(file));
  return beside ?? rememberedPath(opened, basename(named));
}

function rememberedPath({ path, list }: OpenedList, name: string): string | undefined {
  const root = gitRoot(dirname(resolve(path)));
  const id = list.changes?.prdVersion?.id;
  const kept = id === undefined ? undefined : readKeptPrd(id);
  if (root === undefined || kept === undefined || kept.path === null) return undefined;
  const file = join(root, kept.path);
  return basename(file) === name && existsSync(file) ? file : undefined;
}

/** A note that the PRD has changed since the list was last updated; null if it has not, or that is unknown. */
export function changedPrdNote(opened: OpenedList, given?: string): string | null {
  const version = opened.list.changes?.prdVersion;
  const path = version ? (given ?? findPrd(opened)) : undefined;
  if (!version || path === undefined) return null;
  // The command that opens the PRD reports why it can't be read.
  if (unlessRefused(() => isVersion(readListText(path), version.id), true)) return null;
  return `${relativePath(path)} has changed since the list was made from it. To bring the list up to date: tasks update`;
}

/** The version of a PRD that a list was made from, and where it was found. */
export interface BasePrd {
  readonly source: string;
  readonly name: string;
  readonly from: "copy" | "git" | "file" | "revision";
}

/**
 * Finds the version of a PRD that a list was made from: the file or revision named by `from`, else the version recorded
 * in the list, from a saved copy or from git. Undefined if it is not found.
 * @throws Refusal if `from` is neither a file nor a revision that contains the PRD.
 */
export function findBase(
  prdPath: string,
  version: PrdVersion | null,
  from: string | undefined,
): BasePrd | undefined {
  const name = version?.name ?? basename(prdPath);
  if (from !== undefined) return namedBase(prdPath, name, from);
  if (version === null) return undefined;
  const kept = readKeptPrd(version.id);
  if (kept !== undefined) return { source: kept.text, name, from: "copy" };
  const text = readObject(folderOf(prdPath), version.id);
  // Git accepts an abbreviated id of any object, so the text is checked against the recorded id.
  return text !== null && isVersion(text, version.id) ? { source: text, name, from: "git" } : undefined;
}

function namedBase(prdPath: string, name: string, from: string): BasePrd {
  if (existsSync(from)) return { source: readListText(from), name: basename(from), from: "file" };
  const folder = folderOf(prdPath);
  const file = realpathSync(prdPath);
  const root = gitRoot(folder);
  const path = root === undefined ? name : pathBelow(root, file);
  const names = [from, `${from}:${path}`, `${from}:${[...path.split("/").slice(0, -1), name].join("/")}`];
  for (const one of names) {
    const source = readObject(folder, one);
    if (source !== null) return { source, name, from: "revision" };
  }
  throw inputRefusal(
    "no-base",
    `--from: ${from} is neither a file nor a revision in which git has ${path}. Name a file, or a revision such as HEAD~1.`,
  );
}

const folderOf = (path: string): string => dirname(realpathSync(path));
