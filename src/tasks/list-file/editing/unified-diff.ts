import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { gitRoot } from "../paths.ts";

/**
 * The change from one text of a file to another, as `git apply` and `patch` take it; empty where there is none.
 * Without the last line's ending, which is added when it is printed.
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const name = patchName(path);
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, options);
  // No other blank may go: a line of context may be nothing but one.
  return withTabAfterBlanks(patch.replace(/\n$/, ""));
}

/** As git writes it: `patch` takes a name to end at a blank, unless a tab says where it ends. */
const withTabAfterBlanks = (patch: string): string =>
  patch.replace(/^(--- [^"\s]\S* .*)\n(\+\+\+ .*)\n/, "$1\t\n$2\t\n");

/** Below this folder, or else the root of the repository: a patch cannot name what lies above where it is applied. */
function patchName(path: string): string {
  const absolute = resolve(path);
  const bases = [process.cwd(), gitRoot(dirname(absolute))].filter((base) => base !== undefined);
  const names = bases.map((base) => relative(base, absolute));
  const name = names.find((below) => !below.startsWith("..") && !isAbsolute(below)) ?? basename(path);
  return name.split(sep).join("/");
}
