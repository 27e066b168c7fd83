import type { Block, Item, Section } from "./outline.ts";
import type { UserStory } from "./prd.ts";
import { labelledText } from "./requirement-id.ts";
import { headingWords } from "./section-kind.ts";

// The words between `As a` and the wish, in the languages in which the sentence has a fixed form.
const english =
  /\bas an? (.+?),?\s+(?:i (?:want|need|would like|wish|can|should be able|am able)|we (?:want|need))(?: to be able)?(?: to| for)?,?:?\s*(.*)$/is;
const others = [
  /\bas an? ([^,]+), i ((?!want|need|can)\w+ .*)$/is,
  /\bals (.+?),?\s+(?:möchte|will|wil) (?:ich|ik)\s*(.*)$/is,
  /\bcomo (.+?),?\s+(?:quiero|necesito|quero|desejo)\s+(.*)$/is,
  /\ben tant qu[e'’]\s*(.+?),?\s+je (?:veux|souhaite)\s+(.*)$/is,
  /\bcome (.+?),?\s+voglio\s+(.*)$/is,
  /^(.{1,20}?)(?:으로서|로서),?\s+(.*)$/is,
];
const purpose =
  /,?\s*\b(?:so (?:that|i|we|the|it|they|my|our|their|users?|people)|in order to|um\s|damit|para\s|afin de|affinché)\b.*$/is;

/** Reads `As a …, I want to …` in every layout it is met in: a sentence, three bold lines, a heading with criteria. */
export function readStories(section: Section): readonly UserStory[] {
  return [
    ...storiesInBlocks(section, section.blocks),
    ...section.sections.flatMap((child) => readStories(child)),
  ];
}

function storiesInBlocks(section: Section, blocks: readonly Block[]): readonly UserStory[] {
  const label = labelledText(section.heading);
  if (label?.family === "story" || label?.family === "requirement") return storyUnderHeading(section, blocks);
  const wholeText = blocks.flatMap((block) => textsOf(block)).join(" ");
  const sharedRole =
    /^as an? ([^,]+?),? i want to:?$/i.exec(headingWords(section.heading)) ??
    /^as an? (.+?):?$/i.exec(headingWords(section.heading));
  const separate = blocks.flatMap((block, index) =>
    separateStories(block, roleBefore(blocks[index - 1]) ?? sharedRole?.[1] ?? null),
  );
  if (separate.length > 0) return separate;
  const story = storyFrom(wholeText, null, section.line);
  return story === undefined ? [] : [{ ...story, title: section.heading }];
}

/** `As a reader, I want to:` above a list is the role of all its items. */
function roleBefore(block: Block | undefined): string | null {
  const last = block?.kind === "paragraph" ? block.lines.at(-1)?.text : undefined;
  return /^as an? ([^,]+),? i want(?: to)?:$/i.exec(last ?? "")?.[1] ?? null;
}

function storyUnderHeading(section: Section, blocks: readonly Block[]): readonly UserStory[] {
  const label = labelledText(section.heading);
  const text = blocks.flatMap((block) => textsOf(block)).join(" ");
  const story = storyFrom(beforeCriteria(text), label?.id ?? null, section.line);
  const criteria = [
    ...criteriaIn(blocks),
    ...section.sections.flatMap((child) =>
      criteriaIn([
        {
          kind: "paragraph",
          lines: [{ text: child.heading, lead: child.heading, struck: false, line: child.line }],
        },
        ...child.blocks,
      ]),
    ),
  ];
  const title = label === undefined || label.rest === "" ? null : label.rest;
  if (story === undefined && title === null) return [];
  return [
    {
      id: label?.id ?? null,
      role: story?.role ?? null,
      want: story?.want ?? title ?? "",
      title,
      criteria,
      line: section.line,
    },
  ];
}

const beforeCriteria = (text: string): string => text.replace(/\b(?:acceptance )?criteria\b.*$/is, "");

/** The list items after a line that says `Acceptance Criteria`. */
function criteriaIn(blocks: readonly Block[]): readonly string[] {
  const criteria: string[] = [];
  let within = false;
  for (const block of blocks) {
    if (block.kind === "paragraph") within = isCriteriaLabel(block.lines.at(-1)?.text ?? "");
    else if (block.kind === "list" && within) criteria.push(...block.items.map(({ text }) => text));
    else if (block.kind === "list")
      criteria.push(
        ...block.items.flatMap((item) => (isCriteriaLabel(item.text) ? criteriaBelow(item) : [])),
      );
  }
  return criteria;
}

const isCriteriaLabel = (text: string): boolean =>
  /(acceptance|criteria|definition of done|수용 기준|인수|验收|akzeptanz|aceptaci)[^.]{0,24}$/i.test(text);

const criteriaBelow = (item: Item): readonly string[] =>
  item.blocks.flatMap((block) => (block.kind === "list" ? block.items.map(({ text }) => text) : []));

/** `**As a user, I want to:**` shares its role with the bullets after it; else each item and line is a story of its own. */
function separateStories(block: Block, role: string | null): readonly UserStory[] {
  if (block.kind === "paragraph") {
    const whole = block.lines.map(({ text }) => text).join(" ");
    const story = storyFrom(whole, labelledText(whole)?.id ?? null, block.lines[0]?.line ?? 1);
    return story === undefined ? [] : [story];
  }
  if (block.kind !== "list") return [];
  return block.items.flatMap((item) => storyFromItem(item, role));
}

function storyFromItem(item: Item, role: string | null): readonly UserStory[] {
  const label = labelledText(item.text);
  const whole = [item.text, ...item.blocks.flatMap((block) => textsOf(block))].join(" ");
  const story =
    storyFrom(beforeCriteria(whole), label?.id ?? null, item.line) ??
    storyFrom(beforeCriteria(item.text), label?.id ?? null, item.line);
  const criteria = criteriaIn(item.blocks);
  if (story !== undefined) return [{ ...story, criteria }];
  const [, to, said] = /^i (?:want|need|can)( to)? (.+)$/i.exec(item.text) ?? [];
  const wish = said === undefined || to !== undefined || /^i can/i.test(item.text) ? said : asDeed(said);
  if (wish === undefined && role === null) return [];
  return [
    {
      id: label?.id ?? null,
      title: null,
      role,
      want: (wish ?? item.text).replace(purpose, ""),
      criteria,
      line: item.line,
    },
  ];
}

function storyFrom(text: string, id: string | null, line: number): UserStory | undefined {
  for (const form of [english, ...others]) {
    const match = form.exec(text);
    if (match?.[1] === undefined || match[2] === undefined) continue;
    const wish = match[2]
      .replace(purpose, "")
      .replace(/[\s.]+$/, "")
      .trim();
    if (wish === "" || wish === ":") continue;
    const want = form === english && wantsThing.test(match[0]) ? asDeed(wish) : wish;
    return { id, title: null, role: match[1].replace(/[*_]/g, "").trim(), want, criteria: [], line };
  }
  return undefined;
}

const wantsThing = /\bI (?:want|need|would like|wish)\s+(?!to\b)/i;

/** `I want a monthly report` is to get one; `I want statistics to be updated` and `I want the ability to sort` say more. */
function asDeed(wish: string): string {
  const able = /^(?:the (?:ability|option|possibility)|an? (?:way|option)) (?:to|of)\s+(.+)$/is.exec(
    wish,
  )?.[1];
  if (able !== undefined) return able;
  if (/\sto (?:be\s|\w+\s)/i.test(wish) && !/^(?:a|an|the)\s/i.test(wish))
    return `rely on ${wish.replace(/\sto be\s/i, " being ").replace(/\sto (?=\w)/i, " that ")}`;
  return `get ${wish}`;
}

function textsOf(block: Block): readonly string[] {
  if (block.kind === "paragraph") return block.lines.map(({ text }) => text);
  return block.kind === "list" ? block.items.map(({ text }) => text) : [];
}
