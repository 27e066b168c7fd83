import type { LeadingVerbs } from "./clause.ts";
import {
  firstWord,
  infinitive,
  isOrder,
  isPlural,
  joinVerbs,
  leadingVerbs,
  splitCondition,
} from "./clause.ts";
import { baseOfThirdPerson, thirdPerson } from "./english-verbs.ts";
import { isGenericSubject } from "./imperative.ts";
import { isPeople } from "./people.ts";
import { capitalized, uncapitalized } from "./text-case.ts";

// Plurals of nouns as often as verbs: only what follows can show which of them they are.
const plurals =
  /^(?:accesses|alerts|answers|batches|builds|charges|charts|checks|comments|controls|copies|costs|designs|documents|downloads|emails|exports|fields|filters|forms|groups|guides|hosts|imports|indexes|keys|labels|links|lists|locks|logs|maps|marks|matches|messages|models|names|notes|orders|pages|pauses|plans|plays|points|posts|prices|prints|processes|queries|ranks|rates|records|reports|requests|responses|results|reviews|routes|rules|runs|samples|scores|screens|searches|shares|signs|sorts|states|steps|stores|streams|styles|tags|targets|tasks|tests|tracks|types|updates|uploads|uses|values|views|visits|watches|works)$/i;
const objectFollows = /^\s+(?:the|an?|all|each|every|any|only|no|its|their|one|[`"\d])/i;
const adverbialFollows = /^\s+(?:from|to|into|at|with|in|on|by|as|up)\b/i;

/**
 * What is told in the present tense as what has to be: `Reads from standard input` → `The system must read from
 * standard input`, `Doctors see their patients` → `Doctors must see their patients`. Anything else stays as it is.
 */
export function asDemand(text: string): string {
  const { condition, main } = splitCondition(text);
  const demand =
    demandOfPeople(main) ??
    demandOfTool(main) ??
    demandOfProgram(condition === null ? main : capitalized(main));
  if (demand === undefined) return text;
  return condition === null ? demand : `${condition}, ${uncapitalized(demand)}`;
}

/** `The tool computes a score`, `We import invoices every hour` */
function demandOfTool(text: string): string | undefined {
  const [, subject = "", predicate = ""] = /^((?:the|our|this) (?!team)[\w-]+|we) (.+)$/is.exec(text) ?? [];
  const form = /^we$/i.test(subject) ? infinitive : baseOfThirdPerson;
  const verbs = isGenericSubject(subject) ? leadingVerbs(predicate, form) : undefined;
  return verbs === undefined ||
    /^(?:have|be|need|want|plan|use|like|know|ask)$/.test(verbs.verbs[0] ?? "") ||
    verbs.rest === ""
    ? undefined
    : `${subject} must ${inInfinitives(verbs)}`;
}

function demandOfProgram(text: string): string | undefined {
  const verb = firstWord(text);
  const verbs = /^[A-Z]/.test(text) ? leadingVerbs(uncapitalized(text), baseOfThirdPerson) : undefined;
  if (verbs === undefined || verbs.adverb !== "" || hasSubject.test(verbs.rest)) return undefined;
  return isVerb(verb, verbs.rest) ? `The system must ${inInfinitives(verbs)}` : undefined;
}

/** `reads the file, prints the lines and can stop` has later verbs of the same subject. */
const inInfinitives = (verbs: LeadingVerbs): string =>
  joinVerbs(verbs, (base) => base)
    .replaceAll(
      /((?:,|\sand|\sor|\sthen)\s+)([a-z]+s)(?=\s+(?:the|an?|it|them|its|their|each|all|every)\b)/g,
      (whole, joint: string, verb: string) => {
        const base = baseOfThirdPerson(verb);
        return base === undefined ? whole : `${joint}${base}`;
      },
    )
    .replaceAll(/,? and (?:can|may|must|should) (?=[a-z])/g, " and ");

/** `Customer reviews` and `Users list` are nouns unless an object follows. */
const isVerb = (verb: string, rest: string): boolean =>
  objectFollows.test(rest) ||
  (!plurals.test(verb) && (adverbialFollows.test(rest) || /^\s+[`\p{L}]/u.test(rest)));

/** After the plural of a noun, its verb. */
const hasSubject = /^\s+(?:and|or|of|is|are|must|should|shall|will|can|may|have|has)\b/i;

/** `After the return both leave a rating` has its occasion first. */
function demandOfPeople(text: string): string | undefined {
  const [, occasion, rest] =
    /^((?:after|before|upon|during) (?:the |an? |each |every )?[\w-]+),? (.+)$/i.exec(text) ?? [];
  const demand = peopleFirst(rest ?? text);
  return demand === undefined || occasion === undefined ? demand : `${occasion}, ${demand}`;
}

/** The shortest beginning that names people, with a verb after it; `View all person records` is an order. */
function peopleFirst(text: string): string | undefined {
  const words = text.split(" ");
  if (words.length > 1 && isOrder(text)) return undefined;
  const subjects = [1, 2, 3, 4].map((count) => words.slice(0, count).join(" "));
  for (const subject of subjects.filter((candidate) => isPeople(candidate))) {
    const form = isPlural(subject) ? infinitive : baseOfThirdPerson;
    const verbs = leadingVerbs(text.slice(subject.length + 1), form);
    const verb = verbs?.verbs[0] ?? "have";
    if (verbs === undefined || /^(?:have|be)$/.test(verb) || !isVerb(thirdPerson(verb), verbs.rest)) continue;
    return `${subject} must ${inInfinitives(verbs)}`;
  }
  return undefined;
}
