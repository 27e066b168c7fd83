import { relative, resolve } from "node:path";

/** The absolute path of `path` within a folder; undefined where it leads out of it. */
export function resolveBelow(folder: string, path: string): string | undefined {
  const absolute = resolve(folder, path.replace(/^\//, ""));
  const fromFolder = relative(folder, absolute);
  return fromFolder === ".." || fromFolder.startsWith("../") ? undefined : absolute;
}
