import { basename } from "node:path";
import { prdPath } from "../document/read-task-list.ts";
import { readListText } from "../list-file/list-text.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { refuseMerge } from "../list-file/open-list.ts";
import { inputRefusal } from "../refusal.ts";
import { plural } from "../terminal/words.ts";
import type { Prd } from "./prd/model.ts";
import { unfilledReason } from "./prd/points.ts";
import { readPrdModel } from "./prd/read-model.ts";
import { leftOut } from "./prd/sections.ts";
import { findPrd } from "./prd-version.ts";

export interface OpenedPrd {
  readonly path: string;
  readonly source: string;
  readonly prd: Prd;
}

/**
 * Reads a PRD from its file.
 * @throws Refusal if it can't be read or is in the middle of a merge.
 */
export function openPrd(path: string): OpenedPrd {
  const source = readListText(path);
  const conflict = /^<{7}(?: |\r?$)/m.exec(source);
  refuseMerge(path, { source, conflictOffset: conflict?.index ?? null });
  return { path, source, prd: readPrdModel(source, basename(path)) };
}

/** @throws Refusal if a PRD has no requirement to build. The message lists its headings. */
export function refuseWithoutRequirements({ path, prd }: OpenedPrd): void {
  if (prd.requirements.some(({ optional }) => optional === null)) return;
  if (prd.requirements.length > 0)
    throw inputRefusal(
      "no-requirements",
      `${path}: every requirement is ticked as done, ruled out, or marked as optional or later work.${otherPoints(path, prd)}`,
    );
  const unfilled = prd.unread.find(({ reason }) => reason === unfilledReason);
  if (unfilled !== undefined)
    throw inputRefusal(
      "no-requirements",
      `${path}:${unfilled.line}: its requirements are placeholders such as "${unfilled.text}": fill them in first.`,
    );
  const headings = prd.sections.map(({ heading }) => heading).filter((heading) => heading !== "");
  const shown = headings.slice(0, 12).map((heading) => `"${heading}"`);
  const more = headings.length > 12 ? ` and ${headings.length - 12} more` : "";
  const saw = shown.length === 0 ? "it has no headings" : `its headings are ${shown.join(", ")}${more}`;
  throw inputRefusal(
    "no-requirements",
    `${path}: no requirement was found; ${saw}. Put them under "## Functional Requirements", as in "- FR-1: …".`,
  );
}

/** A PRD may ask for more in sections that are read as context. */
function otherPoints(path: string, prd: Prd): string {
  const { length } = leftOut(prd);
  return length === 0
    ? ""
    : ` ${plural(length, "other point")} may be work: tasks generate ${path} --explain shows how each section was read.`;
}

/**
 * Opens the PRD of a list: the given path, else the file that the list's header names, in the folder of the list or
 * where it was when the list last followed it.
 * @param howToName - how to pass a PRD to the command, for the error message
 * @throws Refusal if there is no PRD or it has no requirements.
 */
export function openPrdOf(
  opened: OpenedList,
  given: string | undefined,
  howToName = "--prd PATH",
): OpenedPrd {
  const prd = openPrd(given ?? findPrd(opened) ?? refuseWithoutPrd(opened, howToName));
  // A list is compared with its PRD also when all of it is done.
  if (!prd.prd.requirements.some(({ optional }) => optional === "done")) refuseWithoutRequirements(prd);
  return prd;
}

function refuseWithoutPrd({ path, list }: OpenedList, howToName: string): never {
  const problem =
    list.prd === null
      ? `${path} names no PRD`
      : `The PRD ${prdPath(list.prd.value.text)} is not beside ${path}`;
  throw inputRefusal("no-prd", `${problem}: give it with ${howToName}.`);
}
