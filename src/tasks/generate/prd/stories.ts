import { labelOf } from "./ids.ts";
import { isHeadLine, kindOfLabel, splitLabel, withoutColon } from "./labels.ts";
import type { Block, Chapter, Line } from "./markdown.ts";
import type { Passage, Story } from "./model.ts";
import { linesBelow } from "./points.ts";

// The words between `As a` and the wish, in the languages in which the sentence has a fixed form.
const forms: readonly RegExp[] = [
  /\bas an? (.+?),?\s+(?:i (?:want|need|would like|wish|can|should be able|am able)|we (?:want|need))(?: to be able)?(?: to| for)?,?:?\s*(.*)$/is,
  /\bas an? ([^,]+), i ((?!want|need|can)\w+ .*)$/is,
  /\bals (.+?),?\s+(?:möchte|will|wil) (?:ich|ik)\s*(.*)$/is,
  /\bcomo (.+?),?\s+(?:quiero|necesito|quero|desejo|puedo|posso)\s+(.*)$/is,
  /\ben tant qu[e'’]\s*(.+?),?\s+je (?:veux|souhaite|peux)\s+(.*)$/is,
  /\bcome (.+?),?\s+voglio\s+(.*)$/is,
  /\bjako (.+?),?\s+chcę\s+(.*)$/is,
  /\bsom (.+?),?\s+vill jag\s+(.*)$/is,
  /^(.{1,24}?)(?:으로서|로서),?\s+(.*)$/is,
  /^作为(?:一[个名位])?(.{1,16}?)[，,]\s*我(?:想要?|希望|需要|可以)(.*)$/is,
  /^(.{1,16}?)として[、,]?\s*(.*)$/is,
  /\bкак (.+?),\s+я хочу\s+(.*)$/is,
];
const purpose =
  /,?\s*\b(?:so (?:that|i|we|the|it|they|my|our|their|users?|people)|in order to|um\s|damit|para\s|afin de|affinché|zodat|aby\s)\b.*$|,?\s*(?:以便|从而|чтобы).*$/is;

/** Reads `As a …, I want to …` in every layout it is met in: a sentence, three bold lines, a heading with criteria. */
export function readStories(chapter: Chapter): readonly Story[] {
  return [...ownStories(chapter), ...chapter.chapters.flatMap((child) => readStories(child))];
}

function ownStories(chapter: Chapter): readonly Story[] {
  const { heading, blocks, line } = chapter;
  if (blocks.length === 0) return [];
  const label = labelOf(heading);
  const isNamed = label?.family === "story" || label?.family === "requirement";
  const { said, criteria } = partCriteria(linesBelow(blocks));
  const whole = said.map(({ text }) => text).join(" ");
  if (isNamed || isSpread(blocks)) {
    const title = isNamed ? label.rest || null : heading;
    return [
      { ...wishIn(whole), id: isNamed ? label.id : null, title, text: whole || heading, criteria, line },
    ];
  }
  const scenarios = scenariosIn(chapter, whole);
  if (scenarios.length > 0) return scenarios;
  return storiesInBlocks(blocks, roleIn(heading));
}

function storiesInBlocks(blocks: readonly Block[], role: string | null): readonly Story[] {
  const stories: Story[] = [];
  for (const [index, block] of blocks.entries()) {
    const before = roleBefore(blocks[index - 1]);
    const last = stories.at(-1);
    // Points below the sentence of a story are its criteria, unless they are stories themselves.
    if (block.kind === "list" && before === null && last !== undefined && !block.items.some(isStory))
      stories.splice(-1, 1, { ...last, criteria: [...last.criteria, ...linesBelow([block])] });
    else stories.push(...storiesIn(block, before ?? role));
  }
  return stories;
}

const isStory = (item: Line): boolean => labelOf(item.text)?.family === "story" || roleIn(item.text) !== null;

const scenario = /^(?:scenario[^:\n]*:\s*(?<title>[^\n]*)\n\s*)?given\b.*\bwhen\b.*\bthen\b/is;

/** `Given …, when …, then …` below a heading or in fences is a requirement and its own criterion. */
function scenariosIn({ heading, blocks, line }: Chapter, prose: string): readonly Story[] {
  const fences = blocks.flatMap((block) =>
    block.kind === "code" ? block.text.split(/^\s*(?=Scenario\b)/im) : [],
  );
  return [prose, ...fences].flatMap((part) => {
    const { groups, index } = scenario.exec(part.trim()) ?? {};
    if (index === undefined) return [];
    const title = groups?.["title"] ?? heading.replace(/^scenario[^:]*:\s*/i, "");
    const text = part
      .trim()
      .replace(/^scenario[^\n]*\n/i, "")
      .replaceAll(/\s+/g, " ");
    return [{ role: null, want: text, id: null, title, text, criteria: [{ text, line }], line }];
  });
}

/** One story over several lines or points: `**As a** member`, `**I want** …`, `**So that** …`. */
const isSpread = (blocks: readonly Block[]): boolean => {
  const lines = blocks.flatMap((block) =>
    block.kind === "list" ? block.items : block.kind === "paragraph" ? block.lines : [],
  );
  const openings = lines.filter(({ lead }) =>
    /^(?:as an?|i (?:want|need|can)|so that)(?: to)?$/i.test(lead ?? ""),
  );
  return openings.length >= 2 && lines.filter(({ lead }) => /^as an?$/i.test(lead ?? "")).length === 1;
};

function partCriteria(lines: readonly Line[]): { said: readonly Line[]; criteria: readonly Passage[] } {
  const at = lines.findIndex(
    (line) => isHeadLine(line) && kindOfLabel(withoutColon(line.text)) === "criteria",
  );
  if (at < 0) return { said: lines, criteria: [] };
  return {
    said: lines.slice(0, at),
    criteria: lines.slice(at + 1).map(({ text, line }) => ({ text, line })),
  };
}

/** `As a reader, I want to:` above a list is the role of all its points. */
function roleBefore(block: Block | undefined): string | null {
  const last = block?.kind === "paragraph" ? block.lines.at(-1)?.text : undefined;
  return last === undefined || !/[:：]$/.test(last) ? null : roleIn(last);
}

const roleIn = (text: string): string | null =>
  /^\W*(?:as an?|als|como|en tant qu[e'’]|come|jako)\s+([^,:]+)/i.exec(text)?.[1]?.trim() ?? null;

function storiesIn(block: Block, role: string | null): readonly Story[] {
  if (block.kind === "paragraph") {
    const lines = block.lines.filter((line) => !isHeadLine(line));
    return lines.flatMap((line) => {
      const story = storyIn(line, [], role);
      return story.want === line.text ? [] : [story];
    });
  }
  return block.kind === "list" ? block.items.map((item) => storyIn(item, linesBelow(item.blocks), role)) : [];
}

function storyIn(head: Line, below: readonly Line[], role: string | null): Story {
  const { said, criteria } = partCriteria(below);
  const label = labelOf(head.text);
  const text = [label?.rest ?? head.text, ...said.map((line) => line.text)].join(" ").trim();
  const own = splitLabel({ text, lead: null });
  const wish = wishIn(text);
  const title = head.lead !== null && own !== null && wish.role === null ? head.lead : null;
  return { ...wish, role: wish.role ?? role, id: label?.id ?? null, title, text, criteria, line: head.line };
}

function wishIn(text: string): Pick<Story, "role" | "want"> {
  for (const form of forms) {
    const [, role, wish] = form.exec(text) ?? [];
    const want =
      wish
        ?.replace(purpose, "")
        .replace(/[\s.。]+$/, "")
        .trim() ?? "";
    if (role !== undefined && want !== "" && want !== ":") return { role: role.trim(), want };
  }
  const bare = /^i (?:want|need|can)(?: to)? (.+)$/i.exec(text)?.[1];
  return { role: null, want: (bare ?? text).replace(bare === undefined ? /^$/ : purpose, "") };
}
