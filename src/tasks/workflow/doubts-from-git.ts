import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { filePathsOf } from "../document/file-paths.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task } from "../document/task-list.ts";
import type { CommitStanding, FileCommit, HasChanged } from "../list-file/git.ts";
import { changedPaths, commitStandings, fileHistory } from "../list-file/git.ts";
import { resolveBelow } from "../list-file/paths.ts";
import { parseProofLine } from "./verifying/proof-line.ts";

/** Completions that the git history calls into question. A squash or a rename may explain them. */
interface Doubt {
  readonly problem: "unchanged-file" | "unknown-commit" | "unrelated-commit";
  readonly message: string;
}

interface Doubts {
  of(task: Task): readonly Doubt[];
  /** The checks that could not be made. */
  readonly notes: readonly string[];
}

export const noDoubts: Doubts = { of: () => [], notes: [] };

/** Compares completed tasks with the git history. Runs only a few git processes, however many tasks there are. */
export async function doubtsFromGit(
  root: string,
  listFile: string,
  complete: readonly Task[],
): Promise<Doubts> {
  if (complete.length === 0) return noDoubts;
  const proofs = complete.flatMap(provenOn);
  const [history, standings] = await Promise.all([
    complete.some(({ files }) => files.length > 0) ? fileHistory(root, listFile) : [],
    commitStandings(root, new Set(proofs)),
  ]);
  const creation = history?.at(-1);
  const unchanged = await unchangedFiles(root, creation);
  return {
    of: (task) => [...unchanged(task), ...doubtfulProof(task, standings)],
    notes: creation?.isBoundary
      ? ["This clone is shallow: whether the files of a task have changed was not looked at."]
      : [],
  };
}

const provenOn = ({ proof }: Task): readonly string[] =>
  proof.flatMap(({ text }) => parseProofLine(text)?.commit ?? []);

function doubtfulProof(task: Task, standings: ReadonlyMap<string, CommitStanding>): readonly Doubt[] {
  return [...new Set(provenOn(task))].flatMap((commit): readonly Doubt[] => {
    const standing = standings.get(commit);
    if (standing === "unknown")
      return [{ problem: "unknown-commit", message: `Proof from ${commit}, which git does not know` }];
    if (standing !== "unrelated") return [];
    const message = `Proof from ${commit}, which is not part of HEAD's history`;
    return [{ problem: "unrelated-commit", message }];
  });
}

type FindUnchanged = (task: Task) => readonly Doubt[];

/** The files of a task that exist, but have not changed since the list was created. */
async function unchangedFiles(root: string, creation: FileCommit | undefined): Promise<FindUnchanged> {
  if (creation === undefined || creation.isBoundary) return () => [];
  const hasChanged = await changedPaths(root, creation.commit);
  if (hasChanged === null) return () => [];
  // A task that was Complete when the list was added was done in that commit, or before.
  const done = new Set(
    readTaskList(creation.after ?? "")
      .tasks.filter(({ status }) => status.value === "Complete")
      .map(({ title }) => title),
  );
  return (task) =>
    done.has(task.title)
      ? []
      : filePathsOf(task)
          .filter((path) => isUnchanged(root, path, hasChanged))
          .map((path) => ({
            problem: "unchanged-file",
            message: `${path} has not changed since the list was created`,
          }));
}

function isUnchanged(root: string, path: string, hasChanged: HasChanged): boolean {
  const absolute = resolveBelow(root, path);
  // A missing file is a separate finding.
  if (absolute === undefined || !existsSync(absolute)) return false;
  const name = relative(root, absolute).split(sep).join("/");
  return !hasChanged(name);
}
