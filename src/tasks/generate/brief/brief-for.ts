import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { gitRoot } from "../../file/git-root.ts";
import type { OpenedPrd } from "../open-prd.ts";
import { writeBrief } from "./brief.ts";
import { repositoryFacts } from "./repository-facts.ts";

/** How many characters the facts about the repository take at most, unless told otherwise. */
export const factsBudget = 8000;

export interface BriefOptions {
  /** YYYY-MM-DD, for the list's Created line. */
  readonly created: string;
  /** How many characters the facts about the repository may take. */
  readonly budget: number;
}

/** The brief for a PRD, with the facts of the repository that it lies in; outside of git, of the current folder. */
export function briefFor({ path, source, prd }: OpenedPrd, { created, budget }: BriefOptions): string {
  const root = gitRoot(dirname(realpathSync(path))) ?? process.cwd();
  return writeBrief({
    prd,
    source,
    prdName: basename(path),
    created,
    repository: repositoryFacts(root, source, { without: [realpathSync(path)], budget }),
  });
}
