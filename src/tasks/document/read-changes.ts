import type { Section } from "./read-sections.ts";
import { lineAt, wholeLines } from "./source-lines.ts";
import type { Changes, PrdVersion } from "./task-list.ts";

/** Reads the last section headed `Changes`. */
export function readChanges(source: string, sections: readonly Section[]): Changes | null {
  const section = sections.findLast((candidate) => isChanges(source, candidate));
  if (!section?.heading) return null;
  const heading = wholeLines(source, section.heading);
  const { end } = heading;
  const last = section.blocks.reduce((furthest, block) => Math.max(furthest, block.end), end);
  const contentEnd = lineAt(source, last).end;
  const text = source.slice(end, contentEnd);
  return {
    heading,
    contentEnd,
    numbers: numbersIn(text),
    spent: spentNumbers(text),
    prdVersion: lastVersion(text),
  };
}

export function isChanges(source: string, { heading }: Section): boolean {
  return heading !== null && /^changes$/i.test(source.slice(heading.textStart, heading.textEnd).trim());
}

/** Ignores quoted titles and PRD file names, whose numbers don't refer to tasks. */
function numbersIn(text: string): string[] {
  const words = text.replaceAll(versionLine, "").replace(/"[^"\r\n]*"/g, "");
  return [...new Set([...words.matchAll(/(?<![\d.])\d+\.\d+(?![\d]|\.\d)/g)].map(([number]) => number))];
}

const number = String.raw`\d+\.\d+`;
const pair = `${number} → ${number}`;
const pairs = `${pair}(?:, ${pair})*`;
/** `- 2026-11-22: generated from 0001-prd-x.md (1a2b3c4d5e6f)`; a file name can contain any characters. */
const versionLine = /^- \d{4}-\d\d-\d\d: (?:generated|updated) from (.+) \(([0-9a-f]{12})\)(?=\r|\n|$)/gm;

function lastVersion(text: string): PrdVersion | null {
  const [, name, id] = [...text.matchAll(versionLine)].at(-1) ?? [];
  return name === undefined || id === undefined ? null : { name, id };
}

/** The lines that the command itself writes. A title can contain any words, so only the words around it are read. */
const ownLine = new RegExp(
  `^- \\d{4}-\\d\\d-\\d\\d: (?:removed Task (${number}) "|renumbered (${pairs})$|moved Task (${pair}) ".*?"(?:, renumbered (${pairs}))?$)`,
  "gm",
);

/** The numbers in the command's own lines: `removed Task 2.3 "Title"`, `renumbered 1.4 → 1.3`. */
function spentNumbers(text: string): string[] {
  const words = [...text.replaceAll(/\r\n?/g, "\n").matchAll(ownLine)].flatMap(([, ...parts]) => parts);
  return [...new Set(words.flatMap((part) => part?.match(/\d+\.\d+/g) ?? []))];
}
