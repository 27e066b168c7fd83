import { runGit } from "./run-git.ts";

/** Tells whether something at a path below the root was changed. */
export type HasChanged = (path: string) => boolean;

/**
 * What was changed below the root of a repository after a commit, in commits or in the working tree: files, and
 * folders with a change in them. What git ignores counts as changed, since it sees no change there. Null where git
 * can't say.
 */
export async function changedPaths(root: string, since: string): Promise<HasChanged | null> {
  const [log, status] = await Promise.all([
    runGit(root, ["log", "-c", "--name-only", "--no-renames", "-z", "--format=", `${since}..HEAD`]),
    runGit(root, [
      ...["status", "--porcelain", "-z", "--no-renames"],
      ...["--untracked-files=all", "--ignored=matching"],
    ]),
  ]);
  if (log === null || status === null) return null;
  const committed = log.split("\0").map((path) => path.replace(/^\n+/, ""));
  const uncommitted = status.split("\0").map((entry) => entry.slice(3));
  const changed = new Set([...committed, ...uncommitted]);
  const around = new Set([...changed].flatMap(foldersOf));
  // Of a submodule and of an ignored folder, git names the folder and nothing in it.
  return (path) =>
    changed.has(path) ||
    around.has(`${path}/`) ||
    foldersOf(path).some((folder) => changed.has(folder) || changed.has(folder.slice(0, -1))) ||
    changed.has(`${path}/`);
}

/** `a/` and `a/b/` for `a/b/c`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
