import type { Diagnostic, RuleName } from "../document/diagnostic.ts";
import { severityOfRule } from "../document/diagnostic.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { TaskList } from "../document/task-list.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

/**
 * What is wrong with a list, in the order of its lines: what the reading found and what the rules find, those
 * besides the list's own, such as a PRD's, included. What a task has silenced for itself is left out.
 */
export function lintList(list: TaskList, others: readonly Rule[] = []): Diagnostic[] {
  const lines = new LineIndex(list.source);
  // Of a file that holds no task there is nothing more to say than what is there instead.
  const applied = list.tasks.length > 0 ? [...rules, ...others] : [];
  const found = applied.flatMap((rule) => diagnose(list, rule, lines));
  const silenced = silencedIn(list);
  return [...list.diagnostics, ...found]
    .filter(({ rule, offset }) => !silenced.some((one) => one.rules.has(rule) && isWithin(offset, one)))
    .sort((one, other) => one.offset - other.offset);
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

interface Silenced {
  readonly start: number;
  readonly end: number;
  readonly rules: ReadonlySet<RuleName>;
}

const comment = /<!--\s*tasks-lint-ignore\s+([a-z\s,-]+?)\s*-->/g;

/** The tasks with a comment such as `<!-- tasks-lint-ignore large-task -->` under their heading. */
function silencedIn({ source, tasks }: TaskList): readonly Silenced[] {
  if (!source.includes("tasks-lint-ignore")) return [];
  return tasks.map(({ span: { start }, sectionEnd: end }) => {
    const comments = [...source.slice(start, end).matchAll(comment)];
    const names = comments.flatMap(([, written = ""]) => written.split(/[\s,]+/));
    return { start, end, rules: new Set(names as RuleName[]) };
  });
}

const isWithin = (offset: number, { start, end }: Silenced): boolean => offset >= start && offset < end;

/** Warnings that a good list may have: a strict reading passes over them. */
const canBeWrong: ReadonlySet<RuleName> = new Set(["shared-file", "missing-number", "many-requirements"]);

/** Whether a finding fails a list: an error does, read strictly also a warning, but for those that can be wrong. */
export const failsList = ({ rule, severity }: Diagnostic, strict: boolean): boolean =>
  severity === "error" || (strict && !canBeWrong.has(rule));
