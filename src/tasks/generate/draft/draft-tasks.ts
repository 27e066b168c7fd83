import { plainLine, plainTitle } from "../../document/render-task.ts";
import type { Prd } from "../prd/model.ts";
import { arrange } from "./arrange.ts";
import { attach } from "./attach.ts";
import { withFiles } from "./belonging-files.ts";
import type { Draft, PlannedPhase } from "./draft.ts";
import { withNeeds } from "./needs.ts";
import { bundlesOf, requirementDrafts } from "./requirement-drafts.ts";
import { constraintDrafts, criteriaDrafts, endpointDrafts, modelDrafts } from "./section-drafts.ts";

/**
 * Drafts the tasks for a PRD and orders them. The same PRD always gives the same tasks. All words come from the PRD or
 * from `templates.ts`.
 * @param files - the files of the repository, relative to its root
 */
export function draftTasks(prd: Prd, files: readonly string[] = []): readonly PlannedPhase[] {
  const bundles = bundlesOf(prd);
  const { drafts, endpoints, rest } = attach(prd, requirementDrafts(prd, bundles));
  const all = [
    ...modelDrafts(prd, bundles),
    ...drafts,
    ...endpointDrafts(prd, endpoints),
    ...constraintDrafts(rest),
    ...criteriaDrafts(rest),
  ];
  return arrange(distinctTitles(withFiles(withNeeds(prd, all, bundles), files)).map(asPlainLines));
}

/** Escapes text that would be read as markup of the list: `# Notes`, `**Status**: Complete`, `[x]`. */
const asPlainLines = (draft: Draft): Draft => ({
  ...draft,
  title: plainTitle(draft.title) || draft.key,
  phase: plainTitle(draft.phase),
  steps: draft.steps.map(plainLine),
  verification: draft.verification.map(plainLine),
});

/** Adds the requirement to titles that several drafts share. */
function distinctTitles(drafts: readonly Draft[]): readonly Draft[] {
  const same = Map.groupBy(drafts, ({ title }) => title.toLowerCase());
  return drafts.map((draft) =>
    (same.get(draft.title.toLowerCase()) ?? []).length > 1
      ? { ...draft, title: `${draft.title} (${draft.requirements[0] ?? draft.key})` }
      : draft,
  );
}
