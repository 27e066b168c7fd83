import { dirname, resolve } from "node:path";
import { isWithin, pathBelow, projectRoot } from "../paths.ts";

/**
 * The diff between two texts of a file, in the form that `git apply` and `patch` accept; empty if they are equal.
 * It has no final line ending, because printing adds one.
 */
export async function unifiedDiff(path: string, before: string, after: string): Promise<string> {
  if (before === after) return "";
  // Loaded only when an edit is shown.
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
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
  const bases = [process.cwd(), projectRoot(dirname(absolute))];
  const base = bases.find((folder) => isWithin(folder, absolute)) ?? dirname(absolute);
  return pathBelow(base, absolute);
}
