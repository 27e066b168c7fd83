import { kindOfLabel, splitLabel, withoutColon } from "./labels.ts";
import type { Passage, Story } from "./model.ts";
import type { Point } from "./outline.ts";
import { everyOne, isHead, isHeading, own } from "./points.ts";

// `As a <role>, I want <wish>` in the languages in which the sentence has a fixed form.
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

/** The stories of sections. Points in another form count as stories only if no point has the form of a story. */
export function readStories(sections: readonly Point[]): readonly Story[] {
  const all = sections.flatMap((section) => storiesOf(section));
  const told = all.filter(({ id, role, text, criteria }) => id ?? role ?? roleIn(text) ?? criteria[0]);
  return told.length > 0 ? told : all;
}

/** Reads `As a …, I want to …` as a sentence, as three bold lines, or as a heading with criteria. */
function storiesOf(section: Point): readonly Story[] {
  const label = section.label;
  const isNamed = label?.family === "story" || label?.family === "requirement";
  const points = own(section);
  if (points.length > 0 && (isNamed || isSpread(points))) {
    const { text, criteria, ...wish } = partsOfStory("", section.below);
    const title = isNamed ? label.rest || null : section.text;
    const id = isNamed ? label.id : null;
    return [{ ...wish, id, title, text: text || section.text, criteria, line: section.line }];
  }
  const scenarios = scenariosIn(section, points);
  return [
    ...(scenarios.length > 0 ? scenarios : storiesIn(points, roleIn(section.text))),
    ...section.below.filter(isHeading).flatMap((child) => storiesOf(child)),
  ];
}

/** @param role - the role in the heading, or in a line such as `As a reader, I want to:` above the points */
function storiesIn(points: readonly Point[], role: string | null): readonly Story[] {
  const stories: Story[] = [];
  let isSentence = false;
  for (const point of points) {
    const last = stories.at(-1);
    if (isHead(point)) stories.push(...storiesIn(point.below, roleIn(point.text) ?? role));
    else if (point.form === "line") {
      const below = point.below.filter((one) => one.form !== "item" || isStory(one));
      const story = storyIn({ ...point, below }, role);
      const items = point.below.filter((one) => !below.includes(one));
      isSentence = story.want !== point.text;
      if (isSentence)
        stories.push({ ...story, criteria: [...story.criteria, ...everyOne(items).map(passage)] });
    } else if (point.form === "item" && isSentence && last !== undefined && !isStory(point))
      // Points below a story are its criteria, unless they are stories themselves.
      stories.splice(-1, 1, { ...last, criteria: [...last.criteria, ...everyOne([point]).map(passage)] });
    else if (point.form === "item") {
      isSentence = false;
      stories.push(storyIn(point, role));
    }
  }
  return stories;
}

const isStory = ({ label, text }: Point): boolean => label?.family === "story" || roleIn(text) !== null;

const scenario = /^(?:scenario[^:\n]*:\s*(?<title>[^\n]*)\n\s*)?given\b.*\bwhen\b.*\bthen\b/is;

/** `Given …, when …, then …` below a heading or in code blocks is a story and also its criterion. */
function scenariosIn({ text: heading, line }: Point, points: readonly Point[]): readonly Story[] {
  const all = everyOne(points);
  const prose = all.flatMap(({ form, text }) => (form === "line" || form === "item" ? [text] : [])).join(" ");
  const fences = all.flatMap(({ form, text }) => (form === "code" ? text.split(/^\s*(?=Scenario\b)/im) : []));
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

/** Whether the points are one story in several lines: `**As a** member`, `**I want** …`, `**So that** …`. */
const isSpread = (points: readonly Point[]): boolean => {
  const leads = points.flatMap(({ lead }) => lead ?? []);
  const openings = leads.filter((lead) => /^(?:as an?|i (?:want|need|can)|so that)(?: to)?$/i.test(lead));
  return openings.length >= 2 && leads.filter((lead) => /^as an?$/i.test(lead)).length === 1;
};

const roleIn = (text: string): string | null =>
  /^\W*(?:as an?|als|como|en tant qu[e'’]|come|jako)\s+([^,:]+)/i.exec(text)?.[1]?.trim() ?? null;

function storyIn({ text: said, lead, label, line, below }: Point, role: string | null): Story {
  const story = partsOfStory(label?.rest ?? said, below);
  const isTitled =
    lead !== null && story.role === null && splitLabel({ text: story.text, lead: null }) !== null;
  return { ...story, role: story.role ?? role, id: label?.id ?? null, title: isTitled ? lead : null, line };
}

/** The text of a story, and the criteria below a line or heading such as `Acceptance criteria`. */
function partsOfStory(
  head: string,
  below: readonly Point[],
): Pick<Story, "text" | "role" | "want" | "criteria"> {
  const isCriteria = (point: Point): boolean =>
    (isHead(point) || isHeading(point)) && kindOfLabel(withoutColon(point.text)) === "criteria";
  const all = everyOne(below.filter((point) => !isHeading(point) || isCriteria(point)));
  const criteria = everyOne(all.filter(isCriteria).flatMap((point) => point.below));
  const said = all.filter(
    (point) => point.form !== "code" && !isCriteria(point) && !criteria.includes(point),
  );
  const text = [head, ...said.map((point) => point.text)].join(" ").trim();
  return { ...wishIn(text), text, criteria: criteria.map(passage) };
}

const passage = ({ text, line }: Point): Passage => ({ text, line });

function wishIn(text: string): Pick<Story, "role" | "want"> {
  for (const form of forms) {
    const [, role, wish = ""] = form.exec(text) ?? [];
    const want = wish
      .replace(purpose, "")
      .replace(/[\s.。]+$/, "")
      .trim();
    if (role !== undefined && want !== "" && want !== ":") return { role: role.trim(), want };
  }
  const bare = /^i (?:want|need|can)(?: to)? (.+)$/i.exec(text)?.[1];
  return { role: null, want: bare?.replace(purpose, "") ?? text };
}
