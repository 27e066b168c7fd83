import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Whether this process may forbid every write to a file, even by who has it open (root, on a file system that can). */
export const canMakeImmutable: boolean = tryToMakeImmutable();

/** Refuses every write to these files, as a disk does that went read-only, until the function it returns is called. */
export function makeImmutable(...paths: readonly string[]): () => void {
  const release = (): void => void execFileSync("chattr", ["-i", ...paths], { stdio: "pipe" });
  onTestFinished(release);
  execFileSync("chattr", ["+i", ...paths], { stdio: "pipe" });
  return release;
}

function tryToMakeImmutable(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-immutable-"));
  try {
    execFileSync("chattr", ["+i", folder], { stdio: "pipe" });
    execFileSync("chattr", ["-i", folder], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
