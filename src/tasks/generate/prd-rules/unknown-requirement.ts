import type { Task } from "../../document/task-list.ts";
import type { Rule } from "../../lint/rule.ts";
import { headingWords } from "../prd/heading-kind.ts";
import type { Prd } from "../prd/model.ts";
import { offsetOfField, References } from "../references.ts";

/** An entry of a **Requirements** field that is neither an id nor the title of a section of the PRD. */
export const unknownRequirement = (prd: Prd): Rule => ({
  name: "unknown-requirement",
  *find({ tasks }) {
    const isKnown = knownIn(prd);
    for (const task of tasks)
      for (const entry of entriesOf(task).filter((one) => !isKnown(one)))
        yield {
          offset: offsetOfField(task),
          message: `Task ${task.number} names "${entry}", which is neither an id nor a section title of the PRD.`,
        };
  },
});

/** The entries without remarks in parentheses, which can contain commas: `FR-3 (name, email)`. */
const entriesOf = ({ requirements }: Task): readonly string[] =>
  requirements
    .join(", ")
    .replaceAll(/\([^()]*\)/g, "")
    .replaceAll(/[`*]/g, "")
    .split(/\s*,\s*/)
    .map((entry) => entry.trim())
    .filter((entry) => /[\p{L}\p{N}]/u.test(entry));

function knownIn(prd: Prd): (entry: string) => boolean {
  const titles = prd.sections.map(({ heading }) => heading).filter((heading) => heading !== "");
  const references = new References(prd);
  return (entry) => {
    const cited = references.keysOfEntry(entry);
    // A range is known if one of its ids is, because numbers can be unused.
    const isId = cited.length > 0 && cited[isRange(entry) ? "some" : "every"]((key) => references.knows(key));
    return isId || titles.some((title) => isTitle(entry, title, cited.length === 0));
  };
}

const isRange = (entry: string): boolean => /\d\s*(?:to|through|bis|\.\.+|–|—|-)\s*\S*\d/.test(entry);

/** An entry can shorten a title, omit its number or only have its number; without an id, it can also add words. */
function isTitle(entry: string, title: string, mayAdd: boolean): boolean {
  const number = /^\D{0,12}(\d+(?:\.\d+)*)/.exec(title)?.[1];
  if (
    number !== undefined &&
    new RegExp(`^(?:section|§)?\\s*${number.replaceAll(".", "\\.")}$`, "i").test(entry)
  )
    return true;
  const [one, other] = [wordsOf(entry), wordsOf(title)];
  return (one !== "  " && other.includes(one)) || (mayAdd && other !== "  " && one.includes(other));
}

const wordsOf = (text: string): string =>
  ` ${
    headingWords(text)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(" ") ?? ""
  } `;
