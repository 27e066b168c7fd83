import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** Refuses every write to these files, as a disk does that went read-only, until the function it returns is called. */
export function makeImmutable(...paths: readonly string[]): () => void {
  const release = (): void => void execFileSync("chattr", ["-i", ...paths], { stdio: "pipe" });
  onTestFinished(release);
  execFileSync("chattr", ["+i", ...paths], { stdio: "pipe" });
  return release;
}
