import { runGit, runGitForBytes } from "./run-git.ts";

/** Whether the file or folder at a path below the root has changed. */
export type HasChanged = (path: string) => boolean;

/**
 * The files that changed below a repository's root after a commit, in commits or in the working tree, and the folders
 * around them. Ignored files count as changed, because git sees no changes there. Null if git fails.
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
  // For a submodule or an ignored folder, git names only the folder.
  return (path) =>
    changed.has(path) ||
    around.has(`${path}/`) ||
    foldersOf(path).some((folder) => changed.has(folder) || changed.has(folder.slice(0, -1))) ||
    changed.has(`${path}/`);
}

/** `a/` and `a/b/` for `a/b/c`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));

/** Whether a commit is HEAD or its ancestor, another commit of the repository, or unknown to git. */
export type CommitStanding = "before-head" | "unrelated" | "unknown";

/** How commits, given by abbreviated ids, relate to HEAD. Empty if git is not installed. */
export async function commitStandings(
  root: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, CommitStanding>> {
  if (ids.size === 0) return new Map();
  const asked = [...ids];
  const input = asked.map((id) => `${id}^{commit}\n`).join("");
  const answers = await runGit(root, ["cat-file", "--batch-check=%(objectname) %(objecttype)"], input);
  if (answers === null) return new Map();
  const hashes = answers.split("\n").map((line) => /^([0-9a-f]{40,64}) commit$/.exec(line)?.[1]);
  const known = hashes.filter((hash) => hash !== undefined);
  const outside = await runGit(root, ["rev-list", "--stdin"], [...known, "^HEAD"].join("\n"));
  const unrelated = new Set(outside?.split("\n"));
  return new Map(
    asked.map((id, index) => {
      const hash = hashes[index];
      if (hash === undefined) return [id, "unknown"];
      return [id, unrelated.has(hash) ? "unrelated" : "before-head"];
    }),
  );
}

/**
 * The text of the file named by an abbreviated blob id or by `REVISION:PATH`. Null outside git, and if the name matches
 * no file or several.
 */
export async function readObject(folder: string, name: string): Promise<string | null> {
  // Git reads one name per line, and never reads a name as an option.
  if (/[\r\n]/.test(name)) return null;
  const answer = await runGitForBytes(folder, ["cat-file", "--batch"], `${name}\n`);
  const end = answer?.indexOf(10) ?? -1;
  if (!answer || end < 0) return null;
  const [, length] = /^[0-9a-f]{40,64} blob (\d+)$/.exec(answer.toString("latin1", 0, end)) ?? [];
  return length === undefined ? null : answer.toString("utf8", end + 1, end + 1 + Number(length));
}
