import { plainLine, plainTitle } from "../../document/render-task.ts";
import type { Prd } from "../prd/model.ts";
import { nameWords, withoutExtension } from "../repository-files.ts";
import { withNeeds } from "./needs.ts";
import type { Draft, PlannedPhase } from "./plan.ts";
import { arrange } from "./plan.ts";
import { bundlesOf, requirementDrafts } from "./requirement-drafts.ts";
import { attach, constraintDrafts, criteriaDrafts, endpointDrafts, modelDrafts } from "./section-drafts.ts";
import { gatherByStory } from "./story-drafts.ts";

/**
 * Drafts the tasks for a PRD and orders them. The same PRD always gives the same tasks. All words come from the PRD or
 * from `templates.ts`.
 * @param files - the files of the repository, relative to its root
 */
export function draftTasks(prd: Prd, files: readonly string[] = []): readonly PlannedPhase[] {
  const bundles = bundlesOf(prd);
  const gathered = gatherByStory(prd, requirementDrafts(prd, bundles));
  const { drafts, endpoints, rest } = attach(gathered.rest, gathered.drafts);
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

/**
 * Adds the files of the repository that clearly belong to a draft: the file's name has at least two words
 * (`password-reset.ts`), no other file has that name, and only this draft contains these words in its title or steps.
 */
function withFiles(drafts: readonly Draft[], files: readonly string[]): readonly Draft[] {
  const named = Map.groupBy(files, nameOf);
  const said = drafts.map(({ title, steps }) =>
    [title, ...steps].map((text) => ` ${nameWords(text).join(" ")} `).join("|"),
  );
  const added = new Map<Draft, string[]>();
  for (const [name, own] of named) {
    const owners = drafts.filter((_, index) => said[index]?.includes(` ${name} `));
    const [owner, file] = [owners[0], own[0]];
    if (!name.includes(" ") || owners.length !== 1 || own.length !== 1) continue;
    if (owner !== undefined && file !== undefined) added.set(owner, [...(added.get(owner) ?? []), file]);
  }
  return drafts.map((draft) => ({
    ...draft,
    files: [...new Set([...draft.files, ...(added.get(draft) ?? [])])],
  }));
}

const nameOf = (path: string): string => nameWords(withoutExtension(path)).join(" ");
