import { runGitForBytes } from "./run-git.ts";

/**
 * The text of the file that a name stands for: the beginning of a blob's id, or `REVISION:PATH`. Null where git knows
 * no such file, or several, and outside of git.
 */
export async function readObject(folder: string, name: string): Promise<string | null> {
  // One name a line is all that git reads, and none of them is an option to it.
  if (/[\r\n]/.test(name)) return null;
  const answer = await runGitForBytes(folder, ["cat-file", "--batch"], `${name}\n`);
  const end = answer?.indexOf(10) ?? -1;
  if (!answer || end < 0) return null;
  const [, length] = /^[0-9a-f]{40,64} blob (\d+)$/.exec(answer.toString("latin1", 0, end)) ?? [];
  return length === undefined ? null : answer.toString("utf8", end + 1, end + 1 + Number(length));
}
