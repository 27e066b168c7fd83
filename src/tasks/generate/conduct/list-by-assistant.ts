import type { Diagnostic } from "../../document/diagnostic.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import { failsList, lintList } from "../../lint/lint-list.ts";
import { plural } from "../../terminal/plural.ts";
import { briefFor, factsBudget } from "../brief/brief-for.ts";
import type { OpenedPrd } from "../open-prd.ts";
import { prdRules } from "../prd-rules.ts";
import type { Judge } from "./ask-assistant.ts";
import { askAssistant } from "./ask-assistant.ts";

export interface AssistedOptions {
  /** As `--with` takes it: an assistant's name, or a shell command. */
  readonly assistant: string;
  /** For each answer. */
  readonly timeoutSeconds: number;
  /** YYYY-MM-DD */
  readonly created: string;
  /** Warnings keep the list from being written as well, but for those that can be wrong. */
  readonly strict: boolean;
}

/**
 * The list of a PRD as an assistant writes it, with what is to be said besides: how many rounds it took, and what
 * lint still warns of.
 * @throws Refusal where the assistant's program fails, or its last list can't be written.
 */
export async function listByAssistant(
  opened: OpenedPrd,
  { assistant, timeoutSeconds, created, strict }: AssistedOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const brief = briefFor(opened, { created, budget: factsBudget });
  const judge = judgeFor(opened, strict);
  const { text, warnings, answers } = await askAssistant(brief, judge, { assistant, timeoutSeconds });
  const remaining = warnings.map(({ line, rule, message }) => `line ${line}, ${rule}: ${message}`);
  return { text, notes: [`The assistant took ${plural(answers, "round")}.`, ...remaining] };
}

function judgeFor({ prd }: OpenedPrd, strict: boolean): Judge {
  const ofPrd = prdRules(prd);
  const namesOfPrd = new Set(ofPrd.map(({ name }) => name));
  const isFatal = (finding: Diagnostic): boolean =>
    finding.rule === "uncovered-requirement" || failsList(finding, strict);
  return {
    // The list is named for its PRD wherever it goes, whatever the PRD is called.
    findingsOf: (text) => lintList(readTaskList(text), ofPrd).filter(({ rule }) => rule !== "prd-name"),
    isToMend: (finding) => isFatal(finding) || namesOfPrd.has(finding.rule),
    isFatal,
  };
}
