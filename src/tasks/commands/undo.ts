import type { EditOptions } from "../editing/edit-list.ts";
import { writableFile } from "../editing/edit-list.ts";
import { withListLock } from "../file/list-lock.ts";
import { readListText } from "../file/list-text.ts";
import { replaceFile } from "../file/replace-file.ts";
import { dropUndoRecord, isUntouchedSince, readUndoRecord } from "../file/undo-store.ts";
import { locateList } from "../picking/open-list.ts";
import { ruleRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";

/** Takes back the last edit that the command made to the list, once. */
export async function undo(options: EditOptions): Promise<Report> {
  const path = locateList(options.list);
  const file = writableFile(path);
  const { command, before, after } = await withListLock(file, () => takeBack(path, file, options));
  const json = { path, undone: command };
  if (!options.dryRun) return { json, text: `${path}: took back "tasks ${command}".` };
  const { unifiedDiff } = await import("../editing/unified-diff.ts");
  const diff = unifiedDiff(path, before, after);
  return { json: { ...json, diff }, text: diff };
}

function takeBack(path: string, file: string, { dryRun }: EditOptions) {
  const record = readUndoRecord(file);
  if (!record) throw ruleRefusal("nothing-to-undo", `There is no edit of ${path} to take back.`);
  const text = readListText(file);
  if (!isUntouchedSince(record, text)) {
    throw ruleRefusal(
      "changed-since",
      `${path} changed since "tasks ${record.command}", which is not taken back.`,
    );
  }
  if (!dryRun) {
    replaceFile(file, record.before);
    dropUndoRecord(file);
  }
  return { command: record.command, before: text, after: record.before };
}
