import { kindOfWords } from "./heading-kind.ts";
import { splitLabel, withoutColon } from "./labels.ts";
import type { Passage, Story } from "./model.ts";
import type { Point } from "./outline.ts";
import { everyOne, isHead, isHeading, own } from "./points.ts";

/** `As a reader, I want …` in the languages in which the sentence has a fixed form. */
const form =
  /^\W*(?:as an?|als|como|en tant qu[e'’]|come|jako|som|作为|как)(?=[\s\p{Script=Han}])|^.{1,24}?(?:으로서|로서|として)/iu;

const isStory = ({ label, text }: Point): boolean => label?.family === "story" || form.test(text);

/** The stories of sections. Points in another form count as stories only if no point has the form of a story. */
export function readStories(sections: readonly Point[]): readonly Story[] {
  const all = sections.flatMap(storiesOf);
  const told = all.filter(({ id, text, criteria }) => id !== null || form.test(text) || criteria.length > 0);
  return told.length > 0 ? told : all;
}

/** Reads stories from points, or one story from a heading with an id or with `Given …, when …, then …` below it. */
function storiesOf(section: Point): readonly Story[] {
  const { label, text: heading, line, below } = section;
  const points = own(section);
  const isNamed = label?.family === "story" || label?.family === "requirement";
  const isScenario =
    points.some(({ text }) => /^given\b/i.test(text)) && points.some(({ text }) => /\bthen\b/i.test(text));
  if (points.length === 0 || (!isNamed && !isScenario && !isSpread(points)))
    return [...storiesIn(points), ...below.filter(isHeading).flatMap(storiesOf)];
  const { text, criteria } = partsOfStory("", below);
  const title = isNamed ? label.rest || null : heading.replace(/^scenario[^:]*:\s*/i, "");
  const checks = isScenario ? [{ text, line }] : criteria;
  return [{ id: isNamed ? label.id : null, title, text: text || heading, criteria: checks, line }];
}

/** Whether the points are one story in several lines: `**As a** member`, `**I want** …`, `**So that** …`. */
function isSpread(points: readonly Point[]): boolean {
  const leads = points.flatMap(({ lead }) => lead ?? []);
  const isOne = leads.filter((lead) => /^as an?$/i.test(lead)).length === 1;
  return isOne && leads.some((lead) => /^(?:i (?:want|need|can)|so that)(?: to)?$/i.test(lead));
}

/** Points below a story are its criteria, unless they are stories themselves. */
function storiesIn(points: readonly Point[]): readonly Story[] {
  const stories: Story[] = [];
  let isSentence = false;
  for (const point of points) {
    const last = stories.at(-1);
    if (isHead(point)) stories.push(...storiesIn(point.below));
    else if (point.form === "item" && isSentence && last !== undefined && !isStory(point))
      stories.splice(-1, 1, { ...last, criteria: [...last.criteria, ...everyOne([point]).map(passage)] });
    else if (point.form === "item" || (point.form === "line" && isStory(point))) {
      isSentence = point.form === "line";
      stories.push(storyIn(point));
    } else if (point.form === "line") isSentence = false;
  }
  return stories;
}

function storyIn({ text: said, lead, label, line, below, form: kind }: Point): Story {
  const items = kind === "line" ? below.filter((one) => one.form === "item" && !isStory(one)) : [];
  const { text, criteria } = partsOfStory(
    label?.rest ?? said,
    below.filter((one) => !items.includes(one)),
  );
  const isTitled = lead !== null && splitLabel({ text, lead: null }) !== null;
  const all = [...criteria, ...everyOne(items).map(passage)];
  return { id: label?.id ?? null, title: isTitled ? lead : null, text, criteria: all, line };
}

/** The text of a story, and the criteria below a line or heading such as `Acceptance criteria`. */
function partsOfStory(head: string, below: readonly Point[]): Pick<Story, "text" | "criteria"> {
  const isCriteria = (point: Point): boolean =>
    (isHead(point) || isHeading(point)) && kindOfWords(withoutColon(point.text)) === "criteria";
  const all = everyOne(below.filter((point) => !isHeading(point) || isCriteria(point)));
  const criteria = everyOne(all.filter(isCriteria).flatMap((point) => point.below));
  const said = all.filter((one) => one.form !== "code" && !isCriteria(one) && !criteria.includes(one));
  const text = [head, ...said.map((point) => point.text)].join(" ").trim();
  return { text, criteria: criteria.map(passage) };
}

const passage = ({ text, line }: Point): Passage => ({ text, line });
