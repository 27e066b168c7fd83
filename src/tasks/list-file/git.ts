import { spawnSync } from "node:child_process";
import { pathBelow } from "./paths.ts";

/** A hook of git sets these for its own repository, which need not be that of the list. */
const noRepository = Object.fromEntries(
  ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"].map(
    (name) => [name, undefined],
  ),
);

/**
 * The output of git in a folder; null if git is not installed or fails. Git runs so that it never waits for a password
 * or takes a lock that another git process needs.
 */
function runGit(folder: string, args: readonly string[], input = ""): Buffer | null {
  const env = {
    ...process.env,
    ...noRepository,
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // The names of files are not patterns.
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
  const options = { cwd: folder, env, input, maxBuffer: Number.POSITIVE_INFINITY };
  const { status, stdout } = spawnSync("git", args, options);
  return status === 0 ? stdout : null;
}

/** As `runGit`, for output that is text. */
export const askGit = (folder: string, args: readonly string[], input = ""): string | null =>
  runGit(folder, args, input)?.toString("utf8") ?? null;

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

const recordMark = "\u0001";
const fieldMark = "\u001f";
const format = `--format=${["%x01%H", "%aN", "%aI", "%D"].join("%x1f")}`;

/**
 * The commits that changed a file, newest first, followed across renames. Includes a merge only if its text differs
 * from that of every parent. Null outside git. Runs git twice, regardless of the number of commits.
 */
export function fileHistory(root: string, file: string): readonly FileCommit[] | null {
  const path = pathBelow(root, file);
  const log = askGit(root, [
    ...["-c", "log.showSignature=false", "log", "--follow", "-M", "-c", "--raw", "--no-abbrev"],
    ...["--decorate=short", "--no-color", format, "--", path],
  ]);
  // `git log` also fails in a repository without commits.
  if (log === null) return askGit(root, ["rev-parse", "--git-dir"]) === null ? null : [];
  const commits = log.split(recordMark).slice(1).flatMap(readCommit);
  const texts = readBlobs(root, new Set(commits.flatMap(({ blobs }) => blobs)));
  return commits.map(({ blobs, ...commit }) => ({
    ...commit,
    before: blobs.slice(0, -1).flatMap((blob) => texts.get(blob) ?? []),
    after: texts.get(blobs.at(-1) ?? "") ?? null,
  }));
}

type RawCommit = Omit<FileCommit, "before" | "after"> & {
  /** The blobs of each parent, then the commit's own. */
  readonly blobs: readonly string[];
};

function readCommit(record: string): readonly RawCommit[] {
  const [header = "", ...lines] = record.split("\n");
  const [commit = "", author = "", date = "", names = ""] = header.split(fieldMark);
  const ids = lines.map((line) => /^:+(?:\d+ )+(?<ids>(?:[0-9a-f]{40,64} )+)/.exec(line)?.groups?.["ids"]);
  const blobs = ids
    .find((found) => found !== undefined)
    ?.trim()
    .split(" ");
  const isBoundary = names.split(", ").includes("grafted");
  return blobs ? [{ commit, author, date, isBoundary, blobs }] : [];
}

/** The texts of blobs by id, leaving out names that match no blob or several. */
function readBlobs(root: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const wanted = [...names].filter((id) => !/^0+$/.test(id));
  const bytes = runGit(root, ["cat-file", "--batch"], wanted.map((id) => `${id}\n`).join(""));
  const texts = new Map<string, string>();
  for (let at = 0; bytes && at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const header = bytes.toString("latin1", at, end);
    const [, id = "", size] = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(header) ?? [];
    at = end + 1;
    if (size === undefined) continue;
    texts.set(id, bytes.toString("utf8", at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

/**
 * Whether the file or folder at a path below a repository's root has changed after a commit, in commits or in the
 * working tree. Ignored files count as changed, because git sees no changes there. Null if git fails.
 */
export function changedPaths(root: string, since: string): ((path: string) => boolean) | null {
  const range = `${since}..HEAD`;
  const log = askGit(root, ["log", "-c", "--name-only", "--no-renames", "-z", "--format=", range]);
  const status = askGit(root, [
    ...["status", "--porcelain", "-z", "--no-renames"],
    ...["--untracked-files=all", "--ignored=matching"],
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
    foldersOf(`${path}/`).some((folder) => changed.has(folder) || changed.has(folder.slice(0, -1)));
}

/** `a/` and `a/b/` for `a/b/c`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));

/** Whether a commit is HEAD or its ancestor, another commit of the repository, or unknown to git. */
export type CommitStanding = "before-head" | "unrelated" | "unknown";

/** How commits, given by abbreviated ids, relate to HEAD. Empty if git is not installed. */
export function commitStandings(root: string, ids: ReadonlySet<string>): ReadonlyMap<string, CommitStanding> {
  if (ids.size === 0) return new Map();
  const asked = [...ids];
  const input = asked.map((id) => `${id}^{commit}\n`).join("");
  const answers = askGit(root, ["cat-file", "--batch-check=%(objectname) %(objecttype)"], input);
  if (answers === null) return new Map();
  const hashes = answers.split("\n").map((line) => /^([0-9a-f]{40,64}) commit$/.exec(line)?.[1]);
  const known = hashes.filter((hash) => hash !== undefined);
  const outside = askGit(root, ["rev-list", "--stdin"], [...known, "^HEAD"].join("\n"));
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
export function readObject(folder: string, name: string): string | null {
  // Git reads one name per line, and never reads a name as an option.
  if (/[\r\n]/.test(name)) return null;
  const [text = null] = readBlobs(folder, new Set([name])).values();
  return text;
}

/** What a working tree holds. */
export interface WorkingTreeState {
  /** HEAD, abbreviated; null before the first commit and outside git. */
  readonly commit: string | null;
  /** Whether any file but one differs from HEAD; ignored ones don't count. */
  readonly isChanged: boolean;
}

/** The checked-out commit below a root, and whether files other than `except` have changed. */
export function workingTreeState(
  root: string,
  { except, untracked }: { readonly except: string; readonly untracked: "all" | "no" },
): WorkingTreeState {
  const own = pathBelow(root, except);
  const head = askGit(root, ["rev-parse", "--short", "HEAD"]);
  const status = askGit(root, [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    `--untracked-files=${untracked}`,
  ]);
  const changed = status?.split("\0").filter((entry) => entry !== "" && entry.slice(3) !== own);
  // Without an answer of git, such as with a damaged index, nothing shows that the files are those of the commit.
  return { commit: head?.trim() || null, isChanged: changed?.length !== 0 };
}
