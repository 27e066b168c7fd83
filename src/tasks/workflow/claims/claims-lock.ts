import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { holdLock } from "../../list-file/list-lock.ts";
import { writableFile } from "../../list-file/replace-file.ts";
import { isSystemError, systemReason } from "../../list-file/system-error.ts";
import { inputRefusal } from "../../refusal.ts";
import type { Claim } from "./claim.ts";
import type { ClaimsFile } from "./claims-file.ts";

/** The claims on the tasks of a list, locked against other processes until they are released. */
export interface LockedClaims {
  /** Replaces them in one step that survives a power failure. */
  write(claims: readonly Claim[]): void;
  release(): void;
}

/**
 * Locks the claims against other processes.
 * @throws Refusal if the file can't be created or written, or another process held the lock for too long.
 */
export async function lockClaims({ path, worktree, list }: ClaimsFile): Promise<LockedClaims> {
  try {
    makeFile(path, worktree.commonFolder);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unwritable-file", `Cannot write ${path}: ${reason}.`);
  }
  // The lock is kept after writing, because the new claims have no effect until the list confirms them.
  const lock = await holdLock(writableFile(path));
  return { write: (claims) => lock.replace(textOf(list, claims)), release: () => lock.release() };
}

/** An empty file counts as damaged: the claims are then rebuilt from the lists. */
function makeFile(path: string, commonFolder: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  // In a repository shared by several users, the file stays writable for all of them.
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

function textOf(list: string, claims: readonly Claim[]): string {
  const lines = claims.map((claim) => JSON.stringify(claim)).join(",\n");
  return `{"list":${JSON.stringify(list)},"claims":[\n${lines}\n]}\n`;
}
