import type { TaskList } from "./task-list.ts";

/** The file name that the header's PRD line gives, out of a link, code or a path; null without such a line. */
export function prdFileName({ prd }: TaskList): string | null {
  const path = prd && prdPath(prd.value.text);
  return path ? (path.split(/[/\\]/).at(-1) ?? path) : path;
}

/** The path as the PRD line gives it. */
export function prdPath(value: string): string {
  const link = /^\[[^\]]*\]\((?<target>[^)\s]+)[^)]*\)/.exec(value)?.groups?.["target"];
  return link ?? /^`(?<code>[^`]+)`/.exec(value)?.groups?.["code"] ?? value.replace(/^<|>$/g, "");
}
