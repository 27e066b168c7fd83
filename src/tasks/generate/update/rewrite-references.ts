import { getTask } from "../../document/edit/get-task.ts";
import { withoutLabelLine } from "../../document/edit/label-line.ts";
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

/** The entries on the label's line, and those of the list below it. */
interface Entries {
  readonly line: readonly Entry[];
  readonly below: readonly Entry[];
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
  const before = fieldsOf(task).map((field) => entriesOf(source, field));
  const after = before.map(({ line, below }) => ({
    line: rewriteEntries(line, references, newIds),
    below: rewriteEntries(below, references, newIds),
  }));
  const [was, requirements] = [before.flatMap(textsOf), after.flatMap(textsOf)];
  if (was.join("\n") !== task.requirements.join("\n") || was.join("\n") === requirements.join("\n"))
    return null;
  return {
    requirements,
    edit: (list) =>
      fieldsOf(getTask(list, task.number)).flatMap((field, index) =>
        writeEntries(list, field, after[index] ?? { line: [], below: [] }),
      ),
  };
}

const fieldsOf = ({ fields }: Task): readonly Field[] => fields.filter(({ name }) => name === "requirements");

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
    // Two requirements that became one are named once.
    if (rewritten === "" || (rewritten !== text && named.has(rewritten))) return [];
    named.add(rewritten);
    return [{ separator, text: rewritten }];
  });
}

/** An entry with the new ids in it; empty where all that it names is gone. */
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

/** Where the PRD only numbers its requirements, a list may say `3` or `Req 3`. */
function spelledLike(written: string, old: string, now: string): string {
  const number = /^Requirement (\d\S*)$/.exec(now)?.[1];
  return number === undefined || !/^Requirement \d/.test(old) ? now : written.replace(/\d\S*$/, number);
}

function writeEntries(list: TaskList, field: Field, { line, below }: Entries): readonly TextEdit[] {
  const { source } = list;
  const { value, form } = field;
  const end = Math.max(field.line.end, field.end);
  const items = below.map(({ separator, text }) => separator + text).join("");
  if (line.length === 0 && below.length === 0 && form !== "inline") {
    const { offset } = withoutLabelLine(list, field);
    const [lineEnding = ""] = /^(?:\r\n|\n|\r)/.exec(source.slice(end, end + 2)) ?? [];
    return [{ offset, length: end + lineEnding.length - offset, text: "" }];
  }
  const onLine = { offset: value.start, length: value.end - value.start, text: joined(line) || "None" };
  const inList = { offset: field.line.end, length: end - field.line.end, text: items };
  return [
    ...(joined(line) === value.text ? [] : [onLine]),
    ...(entriesOf(source, field).below.length > 0 ? [inList] : []),
  ];
}
