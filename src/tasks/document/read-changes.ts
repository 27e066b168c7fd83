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
  const text = source.slice(end, contentEnd);
  return { heading, contentEnd, numbers: numbersIn(text), spent: spentNumbers(text) };
}

export function isChanges(source: string, { heading }: Section): boolean {
  return heading !== null && /^changes$/i.test(source.slice(heading.textStart, heading.textEnd).trim());
}

/** A title in quotation marks may hold any number; it names no task. */
function numbersIn(text: string): string[] {
  const words = text.replace(/"[^"\r\n]*"/g, "");
  return [...new Set([...words.matchAll(/(?<![\d.])\d+\.\d+(?![\d]|\.\d)/g)].map(([number]) => number))];
}

const number = String.raw`\d+\.\d+`;
const pair = `${number} → ${number}`;
const pairs = `${pair}(?:, ${pair})*`;
/** The lines that the command itself writes. A title may hold any words, so only what stands around it is read. */
const ownLine = new RegExp(
  `^- \\d{4}-\\d\\d-\\d\\d: (?:removed Task (${number}) "|renumbered (${pairs})$|moved Task (${pair}) ".*?"(?:, renumbered (${pairs}))?$)`,
  "gm",
);

/** The numbers in the notes of the command itself: `removed Task 2.3 "Title"`, `renumbered 1.4 → 1.3`. */
function spentNumbers(text: string): string[] {
  const words = [...text.replaceAll(/\r\n?/g, "\n").matchAll(ownLine)].flatMap(([, ...parts]) => parts);
  return [...new Set(words.flatMap((part) => part?.match(/\d+\.\d+/g) ?? []))];
}
