import type { Part, Prd, Requirement } from "../prd/model.ts";
import { normalized } from "./words.ts";

/** What a requirement says in one sentence, its title first where it has one. */
export function sayingOf({ title, text }: Requirement): string {
  return title === null || title === text ? text : `${title}: ${text}`;
}

/** What is written below it: points, criteria and code, each with its points in one line. */
export const detailsOf = ({ parts, criteria, code }: Requirement): readonly string[] => [
  ...parts.map(inOneLine),
  ...criteria.map(({ text }) => text),
  ...code.map(({ text }) => text),
];

function inOneLine({ label, text, parts }: Part): string {
  const own = label === null ? text : `${label} ${text}`;
  return parts.length === 0 ? own : `${own} ${parts.map(inOneLine).join("; ")}`;
}

/** A requirement's words in a form that can be compared with those of another version, where ids may differ. */
export interface Words {
  /** What it says itself. */
  readonly saying: string;
  /** That, what introduces it, and all that is below it. */
  readonly whole: string;
  /** The ids that it names, in order. */
  readonly named: readonly string[];
}

/** Reads requirements of one PRD for comparison. */
export class RequirementWords {
  readonly #ids: RegExp | null;

  constructor({ ids, requirements }: Prd) {
    const all = [...new Set([...ids, ...requirements.map(({ id }) => id)])].toSorted(
      (one, other) => other.length - one.length,
    );
    const pattern = all.map((id) => id.replaceAll(/[^\p{L}\p{N}\s]/gu, "\\$&")).join("|");
    this.#ids = all.length === 0 ? null : new RegExp(`(?<![\\w.-])(?:${pattern})(?!\\w|[.-]\\w)`, "g");
  }

  of(requirement: Requirement): Words {
    const texts = [
      ...requirement.lead.map(({ text }) => text),
      sayingOf(requirement),
      ...detailsOf(requirement),
    ];
    return {
      saying: this.#plain(sayingOf(requirement)),
      whole: texts.map((text) => this.#plain(text)).join("\n"),
      named: texts.flatMap((text) => (this.#ids === null ? [] : (text.match(this.#ids) ?? []))),
    };
  }

  /** An id may be another one's by now: in its place is a mark. */
  #plain(text: string): string {
    return normalized(this.#ids === null ? text : text.replaceAll(this.#ids, "§"));
  }
}
