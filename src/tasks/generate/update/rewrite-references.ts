import { getTask } from "../../document/edit/get-task.ts";
import { withoutField } from "../../document/edit/label-line.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { requirementsOnLine } from "../../document/read-task.ts";
import type { Field, Task, TaskList } from "../../document/task-list.ts";
import type { TextEdit } from "../../document/text-edit.ts";
import type { Requirement } from "../prd/model.ts";
import type { References } from "../references.ts";

/** The ids under which a requirement of the old version is to be named from now on; none where it is gone. */
export type NewIds = (requirement: Requirement) => readonly string[];

/** A task's Requirements with the ids of the new version. */
export interface RewrittenReferences {
  readonly edit: Edit;
  /** The entries as they are to be read afterwards. */
  readonly requirements: readonly string[];
}

/** One entry of the field, and what parts it from the entry before. */
interface Entry {
  readonly separator: string;
  readonly text: string;
}

/**
 * Plans the edit of a task's Requirements field. Entries that name no requirement whose id changes stay as they are.
 * @returns null where nothing changes, or the field is written in a form that can't be edited entry by entry
 */
export function rewriteReferences(
  { source }: TaskList,
  task: Task,
  references: References,
  newIds: NewIds,
): RewrittenReferences | null {
  const fields = task.fields.filter(({ name }) => name === "requirements");
  const read = fields.map((field) => entriesOf(source, field));
  const before = read.map(textsOf);
  if (before.flat().join("\n") !== task.requirements.join("\n")) return null;
  const after = read.map((entries) => withNewIds(entries, references, newIds));
  if (after.flatMap(textsOf).join("\n") === before.flat().join("\n")) return null;
  return {
    requirements: after.flatMap(textsOf),
    edit: (list) =>
      getTask(list, task.number)
        .fields.filter(({ name }) => name === "requirements")
        .flatMap((field, index) => writeEntries(list, field, after[index] ?? { line: [], below: [] })),
  };
}

/** The entries on the label's line, and those of the list below it. */
interface Entries {
  readonly line: readonly Entry[];
  readonly below: readonly Entry[];
}

const textsOf = ({ line, below }: Entries): readonly string[] => [
  ...requirementsOnLine(joined(line)),
  ...below.map(({ text }) => text),
];

function entriesOf(source: string, { value, line, end }: Field): Entries {
  const parts = value.text.split(/(\s*[,;]\s*)(?![^()]*\))/);
  const onLine = parts.flatMap((text, index) =>
    index % 2 === 0 && text !== "" ? [{ separator: parts[index - 1] ?? "", text }] : [],
  );
  const items = [
    ...source.slice(line.end, end).matchAll(/([\r\n]+[ \t]*(?:[-*+]|\d+[.)])[ \t]+)([^\r\n]+)/g),
  ];
  return {
    line: onLine,
    below: items.map(([, separator = "", text = ""]) => ({ separator, text: text.trimEnd() })),
  };
}

function withNewIds({ line, below }: Entries, references: References, newIds: NewIds): Entries {
  const rewrite = (entries: readonly Entry[]): readonly Entry[] => {
    const named = new Set<string>();
    return entries.flatMap(({ separator, text }) => {
      const rewritten = rewriteEntry(text, references, newIds);
      // Two requirements that became one are named once.
      if (rewritten === "" || (rewritten !== text && named.has(rewritten))) return [];
      named.add(rewritten);
      return [{ separator, text: rewritten }];
    });
  };
  return { line: rewrite(line), below: rewrite(below) };
}

/** An entry with the new ids in it; empty where all that it names is gone. */
function rewriteEntry(text: string, references: References, newIds: NewIds): string {
  const plain = text.replaceAll(/\([^()]*\)/g, "");
  const named = references.named(new Set(references.keysOfEntry(plain.replaceAll(/[`*]/g, ""))));
  const ids = [...new Set(named.flatMap((requirement) => newIds(requirement)))];
  const isSame = named.every((requirement) => newIds(requirement).join() === requirement.id);
  if (named.length === 0 || isSame) return text;
  const [only, ...others] = named;
  if (ids.length === 0 || only === undefined || others.length > 0) return ids.join(", ");
  const written = idIn(plain, only, references);
  return written === undefined
    ? ids.join(", ")
    : text.replace(written, () => ids.map((id) => spelledLike(written, only.id, id)).join(", "));
}

const idForm = /(?:\p{L}+[\p{L}\d]*(?:-\p{L}[\p{L}\d]*)*[-_. #]{0,2})?\d+(?:[.-]\d+)*[a-z]?/giu;

const idIn = (text: string, requirement: Requirement, references: References): string | undefined =>
  (text.match(idForm) ?? []).find((id) =>
    references.named(new Set(references.keysOfEntry(id))).includes(requirement),
  );

/** Where the PRD only numbers its requirements, a list may say `3` or `Req 3`. */
function spelledLike(written: string, old: string, now: string): string {
  const number = /^Requirement (\d\S*)$/.exec(now)?.[1];
  return number === undefined || !/^Requirement \d/.test(old) ? now : written.replace(/\d\S*$/, number);
}

function writeEntries(list: TaskList, field: Field, { line, below }: Entries): readonly TextEdit[] {
  const onLine = joined(line);
  const edits: TextEdit[] = [];
  const { value } = field;
  const items = below.map(({ separator, text }) => separator + text).join("");
  if (onLine === "" && items === "" && field.form !== "inline") return [withoutField(list, field)];
  if (onLine !== value.text)
    edits.push({ offset: value.start, length: value.end - value.start, text: onLine || "None" });
  if (entriesOf(list.source, field).below.length > 0) {
    const end = Math.max(field.line.end, field.end);
    edits.push({ offset: field.line.end, length: end - field.line.end, text: items });
  }
  return edits;
}

const joined = (entries: readonly Entry[]): string =>
  entries.map(({ separator, text }, index) => (index === 0 ? text : separator + text)).join("");
