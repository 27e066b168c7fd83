import { capitalized, uncapitalized } from "../wording/text-case.ts";

interface Measure {
  readonly pattern: RegExp;
  /** The criterion for a match, given what the limit is a limit of. */
  readonly say: (match: RegExpExecArray, thing: string) => string | undefined;
}

const number = String.raw`(\d[\d,]*)`;
const letters = "(?:characters?|chars?|letters|zeichen|caracteres|자)";
const size = "([KMG]B)";

const measures: readonly Measure[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?:max(?:imum|\.)?(?: of| length)?|up to|at most|no more than|limited to|limit of|≤|<=?)\s*:?\s*${number}[ -]*${letters}`,
      "i",
    ),
    say: ([, most = ""], thing) => `${capitalized(thing)} longer than ${most} characters is refused`,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:min(?:imum|\.)?(?: of| length)?|at least|≥|>=)\s*:?\s*${number}[ -]*${letters}`,
      "i",
    ),
    say: ([, least = ""], thing) => `${capitalized(thing)} shorter than ${least} characters is refused`,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:max(?:imum|\.)?(?: of| size)?|up to|at most|no more than|limited to|limit of|≤|<=?)\s*:?\s*${number}\s*${size}\b(?!\s*(?:gzip|bundle|binary|resident|(?:of )?(?:memory|ram|heap)))`,
      "i",
    ),
    say: ([, most = "", unit = ""], thing) => `${capitalized(thing)} larger than ${most} ${unit} is refused`,
  },
  {
    pattern: /\bmin\s*:?\s*(\d+)\s*[,;]\s*max\s*:?\s*(\d+)(?!\s*[KMG]B)/i,
    say: ([, least = "", most = ""], thing) =>
      `${capitalized(thing)} of ${Number(most) + 1} is refused, ${least} and ${most} are accepted`,
  },
  {
    pattern:
      /\b(?:expir(?:es?|y|ing|ation)\s*(?:in|after|of|:)?|valid for|(?<=\()(?=\d+\s*(?:minutes?|hours?|days?)\s*expiry))\s*(\d+)[ -]*(minutes?|hours?|days?)/i,
    say: ([, count = "", unit = ""], thing) => `${capitalized(thing)} older than ${count} ${unit} is refused`,
  },
  {
    pattern:
      /^(?:keep|retain|store|archive)s?\s+(.{3,60}?)\s+for (?:at least )?(\d+) (days|weeks|months|years)\b/i,
    say: ([, things = "", count = "", unit = ""]) =>
      `After ${count} ${unit} ${uncapitalized(things)} can still be read`,
  },
  {
    pattern: /\bafter\s+(\d+)\s+(?:failed|unsuccessful|invalid|wrong)\s+(\w+ )?attempts?/i,
    say: ([, count = "", kind = ""]) =>
      `After ${count} failed ${kind}attempts the next one is refused, even with the right credentials`,
  },
  {
    pattern: /(\d+)\s*(?:requests?|attempts?|calls?)\s*(?:per|\/|a|an)\s*(second|minute|hour|day)/i,
    say: ([, count = "", unit = ""]) =>
      `Request number ${Number(count) + 1} within one ${unit} is answered with 429`,
  },
  {
    // What a thing has to bear, `in under 5 seconds for up to 1000 events`, is no limit that it refuses beyond.
    pattern:
      /(?<!\b(?:for|supports?|supporting|handles?|handling|have|has|hold|holds|include|includes|contain|contains|scales? to|serve|serves|with)\s(?:at least )?)\b(?:max(?:imum)?(?: of)?|up to|at most|no more than|from \w+ing more than)\s+(\d+)\s+(?!(?:million|thousand|billion|percent|concurrent)\b)((?:(?!per\b)[a-z]+\s+){0,2}?[a-z]+s)\b(?!\s*per)/i,
    // What a view shows up to is a matter of its layout.
    say: ({ 1: most = "", 2: things = "", input }) =>
      /\b(?:shows?|displays?|lists?)\b/i.test(input) ? undefined : countedLimit(Number(most), things),
  },
  {
    pattern:
      /\b(?:refuse|reject|block|close)\w*\s+(?:all |new )?([a-z]+?)s?\s+(?:after|at)\s+(\d{1,2}):(\d{2})/i,
    say: ([, thing = "", hour = "", minute = ""]) =>
      `${/^[aeiou]/i.test(thing) ? "An" : "A"} ${thing.toLowerCase()} at ${minuteAfter(Number(hour), Number(minute))} is refused`,
  },
  {
    pattern: /\b(?:delete|remov|cancel)\w*\b[^.;]*\bconfirm/i,
    say: () => "Deleting asks for confirmation first, and declining it deletes nothing",
  },
  {
    pattern:
      /\bonly (?:access|see|view|read|edit|manage|delete) (?:their|his|her|its) own ([\w -]+?)(?=$|[.,;(])/i,
    say: ([, things = ""]) => `A request for another user's ${things.trim()} is refused`,
  },
  {
    pattern: /^`?([\p{L}_][\p{L}\w ]{1,30}?)`?\s*\([^)]*\bunique\b/iu,
    say: ([, field = ""]) => `A second record with the same ${uncapitalized(field)} is refused`,
  },
  {
    pattern:
      /\b(email|e-mail|username|slug|name|title|code|sku)\b[^.;]{0,24}\b(?:unique(?:ness)?|must not be duplicated)\b|\bunique\s+(email|username|slug|name|code|sku)\b|\bno duplicate \w+ for (?:the )?same (email|username|name)\b/i,
    say: ([, one, two, three]) =>
      `A second record with the same ${(one ?? two ?? three ?? "").toLowerCase()} is refused`,
  },
];

function countedLimit(most: number, things: string): string | undefined {
  if (/^(?:characters|chars|letters|megabytes)/i.test(things)) return undefined;
  if (/^(?:seconds|minutes|hours|days|weeks|months)$/i.test(things))
    return `${most + 1} ${things} are refused, ${most} are accepted`;
  return most > 1000 ? undefined : `With ${most} ${things} one more is refused`;
}

function minuteAfter(hour: number, minute: number): string {
  const next = (hour * 60 + minute + 1) % (24 * 60);
  return `${Math.floor(next / 60)}:${String(next % 60).padStart(2, "0")}`;
}

/** Checks that follow from the numbers of a text, `Reflection longer than 500 characters is refused`. */
export function measurableCriteria(text: string, thing: string): readonly string[] {
  return measures.flatMap(({ pattern, say }) => {
    const match = pattern.exec(text);
    const criterion = match === null ? undefined : say(match, subjectBefore(text, match) ?? thing);
    return criterion === undefined ? [] : [criterion];
  });
}

/** `reflections of up to 500 characters`, `Password (min 8 characters)`: what stands right before the limit is limited. */
function subjectBefore(text: string, match: RegExpExecArray): string | undefined {
  const before = text
    .slice(0, match.index)
    .replace(/[\s(:,]+$/, "")
    .replace(/\s+(?:that|which)$/i, "");
  const named =
    /(?:^|[,;(]\s*|\b(?:a|an|the|allow|accept|enter|secure|generate|must be|of)\s+)((?:[\w-]+\s+){0,2}?[\w-]+?)(?:\s+(?:of|with|has|have|is|are|must be|should be|can be|to|\([^)]*))?$/i.exec(
      before,
    )?.[1];
  if (
    named === undefined ||
    /^(?:and|or|to|with|of|text|string|required|optional|integer|min|max)$/i.test(named)
  )
    return headBefore(text);
  return singular(uncapitalized(named.replace(/^(?:allow|accept|enter|secure|generate|must|be)\s+/i, "")));
}

/** `Name (text, required, max 100 characters)` is a limit of the name. */
function headBefore(text: string): string | undefined {
  const head = /^`?([\p{L}][\p{L}\w ]{1,30}?)`?\s*[(:]/u.exec(text)?.[1];
  // `with email and password (min 8 characters)` limits what stands right before the bracket.
  return head === undefined
    ? /([\p{L}-]{3,})\s*\((?:min|max|at least|at most|up to)\b/iu.exec(text)?.[1]
    : head.trim();
}

const singular = (noun: string): string =>
  /(?:ss|us|is)$/.test(noun) ? noun : noun.replace(/ies$/, "y").replace(/s$/, "");
