import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gitRoot } from "../../list-file/paths.ts";
import { isSystemError, systemReason } from "../../list-file/system-error.ts";
import { claimFolder, dropOldest, isOwnFolder, stateFolder } from "../../own-folder.ts";
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
  const file = fileOf(prdId(text));
  try {
    const refusal = claimFolder(folder());
    if (refusal !== undefined) return `${notKept}: ${refusal}.`;
    const temporary = `${file}.${process.pid}`;
    rmSync(temporary, { force: true });
    const kept: KeptPrd = { path: pathBelowRoot(path), text };
    writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    dropOldest(folder(), `${prdId(text)}.json`, ".json");
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return `${notKept}: cannot write ${file}: ${reason}.`;
  }
}

const notKept = "tasks update will have no copy of this PRD to compare with";

/** The saved version with this id; undefined if it is missing, damaged, or writable by other users. */
export function readKeptPrd(id: string): KeptPrd | undefined {
  try {
    if (!isOwnFolder(folder())) return undefined;
    const kept = asKeptPrd(JSON.parse(readFileSync(fileOf(id), "utf8")));
    return kept && prdId(kept.text) === id ? kept : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return undefined;
    throw error;
  }
}

function asKeptPrd(value: unknown): KeptPrd | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { path, text } = value as Partial<Record<keyof KeptPrd, unknown>>;
  const isPath = typeof path === "string" || path === null;
  return isPath && typeof text === "string" ? { path, text } : undefined;
}

function pathBelowRoot(path: string): string | null {
  const file = realpathSync(path);
  const root = gitRoot(dirname(file));
  return root === undefined ? null : relative(root, file);
}

const folder = (): string => join(stateFolder(), "prds");
const fileOf = (id: string): string => join(folder(), `${id}.json`);
