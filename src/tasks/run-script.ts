import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { cacheFolder, claimFolder, dropOldest, isOwnFolder } from "./own-folder.ts";

/** What a script of the build is: a function of what a CommonJS module finds around it. */
type ScriptBody = (require: (id: string) => unknown, module: { exports: object }, directory: string) => void;

interface KeptCode {
  readonly code: Buffer;
  /** How many runs it was made in. */
  readonly runs: number;
}

/** The first run reads a list that no run has read before, and the next ones call what it did not. */
const runsThatAdd = 3;

/** What the build made each script of; files of the same name hold other code with every version. */
declare const scriptHashes: Readonly<Record<string, string>>;

/**
 * Runs a script of the build with the code that V8 made of it in an earlier run for the same use, and gives its
 * exports. Node's own compile cache holds what V8 compiles before anything is called; this is what was called as
 * well, and to compile that again makes a warm start a sixth slower.
 */
export function runScript(name: string, use = "any"): object {
  const filename = join(import.meta.dirname, `${name}.js`);
  const codePath = codePathOf(name, use);
  const kept = codePath === null ? null : readCode(codePath);
  // The build leaves no letter in it for which the two encodings differ, and this one is only copied.
  const script = new Script(readFileSync(filename, "latin1"), {
    filename,
    ...(kept && { cachedData: kept.code }),
  });
  // V8 refuses code that another version of it made.
  const runs = kept === null || script.cachedDataRejected ? 0 : kept.runs;
  if (codePath !== null && runs < runsThatAdd && mayKeep()) {
    process.once(
      "exit",
      (exitCode) => exitCode === 0 && writeCode(codePath, script.createCachedData(), runs + 1),
    );
  }
  const module = { exports: {} };
  (script.runInThisContext() as ScriptBody)(requireFrom, module, import.meta.dirname);
  return module.exports;
}

/** Scripts of the build require each other by a relative path, and all else as Node finds it. */
function requireFrom(id: string): unknown {
  const script = /^\.\/(.*)\.js$/.exec(id)?.[1];
  return script === undefined ? require(id) : runScript(script);
}

/** In the user's own cache folder, since V8 runs what lies there; none where Node is set to keep no code. */
function codePathOf(name: string, use: string): string | null {
  if (process.env["NODE_DISABLE_COMPILE_CACHE"]) return null;
  const file = `${name}-${scriptHashes[name]}-${process.version}-${use}${codeEnding}`;
  return join(cacheFolder(), "code", file);
}

const codeEnding = ".code";

/** Without the cache nothing new is kept; code that is there runs all the same, for it is the build's own. */
const mayKeep = (): boolean => process.env["TASKS_CACHE"]?.toLowerCase() !== "off";

/** The code that is kept, if it is there, whole, and in a folder that only the user can write. */
function readCode(path: string): KeptCode | null {
  try {
    if (!isOwnFolder(dirname(path))) return null;
    const bytes = readFileSync(path);
    const half = bytes.length >> 1;
    const code = bytes.subarray(0, half);
    return code.equals(bytes.subarray(half, -1)) ? { code, runs: bytes.at(-1) ?? 0 } : null;
  } catch {
    // Not kept yet, or nothing that may be read: V8 compiles what it needs.
    return null;
  }
}

/** Writes the code twice: V8 believes what it is given, and comparing is faster than any checksum in JavaScript. */
function writeCode(path: string, code: Buffer, runs: number): void {
  const temporary = `${path}.${process.pid}`;
  try {
    if (claimFolder(dirname(path)) !== undefined) return;
    rmSync(temporary, { force: true });
    writeFileSync(temporary, Buffer.concat([code, code, Buffer.of(runs)]), { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
    dropOldest(dirname(path), basename(path), codeEnding);
  } catch {
    // A disk that is full or read-only costs the next run its head start, and nothing else.
  }
}
