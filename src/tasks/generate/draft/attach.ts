import { spells } from "../prd/endpoints.ts";
import type { Endpoint, Passage, Prd } from "../prd/model.ts";
import type { Draft } from "./draft.ts";
import { wordsOf } from "./language.ts";
import { criteriaOf, endpointKey } from "./section-drafts.ts";

/** Drafts with related statements from other parts of the PRD, and the statements that fit no draft. */
export interface Attached {
  readonly drafts: readonly Draft[];
  readonly endpoints: readonly Endpoint[];
  /** The PRD without the criteria and answers that were added to a draft. */
  readonly rest: Prd;
}

/**
 * Adds each endpoint, criterion and answer to the draft that it is about: the one whose requirement it names, or the
 * only one that shares rare words with it.
 */
export function attach(prd: Prd, drafts: readonly Draft[]): Attached {
  const subjects = new Subjects(prd, drafts);
  const extended = new Map(drafts.map((draft) => [draft.key, draft]));
  const extend = (key: string, change: (draft: Draft) => Partial<Draft>): void => {
    const draft = extended.get(key);
    if (draft !== undefined) extended.set(key, { ...draft, ...change(draft) });
  };
  const endpoints = prd.endpoints.filter((endpoint) => {
    const key = subjects.ofEndpoint(endpoint);
    if (key === null) return true;
    extend(key, (draft) => withEndpoint(draft, endpoint, prd.language === "en"));
    return false;
  });
  const criteria = prd.criteria.filter(({ text, requirements }) => {
    const keys = requirements.length > 0 ? subjects.carrying(requirements) : subjects.of(text);
    for (const key of keys) extend(key, (draft) => withCriterion(draft, text));
    return keys.length === 0;
  });
  const answers = prd.answers.filter(({ text, answer }) => {
    const [key] = subjects.of(answered(text, answer));
    if (key !== undefined) extend(key, ({ steps }) => ({ steps: [...steps, answered(text, answer)] }));
    return key === undefined;
  });
  const open = answers.map(({ text, answer, line, section }) => ({
    text: answered(text, answer),
    line,
    section,
    label: null,
    parts: [],
    kind: "questions" as const,
  }));
  return {
    drafts: [...extended.values()],
    endpoints,
    rest: { ...prd, criteria, constraints: [...prd.constraints, ...open] },
  };
}

function withEndpoint(draft: Draft, endpoint: Endpoint, isEnglish: boolean): Partial<Draft> {
  const name = `\`${endpointKey(endpoint)}\``;
  const own = draft.steps.join("\n");
  const said = [...(endpoint.purpose === null ? [] : [endpoint.purpose]), ...textsOf(endpoint.rules)];
  const added = said.filter((text) => !own.includes(text));
  const step = added.length === 0 ? name : `${name}: ${added.join("; ")}`;
  const criteria = criteriaOf(endpoint, isEnglish);
  const isFirst = draft.method === null;
  return {
    steps: added.length === 0 && spells(own, endpoint) ? draft.steps : [...draft.steps, step],
    verification: [...draft.verification, ...criteria],
    hasOwnCriteria: draft.hasOwnCriteria || criteria.length > 0,
    ...(isFirst ? { method: endpoint.method, path: endpoint.path } : {}),
  };
}

/** `Theme: dark`, or `Is there a theme? Yes.` after a question mark. */
const answered = (question: string, answer: string): string =>
  /[?？.。:：]$/.test(question) ? `${question} ${answer}` : `${question}: ${answer}`;

const textsOf = (passages: readonly Passage[]): readonly string[] => passages.map(({ text }) => text);

/** Puts a criterion of the PRD before those that only repeat the steps. */
function withCriterion({ verification, steps }: Draft, text: string): Partial<Draft> {
  const own = verification.filter((criterion) => !steps.includes(criterion));
  return { verification: [...new Set([...own, text, ...verification])], hasOwnCriteria: true };
}

/** Finds the draft that a text is about, by the lemmas of its words; rare ones weigh more. */
class Subjects {
  private readonly lemmas: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly drafts: readonly Draft[];
  private readonly isEnglish: boolean;

  constructor({ language }: Prd, drafts: readonly Draft[]) {
    this.isEnglish = language === "en";
    this.drafts = drafts;
    this.lemmas = new Map(
      drafts.map(({ key, title, steps }) => [key, lemmasOf([title, ...steps].join(". "))]),
    );
  }

  carrying(ids: readonly string[]): readonly string[] {
    const isCarried = ({ requirements }: Draft): boolean => requirements.some((id) => ids.includes(id));
    return this.drafts.filter(isCarried).map(({ key }) => key);
  }

  /** The draft that shares clearly more rare words with a text than any other. */
  of(text: string): readonly string[] {
    if (!this.isEnglish) return [];
    const weights = [...lemmasOf(text)].map((lemma) => ({ lemma, weight: this.weight(lemma) }));
    const sum = (weighed: typeof weights): number => weighed.reduce((total, { weight }) => total + weight, 0);
    const total = sum(weights);
    const rated = [...this.lemmas]
      .map(([key, own]) => ({ key, value: sum(weights.filter(({ lemma }) => own.has(lemma))) }))
      .toSorted((a, b) => b.value - a.value);
    const [best, second] = rated;
    const isPlain = best !== undefined && best.value >= Math.max(0.75 * total, 1.5 * (second?.value ?? 0));
    return isPlain && total > 0 ? [best.key] : [];
  }

  /** The draft that contains the endpoint, else the only one with all words of the last name in its path. */
  ofEndpoint(endpoint: Endpoint): string | null {
    const isSpelled = ({ steps, title, verification }: Draft): boolean =>
      [title, ...steps, ...verification].some((text) => spells(text, endpoint));
    const spelled = this.drafts.find(isSpelled);
    if (spelled !== undefined || !this.isEnglish) return spelled?.key ?? null;
    const name = endpoint.path.split("/").findLast((segment) => /^[a-z][\w-]*$/i.test(segment)) ?? "";
    const words = lemmasOf(name.replaceAll(/[-_]/g, " "));
    if (words.size === 0) return null;
    const inTitle = this.drafts.filter(({ title }) => isWithin(words, lemmasOf(title)));
    const inText = this.drafts.filter(({ key }) => isWithin(words, this.lemmas.get(key) ?? new Set()));
    const [first, ...others] = inTitle.length > 0 ? inTitle : inText;
    return others.length === 0 ? (first?.key ?? null) : null;
  }

  private weight(lemma: string): number {
    const having = [...this.lemmas.values()].filter((own) => own.has(lemma)).length;
    return Math.log((this.drafts.length + 1) / (having + 1));
  }
}

const isWithin = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].every((word) => others.has(word));

const content = new Set(["NOUN", "PROPN", "VERB", "ADJ", "NUM"]);

const lemmasOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).flatMap(({ tag, lemma }) => (content.has(tag) ? [lemma] : [])));
