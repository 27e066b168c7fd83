import { followHeaderStatus, followPhaseRanges } from "../document/edit/follow-tasks.ts";
import type { TextEdit } from "../document/edit/revise.ts";
import { replaceSpan } from "../document/edit/revise.ts";
import { writeLine } from "../document/edit/write-line.ts";
import { fieldNamed, isMisspelt } from "../document/read-labels.ts";
import { blocksOf } from "../document/reading-cache.ts";
import { linesOf } from "../document/source-lines.ts";
import type { Field, HeaderLine, Located, Span, Task, TaskList } from "../document/task-list.ts";
import { canonicalLabel } from "../document/task-list.ts";
import { fieldsNamed } from "../document/task-queries.ts";
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
      .flatMap((task) => writeLine("dependencies")(list, task, [])),
    ...list.tasks.flatMap(({ fields }) => fields.flatMap((field) => respell(list, field))),
    ...respellHeader(list, list.prd, "PRD"),
    ...respellHeader(list, list.created, "Created"),
    ...respellHeader(list, list.status, "Status"),
  ];
}

const dependencyPhrase = /^(?:requires|(?:needs|after|waits for) (?:tasks? )?\d)/i;

/**
 * Whether a line of the task begins with a word for dependencies but was not read as one, as in `**Depends on** 1.1`, or
 * unread text is below the label. What it says is for a person to write in the form. Criteria, steps and code say what is
 * to be done.
 */
function mayStateDependency({ source }: TaskList, code: readonly Span[], task: Task): boolean {
  const { heading, span, steps, verification } = task;
  const fields = fieldsNamed(task, "dependencies");
  if (fields.some(({ line, end }) => end > line.end)) return true;
  const labels = fields.map(({ label }) => label);
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
  if (mark === undefined || closing === undefined)
    return text === label ? [] : [replaceSpan({ start, end }, label)];
  const bold = `**${label}**:`;
  const whole = { start: start - mark.length, end: end + closing.length };
  return source.slice(whole.start, whole.end) === bold ? [] : [replaceSpan(whole, bold)];
}
