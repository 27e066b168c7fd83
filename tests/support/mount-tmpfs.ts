import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Mounts a separate file system of this size until the test ends. */
export function mountTmpfs(size: string): string {
  const folder = join(temporaryFolder(), "disk");
  mkdirSync(folder);
  mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

export const growTmpfs = (folder: string, size: string): void => mount("-o", `remount,size=${size}`, folder);

export const remountReadOnly = (folder: string): void => mount("-o", "remount,ro", folder);

function mount(...args: string[]): void {
  execFileSync("mount", args, { stdio: "pipe" });
}
