import { nameWords, withoutExtension } from "../repository-files.ts";
import type { Draft } from "./draft.ts";

/**
 * Adds the files of the repository that clearly belong to a draft: the file's name has at least two words
 * (`password-reset.ts`), no other file has that name, and only this draft contains these words in its title or steps.
 */
export function withFiles(drafts: readonly Draft[], files: readonly string[]): readonly Draft[] {
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
