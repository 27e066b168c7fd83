import type { DependencyReference, Task } from "../document/task-list.ts";

/** Where a task names the dependency: the number itself, or the range or phase that holds it. */
export function referenceTo({ dependencies, heading }: Task, number: string): number {
  const direct = dependencies.references.find(
    (reference) => reference.kind === "task" && reference.number.text === number,
  );
  const around = dependencies.references.find((reference) => mayHold(reference, number));
  return (direct ?? around)?.start ?? heading.start;
}

function mayHold(reference: DependencyReference, number: string): boolean {
  const [phase = 0, seq = 0] = number.split(".").map(Number);
  if (reference.kind === "phase") return phase >= reference.phase && phase <= reference.last;
  if (reference.kind === "name") return reference.numbers.includes(number);
  if (reference.kind !== "range") return reference.kind === "all";
  const [firstPhase = 0, firstSeq = 0] = reference.first.text.split(".").map(Number);
  const [lastPhase = 0, lastSeq = 0] = reference.last.text.split(".").map(Number);
  const isAfterFirst = phase > firstPhase || (phase === firstPhase && seq >= firstSeq);
  return isAfterFirst && (phase < lastPhase || (phase === lastPhase && seq <= lastSeq));
}
