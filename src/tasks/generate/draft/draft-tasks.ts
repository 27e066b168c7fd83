import type { ListHeader } from "../../document/render-list.ts";
import { renderList, renderTask, separator } from "../../document/render-list.ts";
import type { Constraint, Prd } from "../prd/model.ts";
import { nameWords, withoutExtension } from "../repository-files.ts";
import { withCreators } from "./creators.ts";
import { withNeeds } from "./needs.ts";
import type { Draft, PlannedPhase } from "./plan.ts";
import { arrange, distinct, phaseAt } from "./plan.ts";
import { bundlesOf, requirementDrafts } from "./requirement-drafts.ts";
import { constraintDrafts, criteriaDrafts, modelDrafts, withEndpoints } from "./section-drafts.ts";
import { toldStories, withStories } from "./story-drafts.ts";

/**
 * Drafts the tasks for a PRD and orders them. The same PRD always gives the same tasks. All words come from the PRD or
 * from `templates.ts`.
 * @param files - the files of the repository, relative to its root
 */
export function draftTasks(prd: Prd, files: readonly string[] = []): readonly PlannedPhase[] {
  const bundles = bundlesOf(prd);
  const told = toldStories(prd);
  const isApart = ({ section }: { readonly section: string }): boolean =>
    !told.some((one) => one.section === section);
  const limiting = prd.constraints.filter(isApart);
  const mixed = new Set(limiting.filter(({ kind }) => kind !== "data").map(({ line }) => phaseAt(prd, line)));
  // Data comes first, as models do, unless other constraints share its phase.
  const isFirst = ({ kind, line }: Constraint): boolean => kind === "data" && !mixed.has(phaseAt(prd, line));
  const all = [
    ...modelDrafts(prd, bundles),
    ...constraintDrafts({ ...prd, answers: [] }, limiting.filter(isFirst)),
    ...withEndpoints(prd, withStories(prd, told, requirementDrafts(prd, bundles))),
    ...constraintDrafts(
      prd,
      limiting.filter((one) => !isFirst(one)),
    ),
    ...criteriaDrafts(prd, prd.criteria.filter(isApart)),
  ];
  return arrange(distinctTitles(withFiles(withNeeds(prd, withCreators(all), bundles), files)));
}

/** Writes a plan in the form of a task list, with a final newline. */
export const writeList = (header: ListHeader, phases: readonly PlannedPhase[]): string =>
  renderList(
    header,
    phases.map((phase) => ({
      ...phase,
      text: phase.tasks.map((task) => renderTask(task.number, task).join("\n")).join(separator),
    })),
  );

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
