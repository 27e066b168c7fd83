import { realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readOwnJson, writeOwnJson } from "../../list-file/own-json.ts";
import { gitRoot } from "../../list-file/paths.ts";
import { dropOldest, stateFolder } from "../../own-folder.ts";
import { prdId } from "./prd-version.ts";

/** A saved version of a PRD. */
export interface KeptPrd {
  /** The path of the file relative to the root of its repository; null outside of git. */
  readonly path: string | null;
  readonly text: string;
}

/**
 * Saves a copy of a PRD, so that `tasks update` can compare with it later.
 * @returns why it could not be saved, as a warning: the list is written without the copy.
 */
export function keepPrd(path: string, text: string): string | undefined {
  const file = realpathSync(path);
  const root = gitRoot(dirname(file));
  const kept: KeptPrd = { path: root === undefined ? null : relative(root, file), text };
  const problem = writeOwnJson(fileOf(prdId(text)), kept);
  if (problem !== undefined) return `tasks update will have no copy of this PRD to compare with: ${problem}.`;
  dropOldest(folder(), `${prdId(text)}.json`, ".json");
  return undefined;
}

/** The saved version with this id; undefined if it is missing, damaged, or writable by other users. */
export function readKeptPrd(id: string): KeptPrd | undefined {
  const { path, text } = readOwnJson(fileOf(id));
  if (typeof text !== "string" || prdId(text) !== id) return undefined;
  return { path: typeof path === "string" ? path : null, text };
}

const folder = (): string => join(stateFolder(), "prds");
const fileOf = (id: string): string => join(folder(), `${id}.json`);
