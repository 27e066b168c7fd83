import type { Draft } from "./plan.ts";
import { saidBy } from "./plan.ts";

/** The first inline code of a sentence: the words before it, its name, the rest of the code and the word after it. */
const firstCode = /^(?<before>[^`]*)`(?<name>[@\w./:-]{3,}\w)(?<rest>[^`]*)`\s*(?<after>\p{L}*)/u;
const creating =
  /^(?:add|build|create|define|emit|implement|new|agregar|añadir|crear|criar|adicionar|ajouter|créer|dodać|stworzyć|utworzyć|erstell\w*)(?!\p{L})/iu;
const using = /^(?:call|use|remove|delete|rename|deprecate)s?\b/i;
const preposition = /\b(?:to|in|into|at|from|for|of|on|with)\b/i;
const fileType = /\.(?:[cm]?[jt]sx?|dart|go|kt|php|py|rb|rs|svelte|swift|vue)$/;

interface CreatedName {
  readonly name: string;
  readonly isSure: boolean;
}

/**
 * The names that a sentence creates: with a verb (``Create `BillingUsage` entity``), with `new`, or without either in
 * any language, with its parameters or properties (``Metodo `sign_in(email: str)` ``, ``Tabla `users` con …``).
 */
function createdIn(sentence: string): readonly CreatedName[] {
  const { before = "", name = "", rest = "", after = "" } = firstCode.exec(sentence)?.groups ?? {};
  const isCreated = creating.test(before) && (!preposition.test(before) || before.endsWith("("));
  const isShown =
    /^\(\s*\w+\??\s*:|^\([^)'"]*\)\s*(?:->|:)\s*[\p{L}[]/u.test(rest) ||
    /^(?:with|mit|con|com|avec)$/i.test(after);
  const isNear = before.trim().split(/\s+/).length <= 2 && !preposition.test(before) && !using.test(before);
  const first = isCreated || (isShown && isNear) ? [{ name, isSure: isCreated }] : [];
  const called = [...sentence.matchAll(/(?<!\bthe )\bnew `([\w./:-]{3,}\w)/gi)];
  const all = [...first, ...called.map(([, other = ""]) => ({ name: other, isSure: true }))];
  return all
    .filter((one) => one.name !== "")
    .map((one) => ({ ...one, name: one.name.replace(fileType, "") }));
}

/** The paths and names in inline code, and the parts of names such as `AuthManager.sign_in`; not those in paths. */
const namesIn = (text: string): readonly string[] =>
  (text.match(/`[^`]+`/g) ?? []).flatMap((code) =>
    code.includes("/")
      ? [code.slice(1, -1).replace(fileType, "")]
      : (code.match(/[\w.:-]*\w/g) ?? []).flatMap((name) => [name, ...name.split(".")]),
  );

/** A name such as `AuthGuard` or `income_type` without backticks. */
const plainName = String.raw`(\x60[^\x60]*\x60)|\b([A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+)\b(?![\w/-]|\.\w)`;
const anywhere = new RegExp(plainName, "g");
/** Before any other word, a plain name can be a product: `Create GitHub workflow`. */
const asWhole = new RegExp(
  String.raw`${plainName}(?=\W*$|[.,;:)]| (?:for|in|that|to|which|with|class|component|controller|entity|enum|field|function|guard|hook|interface|middleware|model|module|schema|service|table|type)\b)`,
  "g",
);

/** A text with plain names in backticks. */
const withCode = (text: string, names: RegExp): string =>
  text.replaceAll(names, (_, code?: string, name?: string) => code ?? `\`${name}\``);

const createdBy = (draft: Draft): readonly CreatedName[] =>
  saidBy(draft)
    .flatMap((text) => withCode(text, asWhole).split(/(?<=[.!?])\s+/))
    .flatMap(createdIn);

/** A name that more drafts create is not one thing, like a method of each of several classes. */
const mostCreators = 2;

/** Adds the earlier drafts that are the first to create what a draft names in code, unless the PRD says what it needs. */
export function withCreators(drafts: readonly Draft[]): readonly Draft[] {
  const created = drafts.flatMap((draft, at) =>
    createdBy(draft).map((one) => ({ ...one, at, key: draft.key })),
  );
  const creators = Map.groupBy(
    created.toSorted((one, other) => Number(other.isSure) - Number(one.isSure)),
    ({ name }) => name,
  );
  const creatorOf = (name: string, before: number): string | readonly [] => {
    const all = creators.get(name) ?? [];
    if (new Set(all.map(({ key }) => key)).size > mostCreators) return [];
    return all.find(({ at }) => at < before)?.key ?? [];
  };
  return drafts.map((draft, at) => {
    if (draft.hasStatedNeeds) return draft;
    const names = [...new Set(saidBy(draft).flatMap((text) => namesIn(withCode(text, anywhere))))];
    return { ...draft, needs: [...draft.needs, ...names.flatMap((name) => creatorOf(name, at))] };
  });
}
