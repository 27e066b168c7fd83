import type { Part, Prd, Requirement } from "../prd/model.ts";
import { normalized, wordsIn } from "./words.ts";

/** The text of a requirement, after its title if it has one. */
export const sayingOf = ({ title, text }: Requirement): string =>
  title === null || title === text ? text : `${title}: ${text}`;

/** The points, criteria and code of a requirement, each on one line with the points below it. */
const detailsOf = ({ parts, criteria, code }: Requirement): readonly string[] => [
  ...parts.map(inOneLine),
  ...[...criteria, ...code].map(({ text }) => text),
];

function inOneLine({ label, text, parts }: Part): string {
  const own = label === null ? text : `${label} ${text}`;
  return parts.length === 0 ? own : `${own} ${parts.map(inOneLine).join("; ")}`;
}

/** The points below a requirement that were removed (`gone`) and added (`come`) between two versions. */
export function differencesOf(old: Requirement, now: Requirement) {
  const [before, after] = [detailsOf(old), detailsOf(now)];
  return {
    gone: before.filter((detail) => !after.includes(detail)),
    come: after.filter((detail) => !before.includes(detail)),
  };
}

/** A requirement in a form that can be compared with another version, in which ids may differ. */
export interface Entry {
  readonly requirement: Requirement;
  /** Its title and text. */
  readonly saying: string;
  /** Its lead-ins, title, text and everything below it. */
  readonly whole: string;
  /** The words in `whole`. */
  readonly words: ReadonlySet<string>;
  /** The ids that it mentions, in order. */
  readonly named: readonly string[];
}

export function entriesOf({ ids, requirements }: Prd): readonly Entry[] {
  const all = [...new Set([...ids, ...requirements.map(({ id }) => id)])].toSorted(
    (one, other) => other.length - one.length,
  );
  const anyId = all.map((id) => id.replaceAll(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|") || "(?!)";
  const pattern = new RegExp(`(?<![\\w.-])(?:${anyId})(?!\\w|[.-]\\w)`, "g");
  // Ids can change between versions, so they are replaced by a placeholder.
  const plain = (text: string): string => normalized(text.replaceAll(pattern, "§"));
  return requirements.map((requirement) => {
    const saying = sayingOf(requirement);
    const texts = [...requirement.lead.map(({ text }) => text), saying, ...detailsOf(requirement)];
    const whole = texts.map(plain).join("\n");
    return {
      requirement,
      saying: plain(saying),
      whole,
      words: wordsIn(whole),
      named: texts.flatMap((text) => text.match(pattern) ?? []),
    };
  });
}
