import { createHash } from "node:crypto";
import { basename } from "node:path";
import { noteChange } from "../../document/edit/note-change.ts";
import type { Edit } from "../../document/edit/revise.ts";

/** The first twelve digits of the id under which git would keep a text. */
export function prdId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex").slice(0, 12);
}

/** Whether a text is the version with this id, apart from its line endings: git may rewrite those. */
export function isVersion(text: string, id: string): boolean {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return [text, lines, lines.replaceAll("\n", "\r\n")].some((form) => prdId(form) === id);
}

/**
 * Records under `## Changes` which version of a PRD the list follows from now on.
 * @param day - YYYY-MM-DD
 */
export const noteVersion = (
  { path, source }: { readonly path: string; readonly source: string },
  verb: "generated" | "updated",
  day: string,
): Edit => noteChange(`${verb} from ${nameInLine(path)} (${prdId(source)})`, new Date(`${day}T00:00`));

/** A file name may hold a line break. */
export const nameInLine = (path: string): string => basename(path).replaceAll(/\p{Cc}+/gu, " ");
