import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { listsIn } from "./find-list.ts";
import { gitRoot } from "./git-root.ts";
import { isSystemError } from "./system-error.ts";

/**
 * Every list of the git repository that a folder lies in, whatever its .gitignore says; outside of git, the lists of
 * the folder only. A repository inside of it, such as a submodule, has lists of its own.
 */
export function findAllLists(folder: string): readonly string[] {
  const root = gitRoot(folder);
  return root === undefined ? listsIn(folder) : listsBelow(root);
}

function listsBelow(folder: string): readonly string[] {
  const further = foldersIn(folder).filter((inner) => !existsSync(join(inner, ".git")));
  return [...listsIn(folder), ...further.flatMap(listsBelow)];
}

/** Where a project's own folders can be: links are not followed, because they may lead in a circle. */
function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
      .map(({ name }) => join(folder, name))
      .toSorted();
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return [];
    throw error;
  }
}
