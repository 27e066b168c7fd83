/**
 * The number that an argument names: `1.2`, `Task 1.2`, `#1.2` and `task-1.2`, and `1.02` too; null for anything else.
 */
export function parseTaskNumber(argument: string): string | null {
  const match = /^\s*(?:task\b[\s-]*)?#?\s*0*(\d{1,15})\.0*(\d{1,15})\s*$/i.exec(argument);
  return match ? `${Number(match[1])}.${Number(match[2])}` : null;
}

/** Each task number in free text, but no part of `1.2.3`. */
export const everyTaskNumber = /(?<![\d.])\d+\.\d+(?!\.?\d)/g;

/** The two parts of a number such as `1.2`: the phase, and the place in it. */
export function partsOf(number: string): { readonly phase: number; readonly seq: number } {
  const [phase = 0, seq = 0] = number.split(".").map(Number);
  return { phase, seq };
}

/** The phase that a task number belongs to. */
export const phaseOf = (number: string): number => partsOf(number).phase;

/** `1.02` and `1.2` are the same number. */
export function plainNumber(number: string): string {
  const { phase, seq } = partsOf(number);
  return `${phase}.${seq}`;
}

/** The order of task numbers: 1.2 before 1.10. */
export function byNumber(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.phase - other.phase || one.seq - other.seq;
}

/** Whether a number is in a range, both ends included. */
export const isBetween = (first: string, number: string, last: string): boolean =>
  byNumber(first, number) <= 0 && byNumber(number, last) <= 0;

/** Whether a phase is one of those that a reference such as `Phases 2-4` names. */
export const isWithinPhases = (
  number: number,
  { first, last }: { readonly first: number; readonly last: number },
): boolean => first <= number && number <= last;

/** New task numbers by old ones. */
export type Renumbering = ReadonlyMap<string, string>;

/** The number of a task after a renumbering. */
export const renumbered = (number: string, renumbering?: Renumbering): string =>
  renumbering?.get(number) ?? number;
