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
    const scores = drafts.map((draft, index) =>
      canTake(draft, text) ? weights.similarity(words, wordSets[index] ?? new Set()) : 0,
    );
    const named = namedIn(note, drafts);
    const best = named ?? scores.indexOf(Math.max(...scores));
    if ((named !== undefined || (scores[best] ?? 0) >= 0.5) && (given.get(best)?.length ?? 0) < mostGiven)
      given.set(best, [...(given.get(best) ?? []), text]);
    else left.push(note);
  }
  const shared = drafts.map((draft, index) => ({
    ...draft,
    verification: cleanCriteria([...(given.get(index) ?? []), ...draft.verification]).slice(0, 10),
  }));
  return [...shared, ...acceptanceDrafts(left)];
}

const mostGiven = 6;

/** What a person can do is no matter of a table; and a list of stories takes no criteria. */
const canTake = ({ deliverable, key }: Draft, text: string): boolean =>
  !key.startsWith("stories") &&
  (deliverable !== "model" ||
    !/\b(?:users?|members?|customers?|admins?)\b.*\bcan\b|\bpages?\b|\bscreens?\b/i.test(text));

/** The endpoint that a criterion, or the heading it stands under, names by its path. */
function namedIn({ text, group }: Note, drafts: readonly Draft[]): number | undefined {
  const route = (words: string) =>
    drafts.findIndex(
      ({ method, path }) =>
        method !== null && new RegExp(`\\b${method}\\s+\`?${escaped(path ?? "")}(?![\\w/])`).test(words),
    );
  const own = route(text);
  const named = own >= 0 ? own : route(group ?? "");
  return named >= 0 ? named : undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

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
