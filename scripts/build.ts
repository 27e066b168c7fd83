import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { build } from "esbuild";
import type { AnyOperation } from "../src/tasks/commands/operation.ts";
import { browserAssets } from "./browser-assets.ts";
import { writeClientTypes } from "./write-client-types.ts";
import { writeSchemas } from "./write-schemas.ts";

/** Takes the place of `dist` when it is complete, so that commands and tests that run meanwhile find the old build. */
const fresh = `.dist-${process.pid}`;

/** A module that is loaded when one of its functions is called for the first time. */
interface FetchedOnCall {
  readonly functions: readonly string[];
  /** The path of the source, which becomes a separate script; undefined for a Node.js module. */
  readonly source?: string;
}

/**
 * Modules that `tasks next` doesn't need. Requiring a Node.js module reads all of its properties, and those of
 * `node:util` load workers, streams and more. The Markdown parser and the MCP server are most of the command's code.
 */
const fetchedOnCall: Readonly<Record<string, FetchedOnCall>> = {
  "node:child_process": { functions: ["spawn", "spawnSync"] },
  "node:os": { functions: ["homedir"] },
  "node:util": { functions: ["isDeepStrictEqual", "stripVTControlCharacters", "styleText"] },
  // Two thousand names of characters, which reading the blocks of a list doesn't need.
  "decode-named-character-reference": {
    functions: ["decodeNamedCharacterReference"],
    source: "node_modules/decode-named-character-reference/index.js",
  },
  ...ownScripts({
    "src/tasks/document/parse-blocks.ts": ["parseBlocks"],
    // Only importing a backlog reads YAML.
    "src/tasks/import/parse-yaml.ts": ["parseYaml"],
    // Most of it is Graphviz.
    "src/tasks/graph/draw-graph.ts": ["drawGraph"],
    "src/tasks/mcp/serve-mcp.ts": ["serveMcp"],
    // Most of it is the model of English.
    "src/tasks/generate/draft/draft-tasks.ts": ["draftTasks", "writeList"],
    // The rules that compare a list with its PRD.
    "src/tasks/generate/prd-rules.ts": ["prdRules"],
    "src/tasks/generate/prd/read-model.ts": ["readPrdModel"],
  }),
};

/** Source files, with the functions that other files import from them. */
function ownScripts(files: Readonly<Record<string, readonly string[]>>): Record<string, FetchedOnCall> {
  return Object.fromEntries(
    Object.entries(files).map(([source, functions]) => [source, { functions, source }]),
  );
}

const scriptName = (path: string): string => basename(path, ".ts");

/** The command's scripts: the program and the modules that it loads on demand. */
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

/** Uses the global `process`, because requiring `node:process` opens its three streams. */
const processAtHand: Plugin = {
  name: "process-at-hand",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:process$/ }, ({ path }) => ({ path, namespace: "at-hand" }));
    onLoad({ filter: /.*/, namespace: "at-hand" }, () => ({ contents: "module.exports = process" }));
  },
};

const commandGroups = resolve("src/tasks/cli/command-groups.ts");

/**
 * The command line needs the declarations of all commands, and the code of one. A command's file has both, so the
 * program gets the declarations as data, each with a function that loads the file when the command runs.
 */
const declarationsApart: Plugin = {
  name: "declarations-apart",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\.\/commands\// }, ({ path, importer, resolveDir }) =>
      importer === commandGroups ? { path: join(resolveDir, path), namespace: "declarations" } : undefined,
    );
    onLoad({ filter: /./, namespace: "declarations" }, async ({ path }) => {
      const operations = Object.entries((await import(path)) as Readonly<Record<string, AnyOperation>>);
      const contents = operations.map(
        ([name, { declaration }]) =>
          `export const ${name} = { declaration: ${JSON.stringify(declaration)}, run: async (input) => (await import(${JSON.stringify(path)})).${name}.run(input) };`,
      );
      return { contents: contents.join("\n"), resolveDir: dirname(path) };
    });
  },
};

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

/** A hash of every module that reads a list, so that the cache of another version is ignored. */
function readerHash(): string {
  const folder = "src/tasks/document";
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const paths = ["package-lock.json", ...names.toSorted().map((name) => `${folder}/${name}`)];
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return String(hash.digest().readInt32LE());
}

const commandOptions: BuildOptions = {
  outdir: `${fresh}/tasks`,
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
 * Escapes the characters beyond ASCII that esbuild leaves. They occur only in patterns and in the `String.raw` of
 * patterns, where an escape means the same. A needless backslash before such a character goes, because before an escape
 * it would be a character of its own. Without characters beyond Latin-1, V8 stores a text in half the space and Node.js
 * reads it twice as fast.
 */
function spellOut(path: string): void {
  const text = readFileSync(path, "utf8");
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(
    path,
    text.replaceAll(
      /(?<!\\)((?:\\\\)*)\\?([^\0-\x7F])/g,
      (_, before: string, unit: string) => before + escaped(unit),
    ),
  );
}

/** Builds the `tasks` command as few files, because every call pays its start-up time. */
async function buildCommand(): Promise<void> {
  await build({
    ...commandOptions,
    entryPoints: scripts,
    plugins: [declarationsApart, functionsOnCall, processAtHand],
    // The entry runs a script as a function, with the code that V8 compiled in an earlier run.
    banner: { js: "(function (require, module, __dirname) {" },
    footer: { js: "})" },
  });
  const paths = scripts.map(({ out }) => `${fresh}/tasks/${out}.js`);
  for (const path of paths) spellOut(path);
  const scriptHashes = Object.fromEntries(paths.map((path) => [basename(path, ".js"), hashOf(path)]));
  await build({
    ...commandOptions,
    entryPoints: ["src/tasks/bin.ts"],
    plugins: [functionsOnCall],
    define: { ...commandOptions.define, scriptHashes: JSON.stringify(scriptHashes) },
  });
  writeFileSync(`${fresh}/tasks/package.json`, '{ "type": "commonjs" }\n');
}

const hashOf = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);

/**
 * Writes `dist/`: the server as one JavaScript file per source file (the compiler's own output, easy to
 * debug in production), the typed client with its declarations, the command, and the files for browsers.
 */
async function buildPackage(): Promise<void> {
  const begun = new Date();
  // `npm run types` checks the types. Here that would take twenty times as long as the build.
  for (const [project, outDir] of [
    ["tsconfig.build.json", fresh],
    ["src/client", `${fresh}/client`],
  ] as const) {
    execFileSync("tsc", ["--project", project, "--outDir", outDir, "--noCheck"], { stdio: "inherit" });
  }
  await writeClientTypes(`${fresh}/client`);
  await build({ ...browserAssets, outdir: `${fresh}/assets` });
  writeSchemas("schemas");
  await buildCommand();
  for (const entry of ["tasks/bin.js", "start.js"]) chmodSync(`${fresh}/${entry}`, 0o755);
  // `prepare.js` keeps a build that is newer than its sources, and a source may have changed during the build.
  utimesSync(`${fresh}/tasks/package.json`, begun, begun);
  replaceBuild();
}

function replaceBuild(): void {
  const previous = `${fresh}-previous`;
  if (existsSync("dist")) renameSync("dist", previous);
  renameSync(fresh, "dist");
  rmSync(previous, { recursive: true, force: true });
}

await buildPackage();
