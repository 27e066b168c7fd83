import { readTaskList } from "../../document/read-task-list.ts";
import { lintList } from "../../lint/lint-list.ts";
import type { OpenedPrd } from "../open-prd.ts";
import type { AssistedOptions } from "./ask-assistant.ts";
import { askAssistant, describeFinding } from "./ask-assistant.ts";

/**
 * The list of a PRD as an assistant writes it, with what is to be said besides: how many rounds it took, and what
 * lint still warns of.
 * @throws Refusal where the assistant's program fails, or its last list can't be written.
 */
export async function listByAssistant(
  opened: OpenedPrd,
  options: AssistedOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const { text, warnings, note } = await askAssistant(opened, options, (answer, ofPrd) =>
    // The list is named for its PRD wherever it goes, whatever the PRD is called.
    lintList(readTaskList(answer), ofPrd).filter(({ rule }) => rule !== "prd-name"),
  );
  return { text, notes: [note, ...warnings.map(describeFinding)] };
}
