import type { Diagnostic, RuleName } from "../document/diagnostic.ts";
import { diagnosticOf } from "../document/diagnostic.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { Span, TaskList } from "../document/task-list.ts";
import type { Rule } from "./rule.ts";
import { dependencyRules } from "./rules/dependency-rules.ts";
import { listRules } from "./rules/list-rules.ts";
import { taskRules } from "./rules/task-rules.ts";

/** The rules that need only the list. The reader finds some problems itself. */
const rules = [...listRules, ...taskRules, ...dependencyRules];

/**
 * The problems of a list in line order, found by the reader, by the rules and by `others`, such as the PRD rules.
 * Leaves out the rules that a task has silenced for itself.
 */
export function lintList(list: TaskList, others: readonly Rule[] = []): Diagnostic[] {
  const lines = new LineIndex(list.source);
  // If a file has no tasks, the reader's explanation is enough.
  const applied = list.tasks.length > 0 ? [...rules, ...others] : [];
  const found = applied.flatMap((rule) => diagnose(list, rule, lines));
  const silenced = silencedIn(list);
  return [...list.diagnostics, ...found]
    .filter(({ rule, offset }) => !silenced.some((one) => one.rules.has(rule) && isWithin(offset, one)))
    .sort((one, other) => one.offset - other.offset);
}

function diagnose(list: TaskList, { name, find }: Rule, lines: LineIndex): Diagnostic[] {
  return [...find(list)].map(({ offset, message }) =>
    diagnosticOf(name, message, { offset, ...lines.positionOf(offset) }),
  );
}

const comment = /<!--\s*tasks-lint-ignore\s([a-z\s,-]+)-->/g;

/** The tasks with a comment such as `<!-- tasks-lint-ignore large-task -->` under their heading. */
function silencedIn({ source, tasks }: TaskList) {
  if (!source.includes("tasks-lint-ignore")) return [];
  return tasks.map(({ span: { start }, sectionEnd: end }) => {
    const comments = [...source.slice(start, end).matchAll(comment)];
    const names = comments.flatMap(([, written = ""]) => written.trim().split(/[\s,]+/));
    return { start, end, rules: new Set(names as RuleName[]) };
  });
}

const isWithin = (offset: number, { start, end }: Span): boolean => offset >= start && offset < end;

/** Warnings that a good list may have, which `--strict` ignores. */
const canBeWrong: ReadonlySet<RuleName> = new Set(["shared-file", "missing-number", "many-requirements"]);

/**
 * Whether a diagnostic fails the list: errors do, and with `--strict` also warnings, except those that can be wrong.
 */
export const failsList = ({ rule, severity }: Diagnostic, strict: boolean): boolean =>
  severity === "error" || (strict && !canBeWrong.has(rule));
