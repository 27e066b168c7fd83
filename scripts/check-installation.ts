import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { build } from "esbuild";
import { launchChromium } from "../tests/support/launch-chromium.ts";

/**
 * Follows the instructions of README in temporary folders: the two commands of a fresh clone, the production recipe,
 * and the use of the command and the typed client from another project. It prints a line for each step and stops at
 * the first one that fails.
 */
const repository = resolve(import.meta.dirname, "..");
const work = mkdtempSync(join(tmpdir(), "groundwork-installation-"));
const clone = join(work, "clone");
/** Another project that installs groundwork from a packed tarball. */
const project = join(work, "project");

const SECRET = "only for this check, 32 bytes or more";
const STOP_LIMIT_MS = 60_000;
/** A new user's environment, without the variables of this process, such as its path to the pinned Node.js. */
const PATH = (process.env["PATH"] ?? "")
  .split(":")
  .filter((folder) => !folder.includes("node_modules"))
  .join(":");
const machine = { PATH, HOME: process.env["HOME"] };
/** The same environment with a Node.js that the package supports, as on a production machine. */
const supported = { ...machine, PATH: `${makeNodeFolder()}:${PATH}` };

try {
  run("git", ["clone", "--quiet", repository, clone], work);
  await checkFreshClone();
  checkTarball();
  await checkClient();
  await checkProduction();
  checkInstallWithoutBuilder();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function checkFreshClone(): Promise<void> {
  run("npm", ["ci"], clone);
  await checkServer("npm run dev", ["run", "dev"], { ...machine, PORT: "0" });
  assert((statSync(join(clone, ".env")).mode & 0o777) === 0o600, ".env is private");
  assert(existsSync(join(clone, "data/groundwork.db")), "the database file is there");
  report("npm ci && npm run dev");
  const { stdout } = run("npx", ["tasks", "--help"], clone);
  assert(/tasks/.test(stdout), "npx tasks prints its help");
  report("npx tasks after npm ci");
}

function checkTarball(): void {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  const { stdout } = run("npm", ["pack", "--silent", "--pack-destination", work], clone);
  run("npm", ["install", "--silent", join(work, stdout.trim().split("\n").at(-1) ?? "")], project);
  const help = spawnSync("npx", ["tasks", "--help"], { cwd: project, env: supported, encoding: "utf8" });
  assert(help.status === 0 && /tasks/.test(help.stdout), `npx tasks in another project: ${help.stderr}`);
  report("npx tasks from a packed tarball in another project");
  const installed = join(project, "node_modules/groundwork");
  const links = [...readFileSync(join(installed, "README.md"), "utf8").matchAll(/\]\((?<path>[\w./-]+)\)/g)];
  const missing = links.map(([, path = ""]) => path).filter((path) => !existsSync(join(installed, path)));
  assert(links.length > 10 && missing.length === 0, `the README links to ${missing.join(", ") || "nothing"}`);
  report("every page that the packed README links to");
}

/** Checks the types of the client with two compilers, and the client itself in Node and in a browser. */
async function checkClient(): Promise<void> {
  cpSync(join(repository, "scripts/client-project"), project, { recursive: true });
  const packages = join(clone, "node_modules");
  for (const compiler of [packages, join(packages, "@groundwork/openapi-typescript/node_modules")]) {
    const tsc = [join(compiler, "typescript/bin/tsc"), "--typeRoots", join(packages, "@types")];
    run(process.execPath, [...tsc, "--project", "tsconfig.node.json"], project);
    run(process.execPath, [...tsc, "--project", "tsconfig.browser.json"], project);
  }
  report("tsc --strict of the typed client in another project, with and without the types of browsers");

  const env = { ...supported, JWT_SECRET: SECRET, PORT: "0" };
  const start = { command: "node", args: ["node_modules/groundwork/dist/start.js"], cwd: project, env };
  await withServer("the server of the package", start, async (origin) => {
    run(process.execPath, ["node.ts", origin], project);
    report("the typed client in Node");
    const seen = await visitInChromium(origin);
    const expected = [201, "grace@example.com", "", 401];
    assert(isDeepStrictEqual(seen, expected), `the typed client in a browser: ${JSON.stringify(seen)}`);
    report("the typed client in a browser");
  });
}

/** Bundles the project's script for browsers and runs it on a page of the server. */
async function visitInChromium(origin: string): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [join(project, "browser.ts")],
    bundle: true,
    format: "iife",
    globalName: "project",
    write: false,
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/session/`);
    return await page.evaluate(`${outputFiles[0]?.text}; project.visit("${origin}/session")`);
  } finally {
    await browser.close();
  }
}

async function checkProduction(): Promise<void> {
  run("npm", ["prune", "--omit=dev"], clone);
  rmSync(join(clone, ".env"));
  const env = { ...supported, NODE_ENV: "production", JWT_SECRET: SECRET, PORT: "0" };
  await checkServer("npm start in production", ["start"], env);
  report("npm ci, npm prune --omit=dev, NODE_ENV=production npm start");
}

function checkInstallWithoutBuilder(): void {
  const bare = join(work, "bare");
  run("git", ["clone", "--quiet", repository, bare], work);
  const { stdout } = run("npm", ["ci", "--foreground-scripts"], bare, { ...machine, NODE_ENV: "production" });
  assert(/groundwork: not built/.test(stdout), "prepare steps aside with a line");
  report("NODE_ENV=production npm ci");
}

function checkServer(what: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return withServer(what, { command: "npm", args, cwd: clone, env }, async (origin) => {
    const health = await fetch(`${origin}/session/health`);
    assert(health.ok, `${what} answers`);
  });
}

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

async function withServer(
  what: string,
  { command, args, cwd, env }: Start,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"], detached: true });
  try {
    await use(await listeningAddress(child.stdout));
  } finally {
    await stop(what, child);
  }
}

/** Stops only the command, as a supervisor does: its child processes must end with it. */
async function stop(what: string, child: ChildProcess): Promise<void> {
  let isForced = false;
  const deadline = setTimeout(() => {
    isForced = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, STOP_LIMIT_MS);
  child.stdout?.resume();
  child.kill("SIGTERM");
  // All processes that npm started have its output open, so it closes when the last one ends.
  await once(child, "close");
  clearTimeout(deadline);
  assert(!isForced, `${what} ends when npm is told to`);
}

async function listeningAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /"address":"(http:[^"]+)"/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("the server ended before it was listening");
}

/** A folder with only the pinned Node.js, named `node`. */
function makeNodeFolder(): string {
  const folder = join(work, "node-bin");
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, "node"));
  return folder;
}

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = machine) {
  const result = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 26 });
  assert(result.status === 0, `${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  return result;
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`installation check failed: ${message}`);
}

function report(what: string): void {
  console.log(`holds: ${what}`);
}
