import { relative, sep } from "node:path";
import { runGit, runGitForBytes } from "./run-git.ts";

/** A commit that changed a file, even under an earlier name. */
export interface FileCommit {
  /** The full id. */
  readonly commit: string;
  readonly author: string;
  /** ISO 8601, in the author's time zone. */
  readonly date: string;
  /** The file's text in each parent; empty if the commit added the file. */
  readonly before: readonly string[];
  /** Null if the commit deleted the file. */
  readonly after: string | null;
  /** Whether a shallow clone ends here, so that the earlier text is unknown. */
  readonly isBoundary: boolean;
}

const RECORD = "\u0001";
const FIELD = "\u001f";
const format = `--format=${["%x01%H", "%aN", "%aI", "%D"].join("%x1f")}`;

/**
 * The commits that changed a file, newest first, followed across renames. Includes a merge only if its text differs
 * from that of every parent. Null outside git. Runs git twice, regardless of the number of commits.
 */
export async function fileHistory(root: string, file: string): Promise<readonly FileCommit[] | null> {
  const path = relative(root, file).split(sep).join("/");
  const log = await runGit(root, [
    ...["-c", "log.showSignature=false", "log", "--follow", "-M", "-c", "--raw", "--no-abbrev"],
    ...["--decorate=short", "--no-color", format, "--", path],
  ]);
  // `git log` also fails in a repository without commits.
  if (log === null) return (await runGit(root, ["rev-parse", "--git-dir"])) === null ? null : [];
  const commits = log.split(RECORD).slice(1).flatMap(readCommit);
  const texts = await readBlobs(root, new Set(commits.flatMap(({ blobs }) => blobs)));
  const textOf = (blob: string): readonly string[] => texts.get(blob) ?? [];
  return commits.map(({ blobs, ...commit }) => ({
    ...commit,
    before: blobs.slice(0, -1).flatMap(textOf),
    after: textOf(blobs.at(-1) ?? "")[0] ?? null,
  }));
}

type RawCommit = Omit<FileCommit, "before" | "after"> & {
  /** The blobs of each parent, then the commit's own. */
  readonly blobs: readonly string[];
};

function readCommit(record: string): readonly RawCommit[] {
  const [header = "", ...lines] = record.split("\n");
  const [commit = "", author = "", date = "", names = ""] = header.split(FIELD);
  const ids = lines.map((line) => /^:+(?:\d+ )+(?<ids>(?:[0-9a-f]{40,64} )+)/.exec(line)?.groups?.["ids"]);
  const blobs = ids
    .find((found) => found !== undefined)
    ?.trim()
    .split(" ");
  const isBoundary = names.split(", ").includes("grafted");
  return blobs ? [{ commit, author, date, isBoundary, blobs }] : [];
}

/** The texts of blobs by id, leaving out blobs that don't exist. */
async function readBlobs(
  root: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly [string]>> {
  const wanted = [...ids].filter((id) => !/^0+$/.test(id));
  const bytes = await runGitForBytes(root, ["cat-file", "--batch"], wanted.map((id) => `${id}\n`).join(""));
  const texts = new Map<string, readonly [string]>();
  for (let at = 0; bytes && at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [id = "", kind, size] = bytes.toString("latin1", at, end).split(" ");
    const length = kind === "blob" ? Number(size) : -1;
    if (length >= 0) texts.set(id, [bytes.toString("utf8", end + 1, end + 1 + length)]);
    at = end + 1 + (length >= 0 ? length + 1 : 0);
  }
  return texts;
}
