import { LineIndex } from "../line-index.ts";
import { lineAt } from "../source-lines.ts";
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
  const lines = new LineIndex(list.source);
  const end = list.changes?.heading.start ?? list.source.length;
  return [...list.source.slice(0, end).matchAll(/(?<![\d.])\d+\.\d+(?!\.?\d)/g)]
    .filter(({ 0: number, index }) => wanted.has(number) && !understood.has(index) && !isProof(index))
    .map(({ 0: number, index }) => {
      const { start, end: lineEnd } = lineAt(list.source, index);
      const { line } = lines.positionOf(index);
      return { number, line, text: list.source.slice(start, lineEnd).trim() };
    });
}
