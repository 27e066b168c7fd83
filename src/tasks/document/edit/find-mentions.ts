import type { TaskList } from "../task-list.ts";
import { understoodNumbers } from "./rewrite-numbers.ts";

/** A task number in free text, which no edit touches. */
export interface Mention {
  readonly number: string;
  /** 1-based. */
  readonly line: number;
  /** The whole line, trimmed. */
  readonly text: string;
}

/** Where free text names one of these task numbers: outside headings, dependencies, ranges and `## Changes`. */
export function findMentions(list: TaskList, numbers: Iterable<string>): readonly Mention[] {
  const wanted = new Set(numbers);
  const understood = new Set(understoodNumbers(list).map(({ start }) => start));
  // `passed in 3.2 s` names no task.
  const proof = list.tasks.flatMap((task) => task.proof);
  const isProof = (offset: number): boolean =>
    proof.some(({ start, end }) => start <= offset && offset < end);
  const end = list.changes?.heading.start ?? list.source.length;
  return [...list.source.slice(0, end).matchAll(/(?<![\d.])\d+\.\d+(?!\.?\d)/g)]
    .filter(({ 0: number, index }) => wanted.has(number) && !understood.has(index) && !isProof(index))
    .map(({ 0: number, index }) => ({ number, ...lineAround(list.source, index) }));
}

function lineAround(source: string, offset: number): { line: number; text: string } {
  const before = source.slice(0, offset).split(/\r\n|\n|\r/);
  const [rest = ""] = source.slice(offset).split(/\r\n|\n|\r/, 1);
  return { line: before.length, text: `${before.at(-1)}${rest}`.trim() };
}
