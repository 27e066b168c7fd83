import { plainLine, plainTitle } from "../../document/render-list.ts";
import type { Prd } from "../prd/model.ts";
import { nameWords, withoutExtension } from "../repository-files.ts";
import { withNeeds } from "./needs.ts";
import type { Draft, PlannedPhase } from "./plan.ts";
import { arrange } from "./plan.ts";
import { bundlesOf, distinct, requirementDrafts } from "./requirement-drafts.ts";
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
  const { drafts, rest } = attach(gathered.rest, gathered.drafts);
  const all = [
    ...modelDrafts(prd, bundles),
    ...drafts,
    ...endpointDrafts(rest),
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
  const said = drafts.map(({ title, steps }) =>
    [title, ...steps].map((text) => ` ${nameWords(text).join(" ")} `).join("|"),
  );
  const named = Map.groupBy(files, nameOf);
  const owned = Map.groupBy(files, (file) => {
    const name = nameOf(file);
    if (!name.includes(" ") || (named.get(name) ?? []).length > 1) return undefined;
    const [owner, ...others] = drafts.filter((_, index) => said[index]?.includes(` ${name} `));
    return others.length === 0 ? owner : undefined;
  });
  return drafts.map((draft) => ({
    ...draft,
    files: distinct([...draft.files, ...(owned.get(draft) ?? [])]),
  }));
}

const nameOf = (path: string): string => nameWords(withoutExtension(path)).join(" ");
