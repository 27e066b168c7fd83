import type { Dirent } from "node:fs";
import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { askGit } from "../list-file/git.ts";
import { gitRoot, pathBelow } from "../list-file/paths.ts";

const mostFiles = 20_000;

/** The files that git tracks or would add. Outside of git, all files that are not hidden. */
export function filesBelow(root: string): readonly string[] {
  const listed = askGit(root, ["ls-files", "-co", "--exclude-standard", "-z"]);
  const paths = listed?.split("\0") ?? walk(root);
  return [...new Set(paths)].filter((path) => path !== "").slice(0, mostFiles);
}

/** The files of the repository that contains a file; empty outside of git. */
export function filesAround(path: string): readonly string[] {
  const root = gitRoot(dirname(realpathSync(path)));
  return root === undefined ? [] : filesBelow(root);
}

function walk(root: string): readonly string[] {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && found.length < mostFiles; folder = folders.pop()) {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(isVisible);
    const pathOf = ({ name }: Dirent): string => join(folder, name);
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(pathOf));
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => pathBelow(root, pathOf(entry))));
  }
  return found.toSorted();
}

const isVisible = ({ name }: Dirent): boolean => !name.startsWith(".") && name !== "node_modules";

/** The file name without its extension: `passwordReset` for `src/passwordReset.ts`. */
export const withoutExtension = (path: string): string => basename(path, extname(path));

/** The words of at least three letters, without a plural s. `camelCase` and `snake_case` names are split. */
export function nameWords(text: string): readonly string[] {
  const words = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/\p{L}{3,}/gu) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ""));
}
