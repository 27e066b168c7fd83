import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { acquireLock } from "../file/list-lock.ts";
import { replaceFile } from "../file/replace-file.ts";
import { isSystemError, systemReason } from "../file/system-error.ts";
import { writableFile } from "../file/writable-file.ts";
import { inputRefusal } from "../refusal.ts";
import type { Claim } from "./claim.ts";
import type { ClaimsFile } from "./claims-file.ts";

/**
 * Keeps other processes from changing the claims until the answer is called.
 * @throws Refusal where the file can't be made or written, or another process held it for too long.
 */
export async function lockClaims({ path, worktree }: ClaimsFile): Promise<() => void> {
  try {
    makeFile(path, worktree.commonFolder);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unwritable-file", `Cannot write ${path}: ${reason}.`);
  }
  const fd = await acquireLock(writableFile(path));
  return () => closeSync(fd);
}

/** An empty file counts as damaged: what it lacks is then taken from the lists. */
function makeFile(path: string, commonFolder: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  // A repository that several users share stays writable for all of them.
  const { mode } = statSync(commonFolder);
  makeFolder(dirname(path), mode & 0o7777);
  closeSync(openSync(path, "a", mode & 0o666));
}

// Not `recursive`: that reports a read-only file system as a missing folder.
function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path);
    chmodSync(path, mode);
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error;
  }
}

/** Replaces the claims, in one step that survives a power cut. To be called by the holder of their lock. */
export function writeClaims({ path, list }: ClaimsFile, claims: readonly Claim[]): void {
  const lines = claims.map((claim) => JSON.stringify(claim)).join(",\n");
  replaceFile(path, `{"list":${JSON.stringify(list)},"claims":[\n${lines}\n]}\n`);
}
