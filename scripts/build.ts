import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { BuildOptions, Plugin } from "esbuild";
import { build } from "esbuild";
import { browserAssets } from "./browser-assets.ts";

/** What the scripts of the command are made of: a function that its entry runs, with the code kept that V8 made of it. */
const asFunction = {
  banner: { js: "(function (require, module, __dirname) {" },
  footer: { js: "})" },
};

/**
 * The functions of modules that a look at the next task never needs, each fetched when it is called. To fetch
 * one of Node's modules is to read its every property, and those of `node:util` load workers, streams and more.
 */
const fetchedOnCall: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["spawn"],
  "node:os": ["homedir"],
  "node:util": ["isDeepStrictEqual", "stripVTControlCharacters", "styleText"],
  "./parse-blocks.ts": ["parseBlocks"],
};

const functionsOnCall: Plugin = {
  name: "functions-on-call",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:|\.\/parse-blocks\.ts$)/ }, ({ path, kind }) =>
      path in fetchedOnCall && kind === "import-statement" ? { path, namespace: "on-call" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "on-call" }, ({ path }) => {
      const names = fetchedOnCall[path] ?? [];
      const module = `require(${JSON.stringify(path.replace(/\.ts$/, ".js"))})`;
      const functions = names.map(
        (name) => `export const ${name} = (...input) => fetch().${name}(...input);`,
      );
      const fetch = `let module; const fetch = () => (module ??= ${module});`;
      return { contents: `${fetch}\n${functions.join("\n")}\nexport default { ${names.join(", ")} };` };
    });
  },
};

/** The process is at hand; to require it would open its three streams. */
const processAtHand: Plugin = {
  name: "process-at-hand",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:process$/ }, ({ path }) => ({ path, namespace: "at-hand" }));
    onLoad({ filter: /.*/, namespace: "at-hand" }, () => ({ contents: "module.exports = process" }));
  },
};

const commandOptions: BuildOptions = {
  outdir: "dist/tasks",
  bundle: true,
  platform: "node",
  // An entry of Node's older kind of module starts two milliseconds sooner.
  format: "cjs",
  supported: { "dynamic-import": false },
  define: { "import.meta.dirname": "__dirname" },
  target: "node22.12",
  minify: true,
  legalComments: "linked",
  external: ["fs-native-extensions", "./parse-blocks.js"],
  logLevel: "warning",
};

/** The `tasks` command as few files, because its start-up time is felt at every call. */
async function buildCommand(): Promise<void> {
  await build({
    ...commandOptions,
    ...asFunction,
    entryPoints: ["src/tasks/cli.ts", "src/tasks/document/parse-blocks.ts"],
    entryNames: "[name]",
    plugins: [functionsOnCall, processAtHand],
  });
  const scriptHashes = Object.fromEntries(
    ["cli", "parse-blocks"].map((name) => [name, hashOf(`dist/tasks/${name}.js`)]),
  );
  await build({
    ...commandOptions,
    entryPoints: ["src/tasks/bin.ts"],
    define: { ...commandOptions.define, scriptHashes: JSON.stringify(scriptHashes) },
  });
  writeFileSync("dist/tasks/package.json", '{ "type": "commonjs" }\n');
}

const hashOf = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);

/**
 * Writes `dist/`: the server as one JavaScript file per source file (the compiler's own output, easy to
 * debug in production), the command, and what browsers load.
 */
async function buildPackage(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  execFileSync("tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
  await buildCommand();
  await build(browserAssets);
  for (const entry of ["dist/tasks/bin.js", "dist/start.js"]) chmodSync(entry, 0o755);
}

await buildPackage();
