import type { Note, UserStory } from "../prd/prd.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Context } from "./context.ts";
/** Gives each consideration to the requirement it speaks of most plainly; the rest stay for tasks of their own. */
export function shareNotes({ prd, weights, wordsOf }: Context): {
  notes: ReadonlyMap<string, readonly Note[]>;
  rest: readonly Note[];
} {
  const notes = new Map<string, readonly Note[]>();
  const rest: Note[] = [];
  const wordSets = prd.requirements.map((requirement) => ({
    id: requirement.id,
    words: meaningfulWords(wordsOf(requirement)),
  }));
  for (const note of prd.notes) {
    const words = meaningfulWords(note.text);
    const canShare =
      (note.kind === "technical" || note.kind === "design" || note.kind === "data") &&
      words.size >= 4 &&
      note.text.length < 200 &&
      !/[:：]$|^[✅☑✔❌]/u.test(note.text) &&
      !/^(?:could|might|may|optional|consider|maybe|possibly|nice to have)\b/i.test(note.text);
    const best = canShare
      ? wordSets
          .map(({ id, words: whole }) => ({ id, score: weights.similarity(words, whole) }))
          .toSorted((a, b) => b.score - a.score)[0]
      : undefined;
    const given = notes.get(best?.id ?? "") ?? [];
    const whole = wordSets.find(({ id }) => id === best?.id)?.words;
    const saysMore = [...words].some((word) => whole?.has(word) === false);
    if (best !== undefined && best.score >= 0.5 && !saysMore) continue;
    if (best !== undefined && best.score >= 0.5 && given.length < 2) notes.set(best.id, [...given, note]);
    else rest.push(note);
  }
  return { notes, rest };
}

/** A story with criteria of its own lends them to the requirement that fulfils it. */
export function shareStories({ prd, weights, wordsOf }: Context): {
  matched: ReadonlyMap<string, readonly UserStory[]>;
  unmatched: readonly UserStory[];
} {
  const matched = new Map<string, readonly UserStory[]>();
  const unmatched: UserStory[] = [];
  const isRequirement = new Set(prd.requirements.map(({ line }) => line));
  for (const story of prd.stories.filter(({ line }) => !isRequirement.has(line))) {
    const words = meaningfulWords(`${story.title ?? ""} ${story.want}`);
    const best = prd.requirements
      .map((requirement) => ({
        id: requirement.id,
        score: weights.similarity(words, meaningfulWords(wordsOf(requirement))),
      }))
      .toSorted((a, b) => b.score - a.score)[0];
    const given = matched.get(best?.id ?? "") ?? [];
    if (best !== undefined && best.score >= 0.45 && story.criteria.length > 0 && given.length === 0)
      matched.set(best.id, [story]);
    else unmatched.push(story);
  }
  return { matched, unmatched };
}
