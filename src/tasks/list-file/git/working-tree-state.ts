import { relative, sep } from "node:path";
import { runGit } from "./run-git.ts";

interface WorkingTreeState {
  /** HEAD, abbreviated; null before the first commit and outside git. */
  readonly commit: string | null;
  /** Whether any file except `except` differs from HEAD; untracked files count, ignored ones don't. */
  readonly isChanged: boolean;
}

/** The checked-out commit below a root, and whether there are changes. */
export async function workingTreeState(root: string, except: string): Promise<WorkingTreeState> {
  const own = relative(root, except).split(sep).join("/");
  const [head, status] = await Promise.all([
    runGit(root, ["rev-parse", "--short", "HEAD"]),
    runGit(root, ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"]),
  ]);
  const changed = (status ?? "").split("\0").filter((entry) => entry !== "" && entry.slice(3) !== own);
  return { commit: head?.trim() || null, isChanged: changed.length > 0 };
}
