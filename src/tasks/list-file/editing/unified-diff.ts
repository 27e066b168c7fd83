import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { gitRoot } from "../paths.ts";

/**
 * The diff between two texts of a file, in the form that `git apply` and `patch` accept; empty if they are equal.
 * It has no final line ending, because printing adds one.
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const name = patchName(path);
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, options);
  // Only the line ending is removed: a context line can consist of a single blank.
  return withTabAfterBlanks(patch.replace(/\n$/, ""));
}

/** As git does: `patch` ends a name at a blank, unless a tab marks its end. */
const withTabAfterBlanks = (patch: string): string =>
  patch.replace(/^(--- [^"\s]\S* .*)\n(\+\+\+ .*)\n/, "$1\t\n$2\t\n");

/** Relative to the current folder or else the repository's root, because a patch can't name files above its folder. */
function patchName(path: string): string {
  const absolute = resolve(path);
  const bases = [process.cwd(), gitRoot(dirname(absolute))].filter((base) => base !== undefined);
  const names = bases.map((base) => relative(base, absolute));
  const name = names.find((below) => !below.startsWith("..") && !isAbsolute(below)) ?? basename(path);
  return name.split(sep).join("/");
}
