import { followHeaderStatus, followPhaseRanges } from "../document/edit/follow-tasks.ts";
import { firstLabelLine, labelLineAfter, replaceValue } from "../document/edit/label-line.ts";
import type { TextEdit } from "../document/edit/revise.ts";
import { canonicalLabel, fieldNamed, isMisspelt } from "../document/read-labels.ts";
import { blocksOf } from "../document/reading-cache.ts";
import { linesOf } from "../document/source-lines.ts";
import type { Field, HeaderLine, Located, Span, Task, TaskList } from "../document/task-list.ts";
import { lacksDependencies } from "./rule.ts";

/**
 * The edits that repair what is safe to repair: stale phase ranges and header status, missing Dependencies lines and
 * misspelt labels. Nothing is guessed: no dependency, criterion or status.
 */
export function fixList(list: TaskList): TextEdit[] {
  const code = blocksOf(list.source).filter(
    ({ kind }) => kind === "closed-fence" || kind === "indented-code",
  );
  return [
    ...followPhaseRanges()(list),
    ...followHeaderStatus(list),
    ...list.tasks
      .filter((task) => lacksDependencies(task) && !mayStateDependency(list, code, task))
      .map((task) => writeNone(list, task)),
    ...list.tasks.flatMap(({ fields }) => fields.flatMap((field) => respell(list, field))),
    ...respellHeader(list, list.prd, "PRD"),
    ...respellHeader(list, list.created, "Created"),
    ...respellHeader(list, list.status, "Status"),
  ];
}

const dependencyPhrase = /^(?:requires|(?:needs|after|waits for) (?:tasks? )?\d)/i;

/**
 * Whether a line of the task begins with a word for dependencies but was not read as one, as in `**Depends on** 1.1`. What
 * it says is for a person to write in the form. Criteria, steps and code say what is to be done.
 */
function mayStateDependency({ source }: TaskList, code: readonly Span[], task: Task): boolean {
  const { heading, span, fields, steps, verification } = task;
  const labels = fields.filter(({ name }) => name === "dependencies").map(({ label }) => label);
  const work = [...code, ...steps, ...verification];
  return linesOf(source, { start: heading.end, end: span.end }).some(({ text, start, end }) => {
    if (labels.some((label) => start <= label.start && label.start < end)) return false;
    if (work.some((part) => part.start <= start && start < part.end)) return false;
    const words = text.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
    const beginnings = [1, 2, 3].map((count) => words.slice(0, count).join(" "));
    return (
      dependencyPhrase.test(words.join(" ")) || beginnings.some((one) => fieldNamed(one) === "dependencies")
    );
  });
}

/** The line goes to its standard place: after the complexity, and never before the status. */
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
    ? labelLineAfter(list, task, neighbour, label, "None")
    : firstLabelLine(list, task, label, "None");
}

function respell(list: TaskList, { name, label }: Field): TextEdit[] {
  const isOwn = label.text === canonicalLabel[name] || isMisspelt(label.text, name);
  return isOwn ? relabel(list, label, canonicalLabel[name]) : [];
}

/** Repairs only the case and the colon, because other words, such as `Based on`, are the author's choice. */
function respellHeader(list: TaskList, line: HeaderLine | null, label: string): TextEdit[] {
  const written = line?.label;
  if (!written || written.text.toLowerCase() !== label.toLowerCase()) return [];
  return relabel(list, written, label);
}

/**
 * Writes a label in the standard form, `**Dependencies**:` for `**dependencies:**`. Without bold, changes only the
 * word.
 */
function relabel({ source }: TaskList, { start, end, text }: Located, label: string): TextEdit[] {
  const [mark] = /(?:\*\*|__)$/.exec(source.slice(0, start).slice(-2)) ?? [];
  const [closing] =
    (mark && /^(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])/.exec(source.slice(end, end + 10))) || [];
  if (mark === undefined || closing === undefined) {
    return text === label ? [] : [{ offset: start, length: end - start, text: label }];
  }
  const bold = `**${label}**:`;
  const [from, to] = [start - mark.length, end + closing.length];
  return source.slice(from, to) === bold ? [] : [{ offset: from, length: to - from, text: bold }];
}
