import { firstWord } from "./clause.ts";
import { isBaseVerb } from "./english-verbs.ts";
import { uncapitalized, withoutStop } from "./text-case.ts";
/**
 * The sentence that a lead and one of the points below it make together: `Users must be able to:` and `Edit their
 * name` are `Users must be able to edit their name`. Undefined where the lead is a whole sentence by itself.
 */
export function completeLead(lead: string, point: string): string | undefined {
  if (/^(?:when|if|once|after|upon|on|before)\b[^,:]*:$/i.test(lead))
    return `${lead.slice(0, -1)}, ${uncapitalized(withoutStop(point))}`;
  const open = openLead(lead);
  if (open === undefined) return undefined;
  const text = withoutStop(point);
  const needsVerb =
    /\b(?:must|shall|should|will|can|may|able to|allow(?:s|ed)? (?:\w+ )?(?:users?|them) to|to)$/i.test(open);
  // After `must` only a verb goes on; a noun there would be read wrong.
  if (needsVerb && !isBaseVerb(firstWord(text.replace(/^(?:not|never|\w+ly)\s+/i, "")))) return undefined;
  return `${open} ${uncapitalized(text)}`;
}

/** A lead that breaks off before its colon, without that colon. */
export function openLead(lead: string): string | undefined {
  if (!/[:：]\s*$/.test(lead)) return undefined;
  const open = lead.replace(/\s*[:：]\s*$/, "").replace(/\s*\([^)]*\)$/, "");
  const last = open.split(/\s+/).at(-1) ?? "";
  const breaksOff =
    /^(?:must|shall|should|will|can|may|be|to|by|using|via|with|for|on|in|from|across|between|when|of|as|at|that|include|includes|have|has|contain|contains)$/i.test(
      last,
    ) ||
    (isBaseVerb(last) &&
      /\b(?:must|shall|should|will|can|may|to|and)\s+(?:[a-z]+ly\s+)?(?:[a-z]+ and\s+)?[a-z]+$/i.test(open));
  return breaksOff && !/\b(?:following|these|as follows|below)\b/i.test(open) ? open : undefined;
}
