import type { Draft } from "./plan.ts";
import { saidBy } from "./plan.ts";

/** The first inline code of a sentence: the words before it, its name, the rest of the code and the word after it. */
const firstCode = /^(?<before>[^`]*)`(?<name>[\w./:-]{3,}\w)(?<rest>[^`]*)`\s*(?<after>\p{L}*)/u;
const creating = /^(?:add|build|create|define|emit|implement|new)\b/i;
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
  const isShown = /^\(\s*\w+\??\s*:/.test(rest) || /^(?:with|mit|con|com|avec)$/i.test(after);
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

const createdBy = (draft: Draft): readonly CreatedName[] =>
  saidBy(draft)
    .flatMap((text) => text.split(/(?<=[.!?])\s+/))
    .flatMap(createdIn);

/** Adds to each draft the earlier ones that are the first to create what it names in inline code. */
export function withCreators(drafts: readonly Draft[]): readonly Draft[] {
  const [sure, likely] = [new Map<string, string>(), new Map<string, string>()];
  return drafts.map((draft) => {
    const names = [...new Set(saidBy(draft).flatMap(namesIn))];
    const creators = names.flatMap((name) => sure.get(name) ?? likely.get(name) ?? []);
    for (const { name, isSure } of createdBy(draft)) {
      const known = isSure ? sure : likely;
      if (!known.has(name)) known.set(name, draft.key);
    }
    return { ...draft, needs: [...draft.needs, ...creators] };
  });
}
