import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { cacheFolder, isCaching, isOwnFolder, writeOwnFile } from "./own-folder.ts";

/** A script of the build, wrapped as a function of a CommonJS module's variables. */
type ScriptBody = (require: (id: string) => unknown, module: { exports: object }, directory: string) => void;

/** The first run parses the list, and later ones read the cache, so they call different functions. */
const runsThatAdd = 3;

/** The hash of each script's code, because files of the same name differ between versions. */
declare const scriptHashes: Readonly<Record<string, string>>;

/**
 * Runs a script of the build with the code that V8 compiled in an earlier run of the same command, and returns its
 * exports. Node's own compile cache holds only the functions that V8 compiles before the script runs. This one also
 * holds the functions that were called; compiling them again makes a warm start a sixth slower.
 */
export function runScript(name: string, use = "any"): object {
  const filename = join(import.meta.dirname, `${name}.js`);
  const codePath = codePathOf(name, use);
  const kept = codePath === null ? null : readCode(codePath);
  // The build writes only ASCII, and reading Latin-1 needs no decoding.
  const script = new Script(readFileSync(filename, "latin1"), {
    filename,
    ...(kept && { cachedData: kept.code }),
  });
  // V8 rejects code of another version.
  const runs = kept === null || script.cachedDataRejected ? 0 : kept.runs;
  // With `TASKS_CACHE=off`, code that was kept earlier still runs, because it is the build's own.
  if (codePath !== null && runs < runsThatAdd && isCaching()) {
    process.once(
      "exit",
      (exitCode) => exitCode === 0 && writeCode(codePath, script.createCachedData(), runs + 1),
    );
  }
  const module = { exports: {} };
  (script.runInThisContext() as ScriptBody)(requireFrom, module, import.meta.dirname);
  return module.exports;
}

/** Scripts of the build require each other by a relative path. All other modules are resolved by Node. */
function requireFrom(id: string): unknown {
  const script = /^\.\/(.*)\.js$/.exec(id)?.[1];
  return script === undefined ? require(id) : runScript(script);
}

/** In the user's own cache folder, because V8 executes the code; null if Node's compile cache is turned off. */
function codePathOf(name: string, use: string): string | null {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"]) return null;
  const file = `${name}-${scriptHashes[name]}-${process.version}-${use}.code`;
  return join(cacheFolder(), "code", file);
}

/** The cached code and how many runs added to it, if it is complete and in a folder that only the user can write. */
function readCode(path: string) {
  try {
    if (!isOwnFolder(dirname(path))) return null;
    const bytes = readFileSync(path);
    const half = bytes.length >> 1;
    const code = bytes.subarray(0, half);
    return code.equals(bytes.subarray(half, -1)) ? { code, runs: bytes.at(-1) ?? 0 } : null;
  } catch {
    // Not cached yet, or not readable: V8 compiles the script.
    return null;
  }
}

/**
 * Writes the code twice: V8 does not verify it, and comparing two copies is faster than a checksum in JavaScript. If it
 * can't be written, later runs only start more slowly.
 */
const writeCode = (path: string, code: Buffer, runs: number) =>
  writeOwnFile(path, Buffer.concat([code, code, Buffer.of(runs)]));
