import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";

const newest = (paths: readonly string[]): number =>
  Math.max(0, ...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity));

/**
 * Builds `dist/` before the tests, so that child processes run the current sources. A build that is newer than all of
 * its sources is kept. CI always builds.
 */
export default function buildOnce(): void {
  const sources = ["src/**", "scripts/*", "package-lock.json", "tsconfig*.json"].flatMap((pattern) =>
    globSync(pattern),
  );
  // Written last, so an interrupted build is never kept.
  const built = statSync("dist/tasks/package.json", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (process.env["CI"] === undefined && built > newest(sources)) return;
  execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
