import { reportEdit } from "../cli/reporting/report.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { findList } from "../list-file/find-list.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
import { replaceFile, writableFile } from "../list-file/replace-file.ts";
import { dropUndoRecord, isUntouchedSince, readUndoRecord } from "../list-file/undo-store.ts";
import { ruleRefusal } from "../refusal.ts";
import { writeWithClaims } from "../workflow/claims/follow-edit.ts";
import type { Declaration } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "undo",
  summary: "take back the last edit that this command made to the list, once",
  options: dryRun,
  examples: ["tasks undo"],
  tool: { summary: "Take back the last edit, once.", does: "edits" },
} as const satisfies Declaration;

/** Undoes the last edit that a command made to the list, once. */
export const undo = operation(declaration, async (options) => {
  const path = findList(options.list);
  const file = writableFile(path);
  const { command, ...edited } = await withListLock(file, () => takeBack(path, file, options));
  const text = `${path}: took back "tasks ${command}".`;
  return reportEdit(options, { path, ...edited }, { path, undone: command }, text);
});

async function takeBack(path: string, file: string, { dryRun }: EditOptions) {
  const record = readUndoRecord(file);
  if (!record) throw ruleRefusal("nothing-to-undo", `There is no edit of ${path} to take back.`);
  const text = readListText(file);
  if (!isUntouchedSince(record, text)) {
    throw ruleRefusal(
      "changed-since",
      `${path} changed since "tasks ${record.command}", which is not taken back.`,
    );
  }
  const edited = { before: readTaskList(text), after: readTaskList(record.before) };
  return { command: record.command, ...edited, notes: dryRun ? [] : await write(file, edited) };
}

async function write(
  file: string,
  edited: { readonly before: TaskList; readonly after: TaskList },
): Promise<readonly string[]> {
  const { notes } = await writeWithClaims(file, {
    edited,
    again: () => edited,
    write: () => {
      replaceFile(file, edited.after.source);
      dropUndoRecord(file);
      return [];
    },
  });
  return notes;
}
