import { beginsStory, continuesStory } from "./labels.ts";
import type { Part, Passage, Story } from "./model.ts";
import type { Point } from "./outline.ts";
import type { OpenRequirement } from "./requirement-reader.ts";
import { RequirementReader } from "./requirement-reader.ts";

/** The stories of sections, read like requirements. Other points count only if no point has the form of a story. */
export function readStories(sections: readonly Point[]): readonly Story[] {
  const reader = new RequirementReader([]);
  for (const section of sections) reader.readPlace(section);
  const all = reader.found.map(storyOf);
  const told = all.filter(
    ({ id, text, criteria }) => id !== null || beginsStory(text) || criteria.length > 0,
  );
  return told.length > 0 ? told : all;
}

/** The points below the sentence of a story are its criteria. A scenario is a criterion as a whole. */
function storyOf({ label, title, text: said, parts, criteria, line }: OpenRequirement): Story {
  const isSentence = ({ text }: Part): boolean => beginsStory(text) || continuesStory(text);
  const sentence = parts.filter(isSentence).map((part) => part.text);
  const text = [...(said === title && sentence.length > 0 ? [] : [said]), ...sentence].join(" ");
  const below = parts.filter((part) => !isSentence(part)).flatMap(passages);
  const isScenario = /^given\b.*\bthen\b/i.test(text);
  const checks = isScenario ? [{ text, line }] : [...criteria, ...below];
  const name = title?.replace(/^scenario[^:]*:\s*/i, "") ?? null;
  return { id: label?.id ?? null, title: name, text, criteria: checks, line };
}

const passages = ({ text, line, parts }: Part): readonly Passage[] => [
  { text, line },
  ...parts.flatMap(passages),
];
