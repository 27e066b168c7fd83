import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Whether this process may mount file systems, as root in a container or on a CI machine often may. */
export const canMount: boolean = tryToMount();

/** A file system of its own and of this size, for as long as the test lasts. */
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

function tryToMount(): boolean {
  try {
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt");
    execFileSync("umount", ["/mnt"]);
    return true;
  } catch {
    return false;
  }
}
