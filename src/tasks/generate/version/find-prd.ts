import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { prdPath } from "../../document/read-task-list.ts";
import { readListText } from "../../list-file/list-text.ts";
import { gitRoot, relativePath } from "../../list-file/paths.ts";
import { Refusal } from "../../refusal.ts";
import type { OpenedList } from "../../workflow/open-list.ts";
import { readKeptPrd } from "./kept-prds.ts";
import { isVersion } from "./prd-version.ts";

/** The path of the PRD that a list names, if it is in the folder of the list. */
export function prdBeside({ path, list }: OpenedList): string | undefined {
  if (list.prd === null) return undefined;
  const named = prdPath(list.prd.value.text);
  const folder = dirname(resolve(path));
  return [join(folder, named), join(folder, basename(named))].find((file) => existsSync(file));
}

/** The path of the PRD that a list names, in the folder of the list or where it was at the last update. */
export function findPrd(opened: OpenedList): string | undefined {
  const { prd } = opened.list;
  if (prd === null) return undefined;
  return prdBeside(opened) ?? rememberedPath(opened, basename(prdPath(prd.value.text)));
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
  try {
    if (isVersion(readListText(path), version.id)) return null;
  } catch (error) {
    // The command that opens the PRD reports why it can't be read.
    if (error instanceof Refusal) return null;
    throw error;
  }
  return `${relativePath(path)} has changed since the list was made from it. To bring the list up to date: tasks update`;
}
