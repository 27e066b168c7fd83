import { optionalityOf } from "./labels.ts";
import type { Answer, Constraint, Owner, Part, Passage, Quantity, Requirement } from "./model.ts";
import { quantitiesIn } from "./quantities.ts";

/** The numbers in requirements, answers and constraints, each with its owner. */
export const quantitiesOf = (
  requirements: readonly Requirement[],
  answers: readonly Answer[],
  constraints: readonly Constraint[],
): readonly Quantity[] => [
  ...requirements.flatMap(({ id, title, text, line, parts, criteria }) => {
    const own = title === null || title === text ? text : `${title}: ${text}`;
    return quantitiesBy({ kind: "requirement", id }, [{ text: own, line }, ...current(parts), ...criteria]);
  }),
  ...answers.flatMap(({ answer, line, answerLine }) =>
    quantitiesBy({ kind: "answer", line }, [{ text: answer, line: answerLine }]),
  ),
  ...constraints.flatMap((one) => quantitiesBy({ kind: "section", heading: one.section }, current([one]))),
];

const quantitiesBy = (owner: Owner, passages: readonly Passage[]): readonly Quantity[] =>
  passages.flatMap(({ text, line }) => quantitiesIn(text).map((quantity) => ({ ...quantity, line, owner })));

/** The points without deferred ones (`Gold: 10 profiles (future)`). */
const current = (parts: readonly Part[]): readonly Passage[] =>
  parts.flatMap((part) => (optionalityOf(part.text) === "future" ? [] : [part, ...current(part.parts)]));
