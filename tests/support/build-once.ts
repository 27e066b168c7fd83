import { execFileSync } from "node:child_process";

/** Builds `dist/` before the tests, so that child processes run the current sources. CI always builds. */
export default function buildOnce(): void {
  const script = process.env["CI"] === undefined ? "prepare.js" : "build.ts";
  execFileSync(process.execPath, [`scripts/${script}`], { stdio: "inherit" });
}
