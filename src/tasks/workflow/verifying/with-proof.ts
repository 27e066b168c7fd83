import { writeProof } from "../../document/edit/write-proof.ts";
import type { Task } from "../../document/task-list.ts";
import type { TaskChange } from "../../list-file/editing/edit-task.ts";
import type { RunCriterion } from "./criterion.ts";
import type { Proof } from "./proof.ts";
import { seconds } from "./proof.ts";
import { endingOfProof, formatProofLine, minuteOf, parseProofLine } from "./proof-line.ts";

/**
 * The change, and the lines of Proof for what has passed. A command has one line, that of its last success: git's
 * history of the list keeps the others.
 */
export function withProof(change: TaskChange, proof: Proof, task: Task): TaskChange {
  const proven = provenNow(proof, task);
  if (proven.length === 0) return change;
  const commands = new Set(proven.map(({ command }) => command));
  const isOutdated = (text: string): boolean => commands.has(parseProofLine(text)?.command ?? "");
  const outdated = [...task.proof.entries()].filter(([, { text }]) => isOutdated(text)).map(([at]) => at);
  const lines = proven.map((criterion) => lineOf(criterion, proof));
  const kept = task.proof.filter((_, at) => !outdated.includes(at)).map(({ text }) => text);
  return {
    edits: [...change.edits, writeProof(task.number, lines, outdated)],
    facts: { ...change.facts, proof: [...kept, ...lines] },
  };
}

type Proven = RunCriterion & { readonly command: string };

/** What passed and is still a criterion of the task, each command once. */
function provenNow({ criteria }: Proof, { verification }: Task): readonly Proven[] {
  const proven = criteria.filter(
    (criterion): criterion is Proven =>
      criterion.command !== null &&
      criterion.outcome?.passed === true &&
      verification.some(({ text }) => text === criterion.text),
  );
  return proven.filter(({ command }, at) => proven.findIndex((other) => other.command === command) === at);
}

function lineOf({ command, expected, outcome }: Proven, { at, ranOn }: Proof): string {
  const duration = seconds(outcome?.milliseconds ?? 0);
  const ending = endingOfProof(expected ?? 0, outcome?.exitCode ?? 0, duration);
  return formatProofLine({ time: minuteOf(at), ...ranOn, command, ending });
}
