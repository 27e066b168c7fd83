import { quantitiesIn } from "../../lint/quantities.ts";
import { optionalityOf } from "./labels.ts";
import type { Answer, Constraint, Owner, Part, Passage, Quantity, Requirement } from "./model.ts";

/** The numbers of requirements, answers and constraints, each with what says it. */
export function quantitiesOf(
  requirements: readonly Requirement[],
  answers: readonly Answer[],
  constraints: readonly Constraint[],
): readonly Quantity[] {
  const inText = (passages: readonly Passage[], owner: Owner): readonly Quantity[] =>
    passages.flatMap(({ text, line }) =>
      quantitiesIn(text).map((quantity) => ({ ...quantity, line, owner })),
    );
  return [
    ...requirements.flatMap(({ id, title, text, line, parts, criteria }) => {
      const own = title === null || title === text ? text : `${title}: ${text}`;
      return inText([{ text: own, line }, ...flat(parts), ...criteria], { kind: "requirement", id });
    }),
    ...answers.flatMap(({ answer, line, answerLine }) =>
      inText([{ text: answer, line: answerLine }], { kind: "answer", line }),
    ),
    ...constraints.flatMap((one) => inText(flat([one]), { kind: "section", heading: one.section })),
  ];
}

/** Points that are put off (`Gold: 10 profiles (future)`) say nothing about the work at hand. */
const flat = (parts: readonly Part[]): readonly Passage[] =>
  parts.flatMap((part) => (optionalityOf(part.text) === "future" ? [] : [part, ...flat(part.parts)]));
