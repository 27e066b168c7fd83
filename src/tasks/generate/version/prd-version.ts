import { createHash } from "node:crypto";
import { basename } from "node:path";
import { noteChange } from "../../document/edit/follow-tasks.ts";
import type { Edit } from "../../document/edit/revise.ts";

/** The first twelve digits of a text's git blob id. */
export function prdId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex").slice(0, 12);
}

/** Whether a text is the version with this id, ignoring line endings, which git may convert. */
export function isVersion(text: string, id: string): boolean {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return [text, lines, lines.replaceAll("\n", "\r\n")].some((form) => prdId(form) === id);
}

/**
 * Records the version of the PRD that the list now follows under `## Changes`.
 * @param day - YYYY-MM-DD
 */
export const noteVersion = (
  { path, source }: { readonly path: string; readonly source: string },
  verb: "generated" | "updated",
  day: string,
): Edit => noteChange(`${verb} from ${nameInLine(path)} (${prdId(source)})`, new Date(`${day}T00:00`));

/** The file name on one line: file names can contain line breaks. */
export const nameInLine = (path: string): string => basename(path).replaceAll(/\p{Cc}+/gu, " ");
