import type { DependencyReference, Task } from "../document/task-list.ts";
import { isWithinRange, phaseOf } from "../document/task-number.ts";

/** Where a task names the dependency: the number itself, or the range or phase that holds it. */
export function referenceTo({ dependencies, heading }: Task, number: string): number {
  const direct = dependencies.references.find(
    (reference) => reference.kind === "task" && reference.number.text === number,
  );
  const around = dependencies.references.find((reference) => mayHold(reference, number));
  return (direct ?? around)?.start ?? heading.start;
}

function mayHold(reference: DependencyReference, number: string): boolean {
  const phase = phaseOf(number);
  if (reference.kind === "phase") return phase >= reference.phase && phase <= reference.last;
  if (reference.kind === "name") return reference.numbers.includes(number);
  return reference.kind === "range" ? isWithinRange(number, reference) : reference.kind === "all";
}
