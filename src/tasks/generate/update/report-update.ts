import { plural } from "../../cli/terminal/words.ts";
import type { Decision, TaskDecision } from "./decisions.ts";
import { actionWords, changeWords } from "./decisions.ts";

/** What an update did, as text: each changed requirement and its tasks. */
export function describeUpdate(decisions: readonly Decision[]): readonly string[] {
  return [
    ...decisions.filter((decision) => !isOnlyRenumbered(decision)).flatMap(describeDecision),
    ...describeRenumbered(decisions),
  ];
}

const isOnlyRenumbered = ({ changes }: Decision): boolean => changes.join() === "renumbered";

function describeDecision(decision: Decision): readonly string[] {
  const { was, id, oldText, newText, gone, come, changes, other, tasks } = decision;
  const isReworded = changes.includes("changed") && oldText !== newText;
  return [
    `${id ?? was} ${changes.map((change) => changeWords[change](decision)).join(", ")}`,
    ...(isReworded ? [`  said: ${oldText}`, `  says: ${newText}`] : [`  ${newText ?? oldText}`]),
    ...gone.map((point) => `  no longer: ${point}`),
    ...come.map((point) => `  new: ${point}`),
    // A new id is reported above; the updated references to it need no line.
    ...tasks.filter(({ action }) => action !== "reference" || other !== null).flatMap(describeTask),
  ];
}

function describeTask({ number, title, action, rewritten }: TaskDecision): readonly string[] {
  return [
    `  ${number}  ${title}: ${actionWords[action]}`,
    ...(rewritten.length === 0
      ? []
      : [`      ${plural(rewritten.length, "line")} written by hand, to be checked:`]),
    ...rewritten.map((line) => `      - ${line}`),
  ];
}

function describeRenumbered(decisions: readonly Decision[]): readonly string[] {
  const renumbered = decisions.filter(isOnlyRenumbered);
  if (renumbered.length === 0) return [];
  const numbers = [...new Set(renumbered.flatMap(({ tasks }) => tasks.map(({ number }) => number)))];
  const pairs = renumbered.map(({ was, id }) => `${was} → ${id}`).join(", ");
  return [
    `Renumbered: ${pairs}`,
    ...(numbers.length === 0 ? [] : [`  in the Requirements of ${numbers.join(", ")}`]),
  ];
}
