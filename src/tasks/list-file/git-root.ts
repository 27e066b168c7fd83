import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the git repository that a folder lies in; undefined outside of one. */
export function gitRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitRoot(parent);
}
