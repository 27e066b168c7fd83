import { readTaskList } from "../../document/read-task-list.ts";
import { lintList } from "../../lint/lint-list.ts";
import type { OpenedPrd } from "../open-prd.ts";
import type { AssistedOptions } from "./ask-assistant.ts";
import { askAssistant, describeFinding } from "./ask-assistant.ts";

/**
 * Lets an assistant write the list for a PRD. The notes say how many rounds it took and list the remaining warnings.
 * @throws Refusal if the assistant's program fails or its last list can't be used.
 */
export async function listByAssistant(
  opened: OpenedPrd,
  options: AssistedOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const { text, warnings, note } = await askAssistant(opened, options, (answer, ofPrd) =>
    // The assistant can't rename the PRD, so the name of the file is not checked.
    lintList(readTaskList(answer), ofPrd).filter(({ rule }) => rule !== "prd-name"),
  );
  return { text, notes: [note, ...warnings.map(describeFinding)] };
}
