import { nameWords, withoutExtension } from "../repository-files.ts";
import type { Draft } from "./draft.ts";

/**
 * The drafts with the files of the repository that plainly belong to them: a name of two words or more that only this
 * file has (`password-reset.ts`), and only this draft says, in its title or its steps.
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
