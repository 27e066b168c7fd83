import { namedFiles } from "../document/file-paths.ts";
import type { Complexity } from "../document/task-list.ts";
import type { Fields } from "./fields.ts";
import { textsIn } from "./fields.ts";
import type { Ledger } from "./ledger.ts";
import type { SourceCriterion, SourceFormat, SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { sourceTask } from "./source-list.ts";
import { statusNamed } from "./source-text.ts";
import { codeIn, linesOf } from "./task-text.ts";

/** A task of a tool that keeps its tasks as records. */
export interface TaskRecord extends Partial<SourceTask> {
  readonly line: number | null;
  readonly id: string;
  readonly title: string;
  /** The tool's word for the status. */
  readonly state: string;
  readonly complexity: Complexity | null;
  /** Text of which each line is a step. */
  readonly plan: string;
  readonly criteria: readonly SourceCriterion[];
  /** Markdown for the fields that have no place in a task list. */
  readonly remarks: readonly string[];
}

/** Makes a task of a record. A status that a task list does not have is noted in the ledger. */
export function taskOfRecord(record: TaskRecord, ledger: Ledger): SourceTask {
  const { line, id, title, state, plan, remarks, ...parts } = record;
  const { status, blockedReason } = statusNamed(state) ?? { status: "Not Started", blockedReason: null };
  if (!statusNamed(state) || /^(?:review|hooked)$/i.test(state))
    ledger.note(line, `the status "${state}" of ${id}, read as ${status}`);
  const steps = [...(parts.steps ?? []), ...linesOf(plan).filter((step) => step !== title)];
  const files = parts.files ?? [];
  return sourceTask(
    {
      ...parts,
      id,
      line,
      title,
      status,
      blockedReason,
      files: files.length > 0 ? files : namedFiles([title, plan, ...steps, parts.body ?? ""].join("\n")),
      steps,
      body:
        [parts.body ?? "", ...codeIn(plan), ...remarks].filter((part) => part !== "").join("\n\n") || null,
    },
    ledger,
  );
}

/**
 * Notes the parts of a record that becomes a phase, which has no place for them.
 * @param texts the names of its fields with text
 */
export function noteParent(
  { line, id, title, remarks }: TaskRecord,
  fields: Fields,
  texts: readonly string[],
  ledger: Ledger,
): void {
  const parts = [
    ...texts.filter((name) => !["", title].includes(textsIn(fields[name]).join("\n"))),
    ...remarks.map((text) => text.replaceAll("**", "").replaceAll(/\s+/g, " ")),
  ];
  if (parts.length > 0) ledger.note(line, `the ${parts.join(", ")} of ${id}, which is a phase`);
}

/** A list of such a tool: only the records state dependencies, and none names a PRD. */
export const listOfRecords = (
  format: SourceFormat,
  title: string | null,
  phases: readonly SourcePhase[],
  ledger: Ledger,
): SourceList => ({
  format,
  title,
  prd: null,
  phases: phases.filter(({ tasks }) => tasks.length > 0),
  stated: [],
  ledger,
});
