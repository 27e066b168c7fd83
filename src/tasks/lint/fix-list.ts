import { followHeaderStatus } from "../document/edit/follow-header-status.ts";
import { followPhaseRanges } from "../document/edit/follow-phase-ranges.ts";
import { firstLabelLine, labelLineAfter, replaceValue } from "../document/edit/label-line.ts";
import { canonicalLabel, isMisspelt } from "../document/field-names.ts";
import type { Field, HeaderLine, Located, Task, TaskList } from "../document/task-list.ts";
import type { TextEdit } from "../document/text-edit.ts";
import { lacksDependencies } from "./rules/missing-dependencies.ts";

/**
 * The edits that repair what is safe to repair: stale phase ranges and header status, missing Dependencies
 * lines, misspelt labels. Nothing is guessed: no dependency, no criterion, no status.
 */
export function fixList(list: TaskList): TextEdit[] {
  const phases = list.phases.map(({ number }) => number);
  return [
    ...followPhaseRanges([...new Set(phases)])(list),
    ...followHeaderStatus(list),
    ...list.tasks.filter(lacksDependencies).map((task) => writeNone(list, task)),
    ...list.tasks.flatMap(({ fields }) => fields.flatMap(respell)),
    ...respellHeader(list.prd, "PRD"),
    ...respellHeader(list.created, "Created"),
    ...respellHeader(list.status, "Status"),
  ];
}

/** The line stands where the document has it: after the complexity, and never before the status. */
function writeNone(list: TaskList, task: Task): TextEdit {
  const empty = task.fields.find(({ name, form }) => name === "dependencies" && form !== "heading");
  if (empty) return replaceValue(list, empty, "None");
  const lines = task.fields.filter(
    ({ form, value, line, end }) => form !== "heading" && value.text !== "" && end <= line.end,
  );
  const above = ["complexity", "owner", "status"].map((wanted) => lines.find(({ name }) => name === wanted));
  const neighbour = above.find((field) => field !== undefined);
  const label = canonicalLabel.dependencies;
  return neighbour
    ? labelLineAfter(list, neighbour, label, "None")
    : firstLabelLine(list, task, label, "None");
}

function respell({ name, label }: Field): TextEdit[] {
  return isMisspelt(label.text, name) ? [relabel(label, canonicalLabel[name])] : [];
}

/** Only the case: other words, such as `Based on`, are their writer's own. */
function respellHeader(line: HeaderLine | null, label: string): TextEdit[] {
  const written = line?.label;
  if (!written || written.text === label || written.text.toLowerCase() !== label.toLowerCase()) return [];
  return [relabel(written, label)];
}

const relabel = ({ start, end }: Located, label: string): TextEdit => ({
  offset: start,
  length: end - start,
  text: label,
});
