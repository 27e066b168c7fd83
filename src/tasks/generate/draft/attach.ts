import { spells } from "../prd/endpoints.ts";
import type { Constraint, Endpoint, Passage, Prd } from "../prd/model.ts";
import { wordsOf } from "./language.ts";
import type { Draft } from "./plan.ts";
import { sectionAt, stepOf } from "./requirement-drafts.ts";
import { criteriaOf, endpointName, phaseOfKind } from "./section-drafts.ts";
import { plainHeading } from "./title.ts";

/** Drafts with related statements from other parts of the PRD, and the statements that fit no draft. */
interface Attached {
  readonly drafts: readonly Draft[];
  readonly endpoints: readonly Endpoint[];
  /** The PRD without the criteria that were added to a draft; answered questions are constraints. */
  readonly rest: Prd;
}

/**
 * Adds each endpoint to the draft that spells it out, and each criterion to the draft that it names or shares rare
 * words with.
 */
export function attach(prd: Prd, requirementDrafts: readonly Draft[]): Attached {
  const subjectOf = subjects(prd, requirementDrafts);
  let drafts = requirementDrafts;
  const extend = (isMeant: (draft: Draft) => boolean, change: (draft: Draft) => Partial<Draft>): boolean => {
    const isExtended = drafts.some(isMeant);
    drafts = drafts.map((draft) => (isMeant(draft) ? { ...draft, ...change(draft) } : draft));
    return isExtended;
  };
  const { endpoints: described, constraints } = withOwnRules(prd);
  const endpoints = described.filter((endpoint) => {
    const isSpelled = ({ title, steps, verification }: Draft): boolean =>
      [title, ...steps, ...verification].some((text) => spells(text, endpoint));
    const key = drafts.find(isSpelled)?.key;
    return !extend(
      (draft) => draft.key === key,
      (draft) => withEndpoint(prd, draft, endpoint),
    );
  });
  const criteria = prd.criteria.filter(({ text, requirements }) => {
    const subject = requirements.length > 0 ? null : subjectOf(text);
    const isMeant = (draft: Draft): boolean =>
      draft.key === subject || draft.requirements.some((id) => requirements.includes(id));
    return !extend(isMeant, (draft) => withCriterion(draft, text));
  });
  const answers = prd.answers.map(({ text, answer, line, section }) => ({
    // `Is there a theme? Yes.`, or `Theme: dark`
    text: /[?？.。:：]$/.test(text) ? `${text} ${answer}` : `${text}: ${answer}`,
    line,
    section,
    label: null,
    parts: [],
    kind: "questions" as const,
  }));
  return { drafts, endpoints, rest: { ...prd, criteria, constraints: [...constraints, ...answers] } };
}

/** Moves the points of a section below `API` that describes one endpoint to that endpoint. */
function withOwnRules(prd: Prd): Pick<Prd, "endpoints" | "constraints"> {
  const bySection = Map.groupBy(prd.endpoints, ({ line }) => sectionAt(prd, line));
  const describedBy = ({ section, kind, line }: Constraint): Endpoint | undefined => {
    const [endpoint, ...others] = bySection.get(section) ?? [];
    const isBelow = kind === "endpoints" && phaseOfKind(prd, line, kind) !== plainHeading(section);
    return isBelow && others.length === 0 ? endpoint : undefined;
  };
  const rulesOf = (endpoint: Endpoint): readonly Passage[] =>
    prd.constraints
      .filter((one) => describedBy(one) === endpoint)
      .map((one) => ({ text: stepOf(one), line: one.line }));
  return {
    endpoints: prd.endpoints.map((one) => ({ ...one, rules: [...one.rules, ...rulesOf(one)] })),
    constraints: prd.constraints.filter((one) => describedBy(one) === undefined),
  };
}

function withEndpoint(prd: Prd, draft: Draft, endpoint: Endpoint): Partial<Draft> {
  const texts = [
    ...(endpoint.purpose === null ? [] : [endpoint.purpose]),
    ...endpoint.rules.map(({ text }) => text),
  ];
  const said = texts.join("; ").replaceAll(".;", ";");
  const criteria = criteriaOf(prd, endpoint);
  const own = draft.steps.join("\n");
  const isKnown = said === "" ? spells(own, endpoint) : own.includes(said);
  return {
    steps: isKnown
      ? draft.steps
      : [...draft.steps, said === "" ? endpointName(endpoint) : `${endpointName(endpoint)}: ${said}`],
    verification: [...draft.verification, ...criteria],
    hasOwnCriteria: draft.hasOwnCriteria || criteria.length > 0,
    ...(draft.method === null ? { method: endpoint.method, path: endpoint.path } : {}),
  };
}

/** Puts a criterion of the PRD before those that only repeat the steps. */
function withCriterion({ verification, steps }: Draft, text: string): Partial<Draft> {
  const own = verification.filter((criterion) => !steps.includes(criterion));
  return { verification: [...new Set([...own, text, ...verification])], hasOwnCriteria: true };
}

/** Finds the draft that shares clearly more rare words with an English text than any other. */
function subjects({ language }: Prd, drafts: readonly Draft[]): (text: string) => string | null {
  const known = drafts.map(({ key, title, steps }) => ({ key, own: lemmasIn([title, ...steps].join(". ")) }));
  const weightOf = (lemma: string): number =>
    Math.log((known.length + 1) / (known.filter(({ own }) => own.has(lemma)).length + 1));
  const sum = (lemmas: readonly string[]): number =>
    lemmas.reduce((total, lemma) => total + weightOf(lemma), 0);
  return (text) => {
    if (language !== "en") return null;
    const lemmas = [...lemmasIn(text)];
    const [best, second] = known
      .map(({ key, own }) => ({ key, value: sum(lemmas.filter((lemma) => own.has(lemma))) }))
      .toSorted((a, b) => b.value - a.value);
    const isPlain = (best?.value ?? 0) >= Math.max(0.75 * sum(lemmas), 1.5 * (second?.value ?? 0));
    return best !== undefined && best.value > 0 && isPlain ? best.key : null;
  };
}

const content = new Set(["NOUN", "PROPN", "VERB", "ADJ", "NUM"]);

const lemmasIn = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).flatMap(({ tag, lemma }) => (content.has(tag) ? [lemma] : [])));
