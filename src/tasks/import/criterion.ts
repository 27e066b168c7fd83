import { factOf, withoutJudging } from "../generate/wording/fact.ts";
import { isEnglish } from "../generate/wording/is-english.ts";
import { capitalized, withoutStop } from "../generate/wording/text-case.ts";

/**
 * What is to be seen once an item without a criterion of its own is done: the item as a fact (`Add a badge` →
 * `A badge is added`), else that it can be shown. Nothing is in it that the item does not say.
 */
export function criterionFor(item: string): string {
  const text = withoutStop(withoutJudging(item));
  const fact = isEnglish(text) && !/[;:]/.test(text) ? factOf(text) : undefined;
  return fact === undefined
    ? `Shown by a test or by hand: ${text}`
    : withNameAsWritten(capitalized(fact), text);
}

/** `readme.md` and `localStorage` are names: they keep their small letter at the beginning, too. */
function withNameAsWritten(fact: string, item: string): string {
  const [first = ""] = fact.split(" ");
  const written = first.charAt(0).toLowerCase() + first.slice(1);
  const isName = /[A-Z./_]/.test(written) && item.split(" ").includes(written);
  return isName ? written + fact.slice(first.length) : fact;
}
