import type { Section } from "./read-sections.ts";
import { lineAt, wholeLines } from "./source-lines.ts";
import type { Changes } from "./task-list.ts";

/** Reads the last section headed `Changes`. */
export function readChanges(source: string, sections: readonly Section[]): Changes | null {
  const section = sections.findLast((candidate) => isChanges(source, candidate));
  if (!section?.heading) return null;
  const heading = wholeLines(source, section.heading);
  const { end } = heading;
  const last = section.blocks.reduce((furthest, block) => Math.max(furthest, block.end), end);
  const contentEnd = lineAt(source, last).end;
  return { heading, contentEnd, numbers: numbersIn(source.slice(end, contentEnd)) };
}

export function isChanges(source: string, { heading }: Section): boolean {
  return heading !== null && /^changes$/i.test(source.slice(heading.textStart, heading.textEnd).trim());
}

/** A title in quotation marks may hold any number; it names no task. */
function numbersIn(text: string): string[] {
  const words = text.replace(/"[^"\r\n]*"/g, "");
  return [...new Set([...words.matchAll(/(?<![\d.])\d+\.\d+(?![\d]|\.\d)/g)].map(([number]) => number))];
}
