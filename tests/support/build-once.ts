import { execFileSync } from "node:child_process";

/** Builds `dist/` before any test starts, so that child processes run what the sources say now. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
