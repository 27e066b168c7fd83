import { firstWord, isOrder, isStatement } from "../wording/clause.ts";
import { gerundOf, isBaseVerb } from "../wording/english-verbs.ts";
import { meaningfulWords } from "../wording/word-weights.ts";
import type { Deed } from "./deed.ts";
import { objectOf } from "./deed.ts";
import type { Deliverable } from "./draft.ts";

/** What only makes a sentence of a title: `the library implements …`. */
const sayingNothing =
  "library project program tool website platform software product service implements supports shows displays lets allows";

/** Whether a criterion tells anything that the title does not. */
export function saysMore(criterion: string, title: string): boolean {
  const known = meaningfulWords(`${title} ${sayingNothing}`);
  return [...meaningfulWords(criterion)].some((word) => !known.has(word));
}

/** `Implement`, `Add` and their like name a thing; other verbs tell what is done to one. */
const objectOfOrder = (title: string): string =>
  /^(?:implement|add|support|expose|build|handle)\b/i.test(title)
    ? (computing.exec(objectOf(title.replace(/^\w+\s+/, "")))?.[0] ?? "")
    : "";

/** What takes input and gives something back. */
const computing =
  /^.*(?:`[^`]+`|\b(?:functions?|commands?|api|parser|calculation|validation|import|export|search|filter|upload|algorithm|service|engine|method|hook|utility|form|script|backend|protocol|interface|tool)\b).*$/i;

/** What a title is about: ` of the kitchen list`, ` of scanning a barcode`. */
function ofThing(title: string): string {
  const verb = firstWord(title).toLowerCase();
  const object = objectOf(title.slice(verb.length));
  if (object.length < 4 || isStatement(title) || isOrder(object) || !isBaseVerb(verb)) return "";
  return ` of ${bringsIn.test(verb) ? "" : `${gerundOf(verb)} `}${object}`;
}

const bringsIn = /^(?:implement|add|support|expose|build|create|handle|include|provide|define)$/;

/** What goes with every work of a kind, for a task of which the PRD says no more than its title. */
export function usualWork(deliverable: Deliverable, title: string): Deed {
  const isRule = /^(?:make|keep|never|ensure|allow|use|default|maintain|support)\b/i.test(title);
  const object = objectOfOrder(title);
  switch (deliverable) {
    case "screen":
      return {
        steps: ["Build its empty, loading and error states as well"],
        criteria: ["Tests render it empty, loading, filled and after an error"],
      };
    case "job":
      return {
        steps: ["Log begin, end and outcome of each run"],
        criteria: [
          "Two runs in a row leave the same as one",
          "A run that fails is logged with its error, and the next one starts as planned",
        ],
      };
    case "integration":
      return {
        steps: ["Keep keys and addresses in the configuration, and put every call into one module"],
        criteria: ["When the other side is down, there is a message and nothing is half done"],
      };
    case "document":
      return {
        steps: ["Follow it once from beginning to end on a fresh machine, and mend what did not work"],
        criteria: ["Every command, link and example in it works as written"],
      };
    case "release":
      return {
        steps: ["Write it as a script that the pipeline can run"],
        criteria: ["The pipeline runs it from a clean checkout and ends with exit code 0"],
      };
    case "test":
      return {
        steps: ["Let the pipeline run them, so that a failure stops a merge"],
        criteria: [
          "The pipeline fails when one of them does",
          "Breaking the code that they cover makes one fail",
        ],
      };
    case "quality":
      return {
        steps: ["Measure it with a script that can be run again, and write the figures down"],
        criteria: ["The measuring script is in the repository, and its last figures with it"],
      };
    case "setup":
    case "model":
    case "endpoint":
    case "logic":
      if (/^let\b/i.test(title))
        return {
          steps: ["Check first whether it is allowed, then store what changes"],
          criteria: [
            "What changed is still there after a reload",
            "Where it is not allowed, there is a message and nothing changes",
          ],
        };
      return isRule
        ? {
            steps: [],
            criteria: ["A test fails as soon as this no longer holds"],
          }
        : {
            steps: object === "" ? [] : [`Settle what ${object} should do with missing or impossible input`],
            criteria: [
              object === ""
                ? `Tests${ofThing(title)} cover the usual case, an empty one and a failure`
                : `Tests of ${object} cover the usual case, missing input and wrong input`,
            ],
          };
  }
}
