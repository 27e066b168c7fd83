// Plain JavaScript, because npm may run this on a Node.js that doesn't support TypeScript.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync("node_modules/esbuild") && existsSync("node_modules/typescript")) {
  execFileSync("node", ["scripts/build.ts"], { stdio: "inherit" });
} else {
  console.log(
    "groundwork: not built, because the development dependencies are not installed (run npm ci without --omit=dev).",
  );
}
