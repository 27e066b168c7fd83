import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import type { PrdVersion } from "../../document/task-list.ts";
import { readObject } from "../../list-file/git.ts";
import { readListText } from "../../list-file/list-text.ts";
import { gitRoot } from "../../list-file/paths.ts";
import { inputRefusal } from "../../refusal.ts";
import { readKeptPrd } from "./kept-prds.ts";
import { prdId } from "./prd-version.ts";

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
export async function findBase(
  prdPath: string,
  version: PrdVersion | null,
  from: string | undefined,
): Promise<BasePrd | undefined> {
  const name = version?.name ?? basename(prdPath);
  if (from !== undefined) return namedBase(prdPath, name, from);
  if (version === null) return undefined;
  const kept = readKeptPrd(version.id);
  if (kept !== undefined) return { source: kept.text, name, from: "copy" };
  const text = await readObject(folderOf(prdPath), version.id);
  // Git accepts an abbreviated id of any object, so the text is checked against the recorded id.
  return text !== null && prdId(text) === version.id ? { source: text, name, from: "git" } : undefined;
}

async function namedBase(prdPath: string, name: string, from: string): Promise<BasePrd> {
  if (existsSync(from)) return { source: readListText(from), name: basename(from), from: "file" };
  const folder = folderOf(prdPath);
  const file = realpathSync(prdPath);
  const root = gitRoot(folder);
  const path = root === undefined ? name : relative(root, file).split(sep).join("/");
  const names = [from, `${from}:${path}`, `${from}:${[...path.split("/").slice(0, -1), name].join("/")}`];
  for (const one of names) {
    const source = await readObject(folder, one);
    if (source !== null) return { source, name, from: "revision" };
  }
  throw inputRefusal(
    "no-base",
    `--from: ${from} is neither a file nor a revision in which git has ${path}. Name a file, or a revision such as HEAD~1.`,
  );
}

const folderOf = (path: string): string => dirname(realpathSync(path));
