import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { build } from "esbuild";
import { browserAssets } from "./browser-assets.ts";
import { writeClientTypes } from "./write-client-types.ts";
import { writeSchemas } from "./write-schemas.ts";

/** A module whose functions are fetched when the first of them is called: a package, or a file by its path from the root. */
interface FetchedOnCall {
  readonly functions: readonly string[];
  /** Where its source lies, if it is none of Node's: it becomes a script of its own. */
  readonly source?: string;
}

/**
 * What a look at the next task never needs. To require one of Node's modules is to read its every property, and
 * those of `node:util` load workers, streams and more; the parsers of Markdown and the MCP server are most of the command's code.
 */
const fetchedOnCall: Readonly<Record<string, FetchedOnCall>> = {
  "node:child_process": { functions: ["spawn", "spawnSync"] },
  "node:os": { functions: ["homedir"] },
  "node:util": { functions: ["isDeepStrictEqual", "stripVTControlCharacters", "styleText"] },
  // Two thousand names of characters, which the blocks of a list are read without.
  "decode-named-character-reference": {
    functions: ["decodeNamedCharacterReference"],
    source: "node_modules/decode-named-character-reference/index.js",
  },
  ...ownScripts({
    "src/tasks/document/parse-blocks.ts": ["parseBlocks"],
    // YAML is read where a backlog is imported.
    "src/tasks/import/parse-fields.ts": ["parseFields"],
    "src/tasks/mcp/serve-mcp.ts": ["serveMcp"],
    // The model of English is most of it.
    "src/tasks/generate/draft/draft-tasks.ts": ["draftTasks"],
    // The rules that compare a list with its PRD.
    "src/tasks/generate/prd-rules.ts": ["prdRules"],
    "src/tasks/generate/prd/read-model.ts": ["readPrdModel"],
  }),
};

/** Our own files, with the functions that other files import from them. */
function ownScripts(files: Readonly<Record<string, readonly string[]>>): Record<string, FetchedOnCall> {
  return Object.fromEntries(
    Object.entries(files).map(([source, functions]) => [source, { functions, source }]),
  );
}

const scriptName = (path: string): string => basename(path, ".ts");

/** The scripts that the command consists of: the program, and what it fetches on call. */
const scripts = [
  { out: "cli", in: "src/tasks/cli/cli.ts" },
  ...Object.entries(fetchedOnCall).flatMap(([name, { source }]) =>
    source === undefined ? [] : [{ out: scriptName(name), in: source }],
  ),
];

const functionsOnCall: Plugin = {
  name: "functions-on-call",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind === "require-call" || kind === "entry-point") return undefined;
      const name = path.startsWith(".") ? relative(process.cwd(), join(resolveDir, path)) : path;
      return name in fetchedOnCall ? { path: name, namespace: "on-call" } : undefined;
    });
    onResolve({ filter: /./, namespace: "on-call" }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: "on-call" }, ({ path }) => {
      const { functions = [], source } = fetchedOnCall[path] ?? {};
      const id = source === undefined ? path : `./${scriptName(path)}.js`;
      const fetch = `let module; const fetch = () => (module ??= require(${JSON.stringify(id)}));`;
      const stubs = functions.map(
        (name) => `export const ${name} = (...input) => fetch().${name}(...input);`,
      );
      return { contents: [fetch, ...stubs, `export default { ${functions.join(", ")} };`].join("\n") };
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

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

/** A number that changes with every module that reads a list, so that the cache of another version is not used. */
function readerHash(): string {
  const folder = "src/tasks/document";
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const paths = ["package-lock.json", ...names.toSorted().map((name) => `${folder}/${name}`)];
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return String(hash.digest().readInt32LE());
}

const commandOptions: BuildOptions = {
  outdir: "dist/tasks",
  bundle: true,
  platform: "node",
  // A CommonJS entry starts three milliseconds sooner than a module.
  format: "cjs",
  supported: { "dynamic-import": false },
  define: {
    "import.meta.dirname": "__dirname",
    packageVersion: JSON.stringify(version),
    readerHash: readerHash(),
  },
  target: "node22.14",
  minify: true,
  legalComments: "linked",
  external: ["fs-native-extensions"],
  logLevel: "warning",
};

/**
 * Spells out what esbuild leaves as it is, which is only in patterns, and in the `String.raw` that patterns are made
 * of: there an escape means the same. V8 keeps a text in half the space, and Node reads it twice as fast, if it has
 * no letter beyond Latin-1.
 */
function spellOut(path: string): void {
  const text = readFileSync(path, "utf8");
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(path, text.replaceAll(/[^\0-\x7F]/g, escaped));
}

/** The `tasks` command as few files, because its start-up time is felt at every call. */
async function buildCommand(): Promise<void> {
  await build({
    ...commandOptions,
    entryPoints: scripts,
    plugins: [functionsOnCall, processAtHand],
    // The entry runs a script as a function, with the code that V8 made of it in an earlier run.
    banner: { js: "(function (require, module, __dirname) {" },
    footer: { js: "})" },
  });
  const paths = scripts.map(({ out }) => `dist/tasks/${out}.js`);
  for (const path of paths) spellOut(path);
  const scriptHashes = Object.fromEntries(paths.map((path) => [basename(path, ".js"), hashOf(path)]));
  await build({
    ...commandOptions,
    entryPoints: ["src/tasks/bin.ts"],
    plugins: [functionsOnCall],
    define: { ...commandOptions.define, scriptHashes: JSON.stringify(scriptHashes) },
  });
  writeFileSync("dist/tasks/package.json", '{ "type": "commonjs" }\n');
}

const hashOf = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);

/**
 * Writes `dist/`: the server as one JavaScript file per source file (the compiler's own output, easy to
 * debug in production), the typed client with its declarations, the command, and what browsers load.
 */
async function buildPackage(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  // Types are checked by `npm run types`: here that would take twenty times as long as the build.
  for (const project of ["tsconfig.build.json", "src/client"]) {
    execFileSync("tsc", ["--project", project, "--noCheck"], { stdio: "inherit" });
  }
  await writeClientTypes("dist/client");
  await build(browserAssets);
  writeSchemas("schemas");
  await buildCommand();
  for (const entry of ["dist/tasks/bin.js", "dist/start.js"]) chmodSync(entry, 0o755);
}

await buildPackage();
