import type { Part, Prd, Requirement } from "../prd/model.ts";
import { normalized, wordsIn } from "./words.ts";

/** What a requirement says in one sentence, its title first where it has one. */
export const sayingOf = ({ title, text }: Requirement): string =>
  title === null || title === text ? text : `${title}: ${text}`;

/** What is written below it: points, criteria and code, each with its points in one line. */
const detailsOf = ({ parts, criteria, code }: Requirement): readonly string[] => [
  ...parts.map(inOneLine),
  ...[...criteria, ...code].map(({ text }) => text),
];

function inOneLine({ label, text, parts }: Part): string {
  const own = label === null ? text : `${label} ${text}`;
  return parts.length === 0 ? own : `${own} ${parts.map(inOneLine).join("; ")}`;
}

/** The points below a requirement that are gone from one version to the next, and those that are new. */
export function differencesOf(old: Requirement, now: Requirement) {
  const [before, after] = [detailsOf(old), detailsOf(now)];
  return {
    gone: before.filter((detail) => !after.includes(detail)),
    come: after.filter((detail) => !before.includes(detail)),
  };
}

/** A requirement in a form that can be compared with those of another version, where ids may differ. */
export interface Entry {
  readonly requirement: Requirement;
  /** What it says itself. */
  readonly saying: string;
  /** That, what introduces it, and all that is below it. */
  readonly whole: string;
  /** The words of it all. */
  readonly words: ReadonlySet<string>;
  /** The ids that it names, in order. */
  readonly named: readonly string[];
}

export function entriesOf({ ids, requirements }: Prd): readonly Entry[] {
  const all = [...new Set([...ids, ...requirements.map(({ id }) => id)])].toSorted(
    (one, other) => other.length - one.length,
  );
  const anyId = all.map((id) => id.replaceAll(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|") || "(?!)";
  const pattern = new RegExp(`(?<![\\w.-])(?:${anyId})(?!\\w|[.-]\\w)`, "g");
  // An id may be another one's by now: in its place is a mark.
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
