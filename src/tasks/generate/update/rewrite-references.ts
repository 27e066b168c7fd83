import { withoutField } from "../../document/edit/label-line.ts";
import type { TextEdit } from "../../document/edit/revise.ts";
import { requirementsOnLine } from "../../document/read-task.ts";
import type { Field, Task, TaskList } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import type { References } from "../references.ts";

/** The new ids of a requirement of the old version; empty if it was removed. */
export type NewIds = (requirement: Requirement) => readonly string[];

/** An entry of the field and the separator before it. */
interface Entry {
  readonly separator: string;
  readonly text: string;
}

/** The entries on the line of the label and those of the list below it. */
interface Entries {
  readonly line: readonly Entry[];
  readonly below: readonly Entry[];
}

/**
 * Replaces the ids in a task's Requirements field with those of the new version. Other entries stay as they are.
 * @returns the edits and the resulting entries; null if nothing changes or the field can't be edited entry by entry
 */
export function rewriteReferences(list: TaskList, task: Task, references: References, newIds: NewIds) {
  const fields = task.fields
    .filter(({ name }) => name === "requirements")
    .map((field) => {
      const before = entriesOf(list.source, field);
      const after = {
        line: rewriteEntries(before.line, references, newIds),
        below: rewriteEntries(before.below, references, newIds),
      };
      return { was: textsOf(before), now: textsOf(after), edits: editsOf(list, field, before, after) };
    });
  const was = fields.flatMap((field) => field.was).join("\n");
  const requirements = fields.flatMap(({ now }) => now);
  if (was !== task.requirements.join("\n") || was === requirements.join("\n")) return null;
  return { requirements, edits: fields.flatMap(({ edits }) => edits) };
}

const textsOf = ({ line, below }: Entries): readonly string[] => [
  ...requirementsOnLine(joined(line)),
  ...below.map(({ text }) => text),
];

const joined = (entries: readonly Entry[]): string =>
  entries.map(({ separator, text }, index) => (index === 0 ? text : separator + text)).join("");

function entriesOf(source: string, { value, line, end }: Field): Entries {
  const [first = "", ...others] = value.text.split(/(\s*[,;]\s*)(?![^()]*\))/);
  const items = source.slice(line.end, end).matchAll(/([\r\n]+[ \t]*(?:[-*+]|\d+[.)])[ \t]+)([^\r\n]+)/g);
  return {
    line: inPairs(["", first, ...others]).filter(({ text }) => text !== ""),
    below: inPairs([...items].flatMap(([, separator = "", text = ""]) => [separator, text.trimEnd()])),
  };
}

const inPairs = (parts: readonly string[]): readonly Entry[] =>
  parts.flatMap((separator, index) => (index % 2 === 0 ? [{ separator, text: parts[index + 1] ?? "" }] : []));

function rewriteEntries(entries: readonly Entry[], references: References, newIds: NewIds): readonly Entry[] {
  const named = new Set<string>();
  return entries.flatMap(({ separator, text }) => {
    const rewritten = rewriteEntry(text, references, newIds);
    // Requirements that were merged into one are named once.
    if (rewritten === "" || (rewritten !== text && named.has(rewritten))) return [];
    named.add(rewritten);
    return [{ separator, text: rewritten }];
  });
}

/** An entry with the new ids; empty if all requirements in it were removed. */
function rewriteEntry(text: string, references: References, newIds: NewIds): string {
  const plain = text.replaceAll(/\([^()]*\)/g, "");
  const named = references.namedIn(plain.replaceAll(/[`*]/g, ""));
  if (named.every((requirement) => newIds(requirement).join() === requirement.id)) return text;
  const ids = [...new Set(named.flatMap((requirement) => newIds(requirement)))];
  const [only, ...others] = named;
  const written = (plain.match(idForm) ?? []).find((id) =>
    references.namedIn(id).some((one) => one === only),
  );
  if (ids.length === 0 || only === undefined || others.length > 0 || written === undefined)
    return ids.join(", ");
  return text.replace(written, () => ids.map((id) => spelledLike(written, only.id, id)).join(", "));
}

const idForm = /(?:\p{L}+[\p{L}\d]*(?:-\p{L}[\p{L}\d]*)*[-_. #]{0,2})?\d+(?:[.-]\d+)*[a-z]?/giu;

/** If the PRD only numbers its requirements, the list may say `3` or `Req 3`; that spelling is kept. */
function spelledLike(written: string, old: string, now: string): string {
  const number = /^Requirement (\d\S*)$/.exec(now)?.[1];
  return number === undefined || !/^Requirement \d/.test(old) ? now : written.replace(/\d\S*$/, number);
}

function editsOf(list: TaskList, field: Field, before: Entries, after: Entries): readonly TextEdit[] {
  const { value, line, form } = field;
  const [onLine, below] = [
    joined(after.line),
    after.below.map(({ separator, text }) => separator + text).join(""),
  ];
  const end = Math.max(line.end, field.end);
  if (onLine + below === "" && form !== "inline") return [withoutField(list, field)];
  return [
    ...(onLine === value.text ? [] : [replacing(value.start, value.end, onLine || "None")]),
    ...(before.below.length > 0 ? [replacing(line.end, end, below)] : []),
  ];
}

const replacing = (start: number, end: number, text: string): TextEdit => ({
  offset: start,
  length: end - start,
  text,
});
