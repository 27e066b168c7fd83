import { fieldNamed } from "./field-names.ts";
import { anyCase, letters } from "./letters.ts";
import { readLabels } from "./read-labels.ts";
import type { Section } from "./read-sections.ts";
import { lineAt, linesOf, partOf } from "./source-lines.ts";
import type { HeaderLine, Located, TaskList } from "./task-list.ts";

export type Header = Pick<TaskList, "title" | "prd" | "created" | "status">;

/**
 * Reads the title, which may be a phase heading in a list of one phase, and the lines below it up to the next heading.
 */
export function readHeader(source: string, sections: readonly Section[]): Header {
  const firstTask = sections.findIndex(({ reading }) => reading.is === "task" || reading.is === "phase");
  const before = firstTask < 0 ? sections : sections.slice(0, firstTask + 1);
  const titled = before.find(({ heading }) => heading?.depth === 1);
  const lines = [titled ?? before[0]].flatMap((section) => (section ? headerLines(source, section) : []));
  return {
    title: titled ? readTitle(source, titled) : null,
    prd: lines.find(({ label }) => isPrd(label.text)) ?? null,
    created: lines.find(({ label }) => /^(?:created|date)(?: on| at)?$/i.test(label.text)) ?? null,
    status: lines.find(({ label }) => fieldNamed(label.text) === "status") ?? null,
  };
}

const titlePrefix = new RegExp(
  String.raw`^[^${letters}\d*_\x60[]{0,20}${anyCase("(?:Task List|Tasks)")}\s*(?:[:：]|\s[—–-](?=\s)|$)`,
);

function readTitle(source: string, { heading }: Section): Located | null {
  if (!heading) return null;
  const { textStart: start, textEnd: end } = heading;
  const text = { text: source.slice(start, end), start, end };
  const prefix = titlePrefix.exec(text.text)?.[0] ?? "";
  const title = partOf(text, prefix.length, text.text.length);
  return title.text === "" ? null : title;
}

function isPrd(label: string): boolean {
  return /^(?:source )?prd(?: reference| file| link)?$|^based on(?: prd)?$/i.test(label);
}

function headerLines(source: string, { blocks }: Section): HeaderLine[] {
  return blocks
    .filter(
      ({ kind, level }) => level === 0 && kind !== "closed-fence" && kind !== "html" && kind !== "quote",
    )
    .flatMap((block) => linesOf(source, { start: block.textStart, end: block.textEnd }))
    .flatMap((line) => readLabels(line))
    .filter(({ bold, name }) => bold || name !== null)
    .map(({ label, value, start }) => ({ label, value, line: lineAt(source, start) }));
}

/** The file name in the header's PRD line, taken from a link, code or a path; null without such a line. */
export function prdFileName({ prd }: TaskList): string | null {
  const path = prd && prdPath(prd.value.text);
  return path ? (path.split(/[/\\]/).at(-1) ?? path) : path;
}

/** The path in a PRD line's value. */
export function prdPath(value: string): string {
  const link = /^\[[^\]]*\]\((?<target>[^)\s]+)[^)]*\)/.exec(value)?.groups?.["target"];
  return link ?? /^`(?<code>[^`]+)`/.exec(value)?.groups?.["code"] ?? value.replace(/^<|>$/g, "");
}
