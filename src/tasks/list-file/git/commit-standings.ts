import { runGit } from "./run-git.ts";

/** Whether a commit is HEAD or one before it, another of the repository's, or none that git knows. */
export type CommitStanding = "before-head" | "unrelated" | "unknown";

/** How commits, given by the beginnings of their ids, relate to HEAD. Empty where git is not installed. */
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
