import type { Note } from "../prd/prd.ts";
import { labelledText } from "../prd/requirement-id.ts";
import { sentenceCased } from "../wording/text-case.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Context } from "./context.ts";
import { cleanCriteria } from "./criteria.ts";
import type { Draft } from "./draft.ts";
import { fitted } from "./steps.ts";
/** Acceptance criteria of the whole go to the task they are about; those of none are checked at the end. */
export function shareCriteria(
  drafts: readonly Draft[],
  criteria: readonly Note[],
  { weights }: Context,
): readonly Draft[] {
  const wordSets = drafts.map((draft) => meaningfulWords(`${draft.title} ${draft.words}`));
  const given = new Map<number, string[]>();
  const left: Note[] = [];
  for (const note of criteria) {
    const { text } = note;
    const words = meaningfulWords(text);
    const scores = wordSets.map((whole) => weights.similarity(words, whole));
    const best = scores.indexOf(Math.max(...scores));
    if ((scores[best] ?? 0) >= 0.5 && (given.get(best)?.length ?? 0) < 4)
      given.set(best, [...(given.get(best) ?? []), text]);
    else left.push(note);
  }
  const shared = drafts.map((draft, index) => ({
    ...draft,
    verification: cleanCriteria([...(given.get(index) ?? []), ...draft.verification]).slice(0, 10),
  }));
  return [...shared, ...acceptanceDrafts(left)];
}

/** One task for each heading of three criteria or more; the others are checked together. */
function acceptanceDrafts(notes: readonly Note[]): readonly Draft[] {
  const groups = new Map<string, string[]>();
  const count = (group: string | null) => notes.filter((note) => note.group === group).length;
  for (const { group, text } of notes) {
    const name =
      group === null || count(group) < 3 || /acceptance|criteri/i.test(group)
        ? ""
        : (labelledText(group)?.rest ?? group);
    groups.set(name, [...(groups.get(name) ?? []), text]);
  }
  return [...groups].flatMap(([name, criteria]) => acceptanceTasks(name, cleanCriteria(criteria)));
}

function acceptanceTasks(name: string, clean: readonly string[]): readonly Draft[] {
  const size = 8;
  const title =
    name === ""
      ? "Check the remaining acceptance criteria"
      : `Check the acceptance criteria of ${sentenceCased(name)}`;
  return Array.from({ length: Math.ceil(clean.length / size) }, (_, index) => {
    const part = clean.slice(index * size, (index + 1) * size);
    return {
      key: `acceptance ${name} ${index + 1}`,
      deliverable: "test" as const,
      title: `${title}${clean.length > size ? `, part ${index + 1}` : ""}`,
      area: null,
      requirements: [],
      files: [],
      method: null,
      path: null,
      steps: fitted(part.map((criterion) => `Show that this holds: ${criterion}`)),
      verification: part,
      words: part.join("\n"),
      needs: [],
    };
  });
}
