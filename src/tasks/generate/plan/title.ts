import type { Requirement } from "../prd/prd.ts";
import { isOrder, isStatement, readClause } from "../wording/clause.ts";
import { completeLead, openLead } from "../wording/complete-lead.ts";
import { baseOfParticiple, baseOfThirdPerson } from "../wording/english-verbs.ts";
import { foreignOrder } from "../wording/foreign-order.ts";
import { imperativeOf, isGenericSubject } from "../wording/imperative.ts";
import { isEnglish } from "../wording/is-english.ts";
import { firstSentence, withoutFollowing } from "../wording/sentences.ts";
import {
  capitalized,
  sentenceCased,
  shortened,
  uncapitalized,
  withoutDanglingWords,
  withoutReferences,
  withoutStop,
} from "../wording/text-case.ts";
import { withoutEmoji } from "../wording/without-emoji.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Deliverable } from "./draft.ts";
import { longestTitle as limit, listing } from "./listing.ts";

/** A title as a person would write it on a list: an order, short, with the thing's own name. */
export function titleOf(requirement: Requirement, deliverable: Deliverable): string {
  const target = deliverable === "quality" && requirement.english ? targetTitle(requirement) : undefined;
  if (target !== undefined) return tidy(target);
  const title = orderOf(requirement, deliverable);
  // What is read or run is written; everything else may be added.
  return deliverable === "document" || deliverable === "test" ? title.replace(/^Add /, "Write ") : title;
}

/** `Response time` and `< 50 ms for a million records` make `Keep response time < 50 ms …`. */
function targetTitle({ title, text }: Requirement): string | undefined {
  if (title === null || title === text) return undefined;
  const target = withoutStop(firstSentence(text));
  if (/^(?:[<>≤≥~≈±\d]|under|below|over|above|within|less|more|at (?:most|least)|up to)/i.test(target))
    return `Keep ${sentenceCased(title)} ${/^[~≈±\d]/.test(target) ? "at " : ""}${uncapitalized(target)}`;
  return imperativeOf(target) === undefined
    ? `Meet the ${sentenceCased(title)} target: ${uncapitalized(target)}`
    : undefined;
}

function orderOf(requirement: Requirement, deliverable: Deliverable): string {
  const { title, text, details } = requirement;
  const sentence = withoutReferences(firstSentence(text));
  const fromText =
    (requirement.english ? undefined : foreignOrder(sentence, limit)) ??
    imperativeOf(
      wholeLead(
        sentence,
        details.map((detail) => detail.text),
      ),
    );
  if (!requirement.english)
    return tidy(
      foreignTitle(
        title,
        sentence,
        fromText,
        details.map((detail) => detail.text),
      ),
    );
  if (isCode.test(title ?? "")) return tidy(codeTitle(title ?? "", fromText));
  if (title === null)
    return tidy(
      fromText ?? orderFromPhrase(sentence, deliverable, details.length >= 2 ? contentsOf(requirement) : []),
    );
  // One word alone, `Audit`, is a heading.
  if (isOrder(title) && !isNamed(title) && /\s/.test(title)) return tidy(title);
  const isWhole =
    readClause(sentence) !== undefined && sentence !== title && openLead(sentence) === undefined;
  // A sentence tells more than its heading, as long as not half of it would have to go from a title.
  if (fromText !== undefined && isWhole && fromText.length <= limit * 1.5) return tidy(fromText);
  return tidy(orderFromPhrase(title, deliverable, contentsOf(requirement)));
}

const isCode = /^`[^`]+`$/;

/** A command keeps its name, and says what it is for where there is room. */
function codeTitle(name: string, order: string | undefined): string {
  const whole = `Implement ${name}: ${uncapitalized(withoutStop(order ?? ""))}`;
  return order === undefined || whole.length > limit ? `Implement ${name}` : whole;
}

/** `Capture Mode System` and `Build Process Integration` begin with a verb's letters and name a thing. */
const isNamed = (title: string): boolean =>
  /^(?:capture|state|build|transition|record|process|test|design|control|access|search|order|schedule|report|review|score|display|filter|update|change|release|import|export|track|monitor|audit|log)\s/i.test(
    title,
  ) &&
  /\s(?:system|engine|algorithm|integration|flow|mode|management|handling|support|processing|service|module|rules|storage|selection|generation|validation|calculation|detection|navigation|controls?|interface|layer|pipeline|framework|structure|page|screen|form|panel|view|dashboard|visualization|functionality|history|log|strategy|policy|requirements)$/i.test(
    title,
  );

/** Another language's words cannot be made into an order: the heading or the sentence itself has to do. */
function foreignTitle(
  title: string | null,
  sentence: string,
  order: string | undefined,
  details: readonly string[],
): string {
  // A short lead that ends in a colon was read as a heading.
  const isLead =
    title === null || (title === sentence && details.length > 0 && withoutDanglingWords(title) !== title);
  if (isLead) {
    const lead = order ?? withoutFollowing(sentence);
    const open = lead.replace(/\s*[:：]\s*$/u, "");
    const room = limit - open.length - 2;
    const first = withoutEmoji(details[0] ?? "").trim();
    const point = shortened(first, room);
    // A point that is cut in the middle of what it quotes says nothing.
    const isTold =
      (/[:：]\s*$/u.test(sentence) || title === sentence) &&
      room >= 16 &&
      point.length > 5 &&
      !/^["“«¡¿]/u.test(point);
    return isTold ? `${open}: ${point}` : withoutDanglingWords(open);
  }
  const isShort =
    title.split(/\s+/).length <= 2 && /^[\p{Script=Latin}\s/-]+$/u.test(title) && sentence !== title;
  return isShort ? `${title}: ${sentence.replace(/[:：]$/, "")}` : title;
}

/** `Users must be able to log in using:` says too little without the points below it. */
function wholeLead(sentence: string, details: readonly string[]): string {
  if (!/[:：]$/.test(sentence)) return sentence;
  const heads = details.map((detail) => headOf(detail));
  const [first] = heads;
  const completed = first === undefined ? undefined : completeLead(sentence, first);
  if (/^(?:when|if|once|after|upon|on|before)\b[^,:]*:$/i.test(sentence) && completed !== undefined)
    return completed;
  const subject = subjectOfLead(sentence);
  if (subject !== undefined && heads.length > 1)
    return nameWithContents("Implement", uncapitalized(subject), heads);
  const held =
    /^((?:the |a |an |each )?[\w() -]{3,50}?)\s+(?:must|shall|should|will)\s+(?:include|contain|have|show|display)\s*:$/i.exec(
      sentence,
    )?.[1];
  if (held !== undefined && first !== undefined && !isGenericSubject(held))
    return listing(heads, (list) => `${sentence.replace(/\s*:$/, "")} ${list}`, limit + 8);
  if (completed === undefined || first === undefined || /\bbe:$/i.test(sentence))
    return completed ?? withoutFollowing(sentence);
  if (/\b(?:must|shall|should|will|to):$/i.test(sentence)) return completed;
  const lead = completed.slice(0, completed.length - withoutStop(first).length);
  return listing(heads, (list) => `${lead}${list}`, limit + lead.length - orderLength(lead));
}

/** `The system must provide` is longer than the `Add` that it becomes. */
const orderLength = (lead: string): number => (imperativeOf(`${lead.trim()} it`) ?? lead).length;

/** `Password reset flow must:` and `Authentication must implement:` are about a thing that is built from its points. */
function subjectOfLead(sentence: string): string | undefined {
  const [, subject = "", verb = ""] =
    /^((?:[^`,]|`[^`]*`)+?)\s+(?:must|shall|should|will)\s*(require|implement|support|provide)?\s*:$/i.exec(
      sentence,
    ) ?? [];
  const isBearer =
    /\b(?:users?|system|app|application|platform)$/i.test(subject) || isGenericSubject(subject);
  return subject === "" || isBearer || (verb !== "" && subject.length > 50) ? undefined : subject;
}

/** A point without what stands in brackets or after a colon. */
const headOf = (detail: string): string =>
  withoutStop(detail.replace(/\s*[(（].*$/u, "").replace(/\s*[:：–—]\s.*$/u, ""));

const vague =
  /^(?:[\w-]+ )?(?:management|integration|operations?|sessions?|handling|support|system|features?|functionality|storage|security|settings|requirements|processing|services?|general|other|basics?)$/i;

/** A name that could mean anything says more with what is in it: `Implement session management: expire sessions, …`. */
function nameWithContents(verb: string, name: string, heads: readonly string[]): string {
  const plain = `${verb} ${/^(?:the|a|an|all|each)\b/i.test(name) ? "" : articleFor(name)}${name}`;
  const isVague = meaningfulWords(name).size <= 1 || vague.test(name.replace(/\s*\([^)]*\)$/, ""));
  if (!isVague || heads.length === 0) return plain;
  const whole = listing(heads, (list) => `${plain}: ${list}`);
  if (whole.length <= limit) return whole;
  const room = limit - plain.length - 2;
  return room < 16 ? plain : `${plain}: ${shortened(uncapitalized(heads[0] ?? ""), room)}`;
}

/** What a requirement with a heading holds, in a few words each. */
const contentsOf = ({ title, text, details }: Requirement): readonly string[] =>
  details.length >= 2
    ? details.map((detail) => headOf(detail.text)).filter((head) => head.length > 1)
    : text === title || /[:：]$/.test(text)
      ? []
      : [shortened(withoutStop(firstSentence(text)), 44)];

const verbFor: Readonly<Record<Deliverable, string>> = {
  setup: "Set up",
  model: "Define",
  logic: "Implement",
  job: "Schedule",
  endpoint: "Create",
  integration: "Integrate",
  screen: "Build",
  quality: "Meet",
  test: "Write",
  document: "Write",
  release: "Prepare",
};

/** A thing's name made into an order; a sentence in another language stays as it is. */
function orderFromPhrase(phrase: string, deliverable: Deliverable, contents: readonly string[] = []): string {
  const text = withoutStop(withoutFollowing(phrase));
  if ((isOrder(text) && !isNamed(text)) || !isEnglish(text)) return text;
  if (readClause(text) !== undefined || isStatement(text)) return orderFromStatement(text);
  if (
    baseOfParticiple(text.split(" ")[0] ?? "") !== undefined &&
    /^\w+ (?:from|by|with|at|in|to|on|as)\b/i.test(text)
  )
    return `Make sure it is ${uncapitalized(text)}`;
  const verb =
    /\bintegration\b/i.test(text) && deliverable === "integration" ? "Build" : verbFor[deliverable];
  return nameWithContents(verb, sentenceCased(text), contents);
}

/** `Each species has an interval` → `Give each species an interval`; what shows no order in it is made sure of. */
function orderFromStatement(text: string): string {
  const [, owner, possession] =
    /^((?:each|every|all|the|an?) [\w -]{2,40}?) (?:has|have) ((?!to\b|been\b|not\b|never\b).+)$/i.exec(
      text,
    ) ?? [];
  if (owner !== undefined && possession !== undefined) return `Give ${uncapitalized(owner)} ${possession}`;
  const [, thing = "", rest = ""] = newThing.exec(text) ?? [];
  return baseOfThirdPerson(rest.split(" ")[0] ?? "") === undefined
    ? `Make sure ${uncapitalized(text)}`
    : `Add ${uncapitalized(thing)} that ${rest}`;
}

/** `A dashboard shows …`, `A backfill command takes …` */
const newThing =
  /^(an? (?:[\w-]+ ){0,3}(?:command|page|screen|view|button|banner|form|dashboard|list|report|job|script|menu|dialog|panel|widget|chart|badge|table|map|search|filter|bot|service)) ([a-z]+s .+)$/i;

const articleFor = (phrase: string): string =>
  /\b(?:page|screen|form|modal|dialog|dashboard|gallery|flow|wizard|editor|panel|bar|menu|portal|selector|engine|algorithm|system|service|pipeline|component|table|model|schema|list|history|overview|report|calendar|catalogue|feed|timeline|header|footer|widget|bill|invoice|receipt)$/i.test(
    phrase.replace(/\s*\([^)]*\)$/, "").replace(/\s(?:of|for|per|with|by)\s.*$/i, ""),
  ) && !/^(?:the|a)\b/i.test(phrase)
    ? "the "
    : "";

function tidy(title: string): string {
  const plain = withoutStop(title)
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(
      /\b(?:ALL|NOT|ONLY|UP TO|NO|ANY|EACH|EVERY|NEVER|ALWAYS|MUST|AND|OR|CUMULATIVE)\b/g,
      (word) => (word === "NO" && /\bYES\b/.test(title) ? word : word.toLowerCase()),
    )
    .replaceAll(/\s+/g, " ")
    .replace(/\s*\((?:optional|required|p\d|mvp|new)\)$/i, "")
    .replace(/[\s:：—–-]+$/u, "");
  // The parameters of a function are no matter of a title.
  const short = plain.length > limit ? plain.replaceAll(/`(\w+)\([^`]+\)`/g, "`$1()`") : plain;
  // A title must not look like a mark of status or a range of tasks.
  return capitalized(withoutStop(shortened(short, limit))).replaceAll(/[✅☑✔❌🟢🔵🟡🔴]\s*/gu, "") || plain;
}
