import { readFileSync, realpathSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { textHash } from "../../document/reading-cache.ts";
import { isSystemError } from "../../list-file/system-error.ts";
import type { Claim } from "./claim.ts";
import { asClaim } from "./claim.ts";
import type { Worktree } from "./worktree.ts";
import { worktreeOf } from "./worktree.ts";

/** Where the working trees of a repository store the claims on the tasks of one list. */
export interface ClaimsFile {
  readonly path: string;
  readonly worktree: Worktree;
  /** The list's path below the root of a working tree. */
  readonly list: string;
}

/** The file of claims on the tasks of a list; undefined outside of git. */
export function claimsFileOf(listFile: string): ClaimsFile | undefined {
  const file = realpathSync.native(listFile);
  const worktree = worktreeOf(file);
  if (worktree === undefined) return undefined;
  const list = relative(worktree.root, file).split(sep).join("/");
  const name = `${basename(file, ".md")}-${textHash(list).toString(36)}.claims.json`;
  return { path: join(worktree.commonFolder, "groundwork", name), worktree, list };
}

/** The file's text; undefined if the file is missing or unreadable. */
export function readClaimsText({ path }: ClaimsFile): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "EISDIR")) return undefined;
    throw error;
  }
}

/** The claims in the file's text; null if it is damaged. */
export function parseClaims(text: string): readonly Claim[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const claims = (value as { claims?: unknown } | null)?.claims;
    if (!Array.isArray(claims)) return null;
    const read = claims.map(asClaim);
    return read.every((claim) => claim !== null) ? read : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
