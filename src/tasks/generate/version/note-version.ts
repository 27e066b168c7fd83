import { basename } from "node:path";
import { noteChange } from "../../document/edit/note-change.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { prdId } from "./prd-id.ts";

/** What a list was made of, or was brought up to date with. */
interface PrdText {
  readonly path: string;
  readonly source: string;
}

/**
 * Records under `## Changes` which version of a PRD the list follows from now on.
 * @param day - YYYY-MM-DD
 */
export const noteVersion = ({ path, source }: PrdText, verb: "generated" | "updated", day: string): Edit =>
  noteChange(`${verb} from ${nameInLine(path)} (${prdId(source)})`, new Date(`${day}T00:00`));

/** A file name may hold a line break. */
export const nameInLine = (path: string): string => basename(path).replaceAll(/\p{Cc}+/gu, " ");
