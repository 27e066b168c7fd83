import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** Makes writes to these files fail, like on a read-only disk. @returns a function that ends this */
export function makeImmutable(...paths: readonly string[]): () => void {
  const release = (): void => void execFileSync("chattr", ["-i", ...paths], { stdio: "pipe" });
  onTestFinished(release);
  execFileSync("chattr", ["+i", ...paths], { stdio: "pipe" });
  return release;
}
