import { beginsStory, continuesStory } from "./labels.ts";
import type { Part, Passage, Story } from "./model.ts";
import type { OpenRequirement } from "./requirement-reader.ts";
import { RequirementReader } from "./requirement-reader.ts";
import type { Kinded } from "./sections.ts";
import { topmost } from "./sections.ts";

/** The stories of sections, read like requirements. Other points count only if no point has the form of a story. */
export function readStories(kinded: readonly Kinded[]): readonly Story[] {
  const reader = new RequirementReader(kinded, []);
  for (const { chapter } of topmost(kinded, "stories")) reader.readPlace(chapter);
  const all = reader.found.map(storyOf);
  const told = all.filter(
    ({ id, text, criteria, details }) =>
      id !== null || beginsStory(text) || criteria.length + details.length > 0,
  );
  return told.length > 0 ? told : all;
}

/** A scenario is a criterion as a whole. */
function storyOf({ label, title, text: said, parts, criteria, line }: OpenRequirement): Story {
  const isSentence = ({ text }: Part): boolean => beginsStory(text) || continuesStory(text);
  const sentence = parts.filter(isSentence).map((part) => part.text);
  const text = [...(said === title && sentence.length > 0 ? [] : [said]), ...sentence].join(" ");
  const below = parts.filter((part) => !isSentence(part)).flatMap(passages);
  const isScenario = /^given\b.*\bthen\b/i.test(text);
  const checks = isScenario ? [{ text, line }] : criteria;
  const name = title?.replace(/^scenario[^:]*:\s*/i, "") ?? null;
  return {
    id: label?.id ?? null,
    title: name,
    text,
    criteria: checks,
    details: isScenario ? [] : below,
    line,
  };
}

const passages = ({ text, line, parts }: Part): readonly Passage[] => [
  { text, line },
  ...parts.flatMap(passages),
];
