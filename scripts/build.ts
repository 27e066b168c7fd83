import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { browserAssets } from "./browser-assets.ts";

/** What is a file of its own: `cli.ts` is read after the version check, the MCP server only by those who serve it. */
const ownFiles: Readonly<Record<string, string>> = {
  "./cli.ts": "./cli.js",
  "../mcp/serve-mcp.ts": "./serve-mcp.js",
};

const keepFilesApart: Plugin = {
  name: "keep-files-apart",
  setup: ({ onResolve }) => onResolve({ filter: /\/(?:cli|serve-mcp)\.ts$/ }, keepImported),
};

function keepImported({ kind, path }: { kind: string; path: string }) {
  const file = ownFiles[path];
  return kind === "dynamic-import" && file !== undefined ? { path: file, external: true } : undefined;
}

/**
 * Loads Node's own modules where they are first needed. An import of one would be hoisted to the top of the
 * bundle, and every command would pay for the slowest of any (`node:crypto` takes a third of the time of `next`).
 */
const builtinsWhenNeeded: Plugin = {
  name: "builtins-when-needed",
  setup: ({ onResolve, onLoad }) => {
    // The entry has to run on a Node that is too old, in order to say so.
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      /(?:bin|assert-node-version)\.ts$/.test(importer) ? undefined : { path, namespace: "builtin" },
    );
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }));
  },
};

/** Commander loads processes for subcommands that are programs of their own; there are none, and it costs a tenth of a run. */
const noProcessesForCommander: Plugin = {
  name: "no-processes-for-commander",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: "on-call" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-call" }, ({ path }) => ({
      contents: `export default { spawn: (...input) => process.getBuiltinModule("${path}").spawn(...input) }`,
    }));
  },
};

/**
 * Writes `dist/`: the server as one JavaScript file per source file (the compiler's own output, easy to
 * debug in production), the `tasks` command as one bundle, because its start-up time is felt at every call, and
 * what browsers load.
 */
async function buildPackage(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  execFileSync("tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
  await build({
    entryPoints: ["src/tasks/bin.ts", "src/tasks/cli.ts", "src/tasks/mcp/serve-mcp.ts"],
    entryNames: "[name]",
    outdir: "dist/tasks",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22.12",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "linked",
    external: ["fs-native-extensions"],
    plugins: [keepFilesApart, noProcessesForCommander, builtinsWhenNeeded],
    logLevel: "warning",
  });
  await build(browserAssets);
  for (const entry of ["dist/tasks/bin.js", "dist/start.js"]) chmodSync(entry, 0o755);
}

await buildPackage();
