import { namedFiles } from "../document/file-paths.ts";
import { fieldNamed } from "../document/read-labels.ts";
import type { Complexity } from "../document/task-list.ts";
import type { Ledger } from "./ledger.ts";
import type { SourceCriterion, SourceFormat, SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { sourceTask } from "./source-list.ts";
import { statusNamed } from "./source-text.ts";
import { codeIn, linesOf } from "./task-text.ts";

/** One object of another tool's JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text of a value, empty unless it is a text or a number. Terminal colours are removed: they come from
 * descriptions that were piped through a viewer.
 */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
  return typeof value === "string" ? value.replaceAll(/\u001b\[[\d;]*m/g, "").trim() : "";
}

/** The texts in a value. In an object, each text follows its property name. */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isFields(value)) return [typeof value === "boolean" ? String(value) : textOf(value)].filter(Boolean);
  const parts = Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner).map((text) => (name === "path" ? `\`${text}\`` : `${name}: ${text}`)),
  );
  return parts.length > 0 ? [parts.join("; ")] : [];
}

/** The names in a text, as a set for `remarksIn`. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The fields that have no place in a task list, as lines such as `**Priority**: high`. */
export const remarksIn = (fields: Fields, placed: ReadonlySet<string>): readonly string[] =>
  Object.entries(fields)
    .filter(([name]) => !placed.has(name))
    .flatMap(([name, value]) => remark(name, textsIn(value)));

/** A field as `**Priority**: high`, or as a list below its label, with the code in it; empty without a text. */
export function remark(name: string, texts: readonly string[]): readonly string[] {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  const isOurs = fieldNamed(words) !== null;
  const label = isOurs ? `Original ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const lines = texts.flatMap(linesOf);
  const code = texts.flatMap(codeIn);
  if (lines.length + code.length === 0) return [];
  // Words such as labels fit on one line.
  const isList = lines.length > 1 && lines.some((line) => line.includes(" "));
  const value = isList ? `\n\n${lines.map((line) => `- ${line}`).join("\n")}` : ` ${lines.join(", ")}`;
  return [[`**${label}**:${value}`.trimEnd(), ...code].join("\n\n")];
}

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
  /** What its text states and an imported task can't have. */
  readonly unplaced?: readonly string[];
}

/** Makes a task of a record. A status that a task list does not have is noted in the ledger. */
export function taskOfRecord(record: TaskRecord, ledger: Ledger): SourceTask {
  const { line, id, title, state, plan, remarks, unplaced = [], ...parts } = record;
  const known = statusNamed(state);
  const { status, blockedReason } = known ?? { status: "Not Started", blockedReason: null };
  const notes = [
    ...(known === null || /^(?:review|hooked)$/i.test(state)
      ? [`the status "${state}" of ${id}, read as ${status}`]
      : []),
    ...(/^\s*(?:[-*+]\s+)?\[[xX]\]\s/m.test(plan) ? [`the ticks in the plan of ${id}`] : []),
    ...unplaced.map((what) => `${what} of ${id}`),
  ];
  for (const what of notes) ledger.note(line, what);
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

/** Whether a record's own status is Complete. */
export const isDone = (fields: Fields): boolean =>
  statusNamed(textOf(fields["status"]))?.status === "Complete";

/**
 * Notes the parts of a record that becomes a phase, which has no place for them. Its status is one only if it differs
 * from that of the tasks below it.
 * @param texts the names of its fields with text
 * @param below the fields of the records below it
 */
export function noteParent(
  { line, id, title, state, remarks }: TaskRecord,
  fields: Fields,
  texts: readonly string[],
  below: readonly Fields[],
  ledger: Ledger,
): void {
  const parts = [
    ...(isDone(fields) === below.every(isDone) ? [] : [`status (${state})`]),
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
