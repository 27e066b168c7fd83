// Plain JavaScript for any Node.js: npm may run this on one that doesn't support TypeScript.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";

const modified = (path, otherwise) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? otherwise;
const filesIn = (folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`);

/** Whether all sources are older than the build. npm runs this script at each `npx tasks` in this folder. */
function isUpToDate() {
  const built = modified("dist/tasks/package.json", 0);
  const settings = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
  return [...filesIn("src"), ...filesIn("scripts"), ...settings].every(
    (path) => modified(path, Infinity) < built,
  );
}

if (!existsSync("node_modules/esbuild") || !existsSync("node_modules/typescript")) {
  console.log(
    "groundwork: not built, because the development dependencies are not installed (run npm ci without --omit=dev).",
  );
} else if (!isUpToDate()) {
  execFileSync("node", ["scripts/build.ts"], { stdio: "inherit" });
}
