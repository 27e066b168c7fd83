import { readTaskList } from "../document/read-task-list.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
import { relativePath } from "../list-file/paths.ts";
import { replaceFile, writableFile } from "../list-file/replace-file.ts";
import { dropUndoRecord, isUntouchedSince, readUndoRecord } from "../list-file/undo-store.ts";
import { ruleRefusal } from "../refusal.ts";
import { writeWithClaims } from "../workflow/claims/follow-edit.ts";
import { locateList } from "../workflow/open-list.ts";
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
  const path = locateList(options.list);
  const file = writableFile(path);
  const { command, before, after, notes } = await withListLock(file, () => takeBack(path, file, options));
  const json = { list: relativePath(path), path, undone: command };
  if (!options.dryRun) return { json, text: `${path}: took back "tasks ${command}".`, notes };
  const { unifiedDiff } = await import("../list-file/editing/unified-diff.ts");
  const diff = unifiedDiff(path, before, after);
  return { json: { ...json, diff }, text: diff };
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
  const notes = dryRun ? [] : await write(file, text, record.before);
  return { command: record.command, before: text, after: record.before, notes };
}

async function write(file: string, before: string, after: string): Promise<readonly string[]> {
  const edited = { before: readTaskList(before), after: readTaskList(after) };
  const { notes } = await writeWithClaims(file, {
    edited,
    again: () => edited,
    write: () => {
      replaceFile(file, after);
      dropUndoRecord(file);
      return [];
    },
  });
  return notes;
}
