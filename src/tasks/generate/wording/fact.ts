import {
  firstWord,
  infinitive,
  isOrder,
  isPlural,
  isStatement,
  joinVerbs,
  leadingVerbs,
  readClause,
  splitCondition,
} from "./clause.ts";
import { isBaseVerb, participleOf } from "./english-verbs.ts";
import { isGenericSubject, preventionAsFact, statementOf } from "./imperative.ts";
import { isDuty, isPeople } from "./people.ts";
import { capitalized, uncapitalized, withoutStop } from "./text-case.ts";

// Words that judge instead of telling what is to be seen. A criterion does without them.
const judging =
  /\s*\b(?:properly|correctly|gracefully|appropriately|adequately|seamlessly|smoothly|as expected|as needed|as appropriate|where appropriate|if applicable|nicely|(?<!as )well(?! as)|robustly)\b/gi;

/** A text without the adverbs that make a criterion vague. */
export const withoutJudging = (text: string): string =>
  text
    .replaceAll(judging, "")
    .replaceAll(/\s{2,}/g, " ")
    .trim();

/**
 * The state of the world once a requirement is met, so that it can be looked at: `The system must display X` →
 * `The system displays X`, `Show a badge on Y` → `A badge is shown on Y`. Undefined where no sentence can be made.
 */
export function factOf(sentence: string): string | undefined {
  const text = withoutJudging(withoutStop(sentence));
  const clause = readClause(text);
  if (clause !== undefined) {
    const before = clause.condition === null ? "" : `${clause.condition}, `;
    return capitalized(`${before}${factOfClause(clause)}`);
  }
  const conditional = splitCondition(text);
  if (conditional.condition === null && isStatement(text)) return capitalized(text);
  const passive =
    activeOf(conditional.main) ??
    passiveOf(conditional.main) ??
    (isStatement(conditional.main) ? conditional.main : undefined);
  if (passive === undefined) return undefined;
  return capitalized(conditional.condition === null ? passive : `${conditional.condition}, ${passive}`);
}

function factOfClause(clause: NonNullable<ReturnType<typeof readClause>>): string {
  if (!clause.negated && clause.modal === "must" && isGenericSubject(clause.subject)) {
    const allowed = /^(?:also )?(?:allow|enable|let|permit)\s+(?:for\s+)?(.+?)\s+to\s+(.+)$/is.exec(
      clause.predicate,
    );
    if (allowed?.[1] !== undefined && allowed[1].split(/\s+/).length <= 6 && !/\bup$/i.test(allowed[1]))
      return `${allowed[1]} can ${allowed[2]}`;
    const prevented = preventionAsFact(clause.predicate);
    if (prevented !== undefined) return prevented;
    const shown =
      /^(?:display|show|store|save|persist|encrypt|log|send|record|track|cache|validate|reject|hash)\b/i.test(
        clause.predicate,
      )
        ? passiveOf(clause.predicate)
        : undefined;
    if (shown !== undefined) return shown;
  }
  const isAbility =
    clause.modal === "must" &&
    isPeople(clause.subject) &&
    /^(?!(?:be|have|receive|get)\b|\w+ly\b)[a-z]+\b/.test(clause.predicate) &&
    !isDuty(clause.predicate);
  return statementOf(isAbility ? { ...clause, modal: "can" } : clause);
}

const afterObject =
  /\s+(?=(?:side by side|one by one|\d+ (?:minutes?|hours?|days?|weeks?) (?:before|after)|in|on|at|with|for|to|from|by|when|if|after|before|using|as|via|into|onto|until|unless|per|within|under|during|across|through|without|based|every|once|so|against|over|whenever|while|upon|below|above|next|only|immediately|automatically|client-side|server-side|where|that have|inline)\b|(?!daily|weekly|monthly|hourly|yearly|early|family|assembly|reply|supply|friendly|likely)[a-z]{3,}ly\b(?!\s+[a-z]+ed\b))/i;
const intransitive: ReadonlySet<string> = new Set([
  "exist",
  "happen",
  "occur",
  "appear",
  "arise",
  "remain",
  "rely",
  "fall",
  "work",
  "comply",
  "click",
  "navigate",
  "wait",
  "listen",
  "hover",
  "tap",
  "be",
  "go",
  "come",
  "depend",
  "scroll",
  "integrate",
  "interact",
  "communicate",
  "connect",
  "respond",
  "react",
  "expire",
  "persist",
  "land",
  "let",
  "help",
  "make",
  "consider",
  "ensure",
  "avoid",
  "must",
  "have",
  "use",
  "support",
  "allow",
  "include",
  "contain",
  "start",
  "end",
  "match",
  "reuse",
  "return",
  "keep",
  "address",
  "name",
  "type",
  "state",
  "status",
  "test",
  "order",
  "index",
  "group",
  "list",
  "search",
  "filter",
  "form",
  "score",
  "label",
  "link",
  "log",
  "view",
  "point",
  "press",
  "read",
  "design",
  "cost",
  "output",
  "content",
  "target",
]);
const transitiveAnyway: ReadonlySet<string> = new Set([
  "return",
  "persist",
  "use",
  "read",
  "log",
  "test",
  "index",
  "list",
  "group",
  "filter",
  "link",
  "include",
  "search",
  "label",
  "support",
  "start",
  "press",
  "match",
]);

/** `Send a message when the run ends, and page the on-call` orders two things, which no passive could take along. */
const activeOf = (order: string): string | undefined => {
  const second = /, and (?:then )?([a-z]+) (?:the|an?|all|each|every|it|them)\b/.exec(order)?.[1];
  return second !== undefined && isBaseVerb(second) && isOrder(order)
    ? statementOf({
        condition: null,
        subject: "the system",
        modal: "must",
        negated: false,
        predicate: uncapitalized(order),
      })
    : undefined;
};

/** `Persist uploads to disk` → `uploads are persisted to disk` */
function passiveOf(order: string): string | undefined {
  const verbs = isOrder(order) ? leadingVerbs(uncapitalizedVerb(order), infinitive) : undefined;
  if (
    verbs === undefined ||
    verbs.verbs.some((verb) => intransitive.has(verb) && !isTransitiveHere(verb, verbs.rest))
  )
    return undefined;
  const rest = verbs.rest.trim();
  if (
    rest === "" ||
    /^(?:to|from|with|on|in|at|by|for|of|between|up|out|off|down|back|over|through|into|as|also|until|is|are|if|when|:|—|–|-|\/)(?:\s|$)/i.test(
      rest,
    )
  )
    return undefined;
  const at = objectEnd(rest);
  // `the list sorted by name` has its participle after the verb as well.
  const [, object = "", state = ""] =
    /^(.*?\S)(?:\s+(sorted|grouped|filtered|ordered|based))?$/.exec(rest.slice(0, at).trim()) ?? [];
  const after = `${state} ${rest.slice(at)}`.trim();
  const second =
    /\s(?:and|or|then)\s+([a-z]+)(?:$|\s+(?:the|a|an|one|them|it|their|its|each|all|any)\b)/.exec(
      object,
    )?.[1];
  if (second !== undefined && isBaseVerb(second)) return undefined;
  if (
    object === "" ||
    object.endsWith(":") ||
    /^\w+ly$/.test(object) ||
    /^(?:it|them|that|this|how|whether|what)\b/i.test(object)
  )
    return undefined;
  const passive = joinVerbs({ ...verbs, rest: "" }, participleOf);
  return `${object} ${isPlural(object) ? "are" : "is"} ${passive}${after === "" ? "" : ` ${after}`}`;
}

const uncapitalizedVerb = (text: string): string =>
  isBaseVerb(firstWord(text)) ? uncapitalized(text) : text;

const isTransitiveHere = (verb: string, rest: string): boolean =>
  (verb === "keep" && /^\s+\S.*\sfor (?:at least |up to |at most )?\d/.test(rest)) ||
  (transitiveAnyway.has(verb) &&
    /^\s+(?:[a-z`"\d]|[A-Z]{2,})/.test(rest) &&
    !/^\s+(?:name|type|page|bar|results?|list|query|form|view|field|button|input|icon|text|link|size|coverage|number|data)\b/.test(
      rest,
    ));

/** Where the object of a verb ends: before the first preposition that stands outside brackets and quotation marks. */
function objectEnd(rest: string): number {
  const masked = rest.replaceAll(/`[^`]*`|"[^"]*"|\([^)]*\)/g, (hidden) => "x".repeat(hidden.length));
  const relative = /\s+(?:that|which|who|for which)\s/i.exec(masked)?.index ?? masked.length;
  const end = afterObject.exec(masked)?.index ?? masked.length;
  // A relative clause belongs to the object, and so does a colon's list.
  return relative < end ? masked.length : end;
}
