import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { browserAssets } from "./browser-assets.ts";

/** Leaves the entry's one dynamic import as a file of its own, read after the version check and from the compile cache. */
const keepCliApart: Plugin = {
  name: "keep-cli-apart",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/cli\.ts$/ }, keepImported),
};

const keepImported = ({ kind }: { kind: string }) =>
  kind === "dynamic-import" ? { path: "./cli.js", external: true } : undefined;

const fetched = (path: string) => `process.getBuiltinModule(${JSON.stringify(path)})`;

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
      // The process is at hand; to fetch it would open its three streams.
      contents: `module.exports = ${path === "node:process" ? "process" : fetched(path)}`,
    }));
  },
};

/**
 * The functions of modules that a look at the next task never needs, each fetched when it is called. To fetch a
 * module is to read its every property, and those of `node:util` load workers, streams and more.
 */
const fetchedOnCall: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["spawn"],
  "node:os": ["homedir"],
  "node:util": ["isDeepStrictEqual", "stripVTControlCharacters", "styleText"],
};

const functionsOnCall: Plugin = {
  name: "functions-on-call",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path }) =>
      path in fetchedOnCall ? { path, namespace: "on-call" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-call" }, ({ path }) => {
      const names = fetchedOnCall[path] ?? [];
      const functions = names.map(
        (name) => `export const ${name} = (...input) => ${fetched(path)}.${name}(...input);`,
      );
      return { contents: `${functions.join("\n")}\nexport default { ${names.join(", ")} };` };
    });
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
    entryPoints: ["src/tasks/bin.ts", "src/tasks/cli.ts"],
    outdir: "dist/tasks",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22.12",
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true,
    legalComments: "linked",
    external: ["fs-native-extensions"],
    plugins: [keepCliApart, functionsOnCall, builtinsWhenNeeded],
    logLevel: "warning",
  });
  await build(browserAssets);
  for (const entry of ["dist/tasks/bin.js", "dist/start.js"]) chmodSync(entry, 0o755);
}

await buildPackage();
