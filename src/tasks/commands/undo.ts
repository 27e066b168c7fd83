import { readTaskList } from "../document/read-task-list.ts";
import { refuseClaimed, writeWithClaims } from "../list-file/claims/follow-edit.ts";
import { findList } from "../list-file/find-list.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
import { replaceText, writableFile } from "../list-file/replace-file.ts";
import { dropUndoRecord, isUntouchedSince, readUndoRecord } from "../list-file/undo-store.ts";
import { ruleRefusal } from "../refusal.ts";
import { reportEdit } from "../reporting/report.ts";
import { dryRun, operation } from "./operation.ts";

export const undo = operation(
  {
    name: "undo",
    summary: "take back the last edit that this command made to the list, once",
    options: dryRun,
    examples: ["tasks undo"],
    tool: { summary: "Take back the last edit, once.", does: "edits" },
  },
  async (options) => {
    const path = findList(options.list);
    const file = writableFile(path);
    return withListLock(file, async () => {
      const { command, ...edited } = lastEdit(path, file);
      const write = () => {
        replaceText(file, edited.before.source, edited.after.source);
        dropUndoRecord(file);
        return [];
      };
      if (options.dryRun) refuseClaimed(file, edited);
      const { notes } = options.dryRun
        ? { notes: [] }
        : await writeWithClaims(file, { edited, again: () => edited, write });
      const text = `${path}: took back "tasks ${command}".`;
      return reportEdit(options, { path, ...edited, notes }, { path, undone: command }, text);
    });
  },
);

/** @throws Refusal if there is no edit to take back, or the list changed since. */
function lastEdit(path: string, file: string) {
  const record = readUndoRecord(file);
  if (!record) throw ruleRefusal("nothing-to-undo", `There is no edit of ${path} to take back.`);
  const { command } = record;
  const text = readListText(file);
  if (!isUntouchedSince(record, text))
    throw ruleRefusal("changed-since", `${path} changed since "tasks ${command}", which is not taken back.`);
  return { command, before: readTaskList(text), after: readTaskList(record.before) };
}
