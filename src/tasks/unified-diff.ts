import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** The change from one text of a file to another, as `git apply` and `patch` take it; empty where there is none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const name = path.replace(/^\/+/, "");
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(
    `a/${name}`,
    `b/${name}`,
    before,
    after,
    undefined,
    undefined,
    options,
  ).trimEnd();
}
