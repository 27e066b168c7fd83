import type { Diagnostic } from "../document/diagnostic.ts";
import { severityOfRule } from "../document/diagnostic.ts";
import { LineIndex } from "../document/line-index.ts";
import type { TaskList } from "../document/task-list.ts";
import type { Rule } from "./rule.ts";
import type { CoveredRequirement } from "./rules/uncovered-requirement.ts";
import { uncoveredRequirement } from "./rules/uncovered-requirement.ts";
import { rules } from "./rules.ts";

/**
 * What is wrong with a list, in the order of its lines: what the reading found and what the rules find.
 * With the requirements of its PRD, those that no task carries too.
 */
export function lintList(list: TaskList, requirements: readonly CoveredRequirement[] = []): Diagnostic[] {
  const lines = new LineIndex(list.source);
  // Of a file that holds no task there is nothing more to say than what stands there instead.
  const applied = list.tasks.length > 0 ? [...rules, uncoveredRequirement(requirements)] : [];
  const found = applied.flatMap((rule) => diagnose(list, rule, lines));
  return [...list.diagnostics, ...found].sort((one, other) => one.offset - other.offset);
}

function diagnose(list: TaskList, { name, find }: Rule, lines: LineIndex): Diagnostic[] {
  return [...find(list)].map(({ offset, message }) => ({
    rule: name,
    severity: severityOfRule[name],
    message,
    offset,
    ...lines.positionOf(offset),
  }));
}
