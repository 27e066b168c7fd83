import { withoutField } from "../../document/edit/label-line.ts";
import type { TextEdit } from "../../document/edit/revise.ts";
import { requirementsOnLine } from "../../document/read-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { References } from "../coverage.ts";
import type { Requirement } from "../prd/model.ts";

/** The new ids of a requirement of the old version; empty if it was removed. */
export type NewIds = (requirement: Requirement) => readonly string[];

const point = /[\r\n]+[ \t]*(?:[-*+]|\d+[.)])[ \t]+/;
/** Between two entries: a comma outside of parentheses, or the bullet of the next one. */
const separator = new RegExp(String.raw`(\s*[,;]\s*(?![^()]*\))|${point.source})`);
const idForm = /(?:\p{L}+[\p{L}\d]*(?:-\p{L}[\p{L}\d]*)*[-_. #]{0,2})?\d+(?:[.-]\d+)*[a-z]?/giu;

/**
 * Replaces the ids in a task's Requirements field with those of the new version. Other entries stay as they are.
 * @returns the edit and the resulting entries; null if nothing changes or the field can't be edited entry by entry
 */
export function rewriteReferences(list: TaskList, task: Task, references: References, newIds: NewIds) {
  const [field, ...others] = task.fields.filter(({ name }) => name === "requirements");
  if (field === undefined || others.length > 0) return null;
  const { start, end } = field.value;
  const written = list.source.slice(start, field.form === "inline" ? end : Math.max(end, field.end));
  const rewritten = rewriteEntries(written.split(separator), references, newIds);
  const isRead = entriesIn(written).join("\n") === task.requirements.join("\n");
  if (rewritten === written || !isRead) return null;
  const edit: TextEdit =
    rewritten.trim() === "" && field.form !== "inline"
      ? withoutField(list, field)
      : { offset: start, length: written.length, text: rewritten || "None" };
  return { edit, requirements: entriesIn(rewritten) };
}

/** The entries as the list reader splits them: by commas on the label's line, and by points below it. */
function entriesIn(text: string): readonly string[] {
  const [onLine = "", ...points] = text.split(point);
  return [...requirementsOnLine(onLine.trim()), ...points.map((entry) => entry.trimEnd())];
}

/** @param parts - entries and the separators between them */
function rewriteEntries(parts: readonly string[], references: References, newIds: NewIds): string {
  const entries = parts.flatMap((text, index) => {
    const named = references.namedIn(text.replaceAll(/\([^()]*\)|[`*]/g, ""));
    const isSame = named.every((requirement) => newIds(requirement).join() === requirement.id);
    return index % 2 === 0 ? [{ text, named, isSame, before: parts[index - 1] ?? "" }] : [];
  });
  const present = new Set(entries.flatMap(({ named, isSame }) => (isSame ? named.map(({ id }) => id) : [])));
  return entries.reduce((done, { text, named, isSame, before }) => {
    const ids = [...new Set(named.flatMap(newIds))].filter((id) => !present.has(id));
    for (const id of ids) present.add(id);
    if (!isSame && ids.length === 0) return done;
    const isPoint = /[\r\n]/.test(before);
    // The first remaining point keeps the blank line above the points.
    const first = /[\r\n]/.test(done) ? before : entries.find((one) => /[\r\n]/.test(one.before))?.before;
    const gap = isPoint ? first : done.trim() === "" ? "" : before;
    return done + gap + (isSame ? text : withIds(text, named, ids, references));
  }, "");
}

/** The entry with its own ids replaced by the new ones, else only the new ids. */
function withIds(
  text: string,
  [only, ...others]: readonly Requirement[],
  ids: readonly string[],
  references: References,
): string {
  const isOwn = (id: string): boolean => references.namedIn(id).some((one) => one === only);
  const own = others.length > 0 ? undefined : text.match(idForm)?.find(isOwn);
  return own === undefined ? ids.join(", ") : text.replace(own, () => ids.join(", "));
}
