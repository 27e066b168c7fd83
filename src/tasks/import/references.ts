import type { Leftover, SourceTask } from "./source-list.ts";

/** The names of a source and the tasks that each means. */
export type Names = ReadonlyMap<string, readonly SourceTask[]>;

const id = String.raw`T\d{2,}[a-z]?|(?:[a-z]+-)?\d+(?:\.\d+)*`;
const reference = new RegExp(
  String.raw`^(?:tasks?\s+)?#?(?<first>${id})(?:\s*(?:-|–|—|to|through)\s*(?:tasks?\s+)?#?(?<last>${id}))?(?:\s+(?:complete[d]?|done|✅))?$`,
  "i",
);
const wholePhase = /^(?:all\s+(?:of\s+)?)?phase\s+(?<phase>\d+)(?:\s+tasks)?(?:\s+(?:complete[d]?|done))?$/i;
const allBefore =
  /^all\s+(?:of\s+)?(?:the\s+)?(?:other\s+|previous\s+|earlier\s+)?(?:tasks|phases)(?:\s+above)?(?:\s+complete[d]?)?$/i;
const nothing = /^(?:none|n\/a|nothing|no dependencies|-|–|—|keine|无|없음|нет)(?![\p{L}\d])/iu;

/** The tasks that a statement such as `T010, T012` or `Tasks 1-3 (models)` names; what names none is left over. */
export function referredTasks(
  statement: string,
  task: SourceTask,
  names: Names,
  order: readonly SourceTask[],
  leftovers: Leftover[],
): readonly SourceTask[] {
  const words = statement
    .replaceAll(/\([^()]*\)/g, "")
    .replaceAll(/`|✅/g, "")
    .trim();
  if (nothing.test(words)) return [];
  return words
    .split(/\s*(?:[,;+&]|\band\b)\s*/i)
    .filter((part) => part !== "")
    .flatMap((part) => {
      const found = allBefore.test(part)
        ? order.slice(0, order.indexOf(task))
        : tasksNamed(part.trim().replace(/\.$/, ""), names, order);
      if (!found) {
        const what = `the dependency "${part}" of ${task.id ?? `"${task.title}"`}, which names no task that is imported`;
        leftovers.push({ line: task.line, what });
      }
      return found ?? [];
    });
}

function tasksNamed(
  part: string,
  names: Names,
  order: readonly SourceTask[],
): readonly SourceTask[] | undefined {
  const phase = wholePhase.exec(part)?.groups?.["phase"];
  if (phase !== undefined) return names.get(`phase ${phase}`);
  const { first, last } = reference.exec(part)?.groups ?? {};
  if (first === undefined) return undefined;
  const [from, to] = [names.get(first.toUpperCase()), names.get((last ?? first).toUpperCase())];
  const [start, end] = [from?.[0], to?.at(-1)];
  if (!from || !start || !end) return undefined;
  return last === undefined ? from : order.slice(order.indexOf(start), order.indexOf(end) + 1);
}
