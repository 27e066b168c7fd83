import type { Leftover, SourcePhase, SourceTask } from "./source-list.ts";

/** The names in a source and the tasks that each stands for. */
export type Names = ReadonlyMap<string, readonly SourceTask[]>;

const taskWord =
  "(?:tasks?|issues?|tickets?|задач[аиу]?|aufgaben?|t[âa]ches?|tareas?|tarefas?|任务|任務|タスク|작업)";
/** The word for a phase in several languages. */
export const phaseWord = "(?:phases?|фаз[аы]?|этап(?:ы|а)?|阶段|階段|단계|フェーズ|fasen?|etapas?|étapes?)";
const id = String.raw`T\d{2,}[a-z]?|(?:[a-z][a-z0-9_]*-)*(?:\d+(?:\.\d+)*|[a-z0-9]+(?:\.\d+)*)`;
const dash = String.raw`\s*(?:[-–—]|to|through)\s*`;
const tail = String.raw`(?:\s+(?:complete[d]?|completion|done|finished|完成|✅))?`;
const reference = new RegExp(
  String.raw`^(?:${taskWord}\s*)?#?(?<first>${id})(?:${dash}(?:${taskWord}\s*)?#?(?<last>${id}))?${tail}$`,
  "i",
);
const wholePhase = new RegExp(
  String.raw`^(?:all\s+(?:of\s+)?)?${phaseWord}\s+(?<phase>\d+)(?:(?<open>\+)|${dash}(?:${phaseWord}\s+)?(?<last>\d+))?(?:\s+tasks)?${tail}$`,
  "i",
);
const startsWithPhase = new RegExp(String.raw`^(?:all\s+)?${phaseWord}\s`, "i");
const allBefore =
  /^(?:all|every)\s+(?:of\s+)?(?:the\s+)?(?:other\s+|previous\s+|prior\s+|preceding\s+|earlier\s+)?(?:tasks?|phases?)(?:\s+above)?(?:\s+complete[d]?)?$/i;
const nothing = /^(?:none|n\/a|nothing|no dependencies|-|–|—|keine|无|없음|нет)(?![\p{L}\d])/iu;
const separator = /\s*(?:[,;&，、；]|\s\+\s|\b(?:and|und|et|y|e)\b|\sи\s)\s*/i;

/** The tasks by id and title, by the names of their phase, and by a common prefix: `1.2` for `1.2.1` and `1.2.2`. */
export function namesOf(phases: readonly SourcePhase[]): Names {
  const names = new Map<string, readonly SourceTask[]>();
  const tasks = phases.flatMap((phase) => phase.tasks);
  for (const task of tasks) {
    const name = task.id?.toUpperCase();
    if (name !== undefined && !names.has(name)) names.set(name, [task]);
  }
  for (const task of tasks) addName(names, task.title.toUpperCase(), [task]);
  const groups = new Map<string, SourceTask[]>();
  for (const phase of phases) {
    for (const name of phase.ids) {
      const group = groups.get(name.toUpperCase()) ?? [];
      groups.set(name.toUpperCase(), [...group, ...phase.tasks]);
    }
    if (phase.number !== null) names.set(`phase ${phase.number}`, phase.tasks);
  }
  for (const [name, group] of groups) addName(names, name, group);
  for (const [prefix, group] of Map.groupBy(tasks, (task) => /^(\d+\.\d+)\.\d+$/.exec(task.id ?? "")?.[1]))
    if (prefix !== undefined) addName(names, prefix, group);
  return names;
}

function addName(
  names: Map<string, readonly SourceTask[]>,
  name: string,
  tasks: readonly SourceTask[],
): void {
  if (!names.has(name)) names.set(name, tasks);
}

/** The tasks in a statement such as `T010, T012` or `Tasks 1-3 (models)`. Parts that name no task are reported. */
export function referredTasks(
  statement: string,
  task: SourceTask,
  names: Names,
  order: readonly SourceTask[],
  leftovers: Leftover[],
): readonly SourceTask[] {
  const words = withoutRemarks(statement);
  if (nothing.test(words)) return [];
  const titled = names.get(words.toUpperCase());
  if (titled) return titled;
  return partsOf(words).flatMap((part) => {
    const found = tasksNamed(part, task, names, order) ?? tasksNamed(withoutTail(part), task, names, order);
    if (!found) {
      const what = `the dependency "${part}" of ${task.id ?? `"${task.title}"`}, which names no task that is imported`;
      leftovers.push({ line: task.line, lines: 0, what });
    }
    return found ?? [];
  });
}

/** Removes text in parentheses and markup. */
export const withoutRemarks = (words: string): string =>
  words
    .replaceAll(/\([^()]*\)|（[^（）]*）/g, "")
    .replaceAll(/`|✅|\*\*/g, "")
    .trim();

/** The separate references of a statement: `Phases 1 & 2` gives `Phases 1` and `Phase 2`. */
export function partsOf(words: string): readonly string[] {
  const parts = words
    .split(separator)
    .map((part) => part.trim().replace(/[.:]$/, ""))
    .filter((part) => part !== "");
  return parts.map((part, index) => {
    const before = parts.slice(0, index).findLast((other) => /\p{L}/u.test(other));
    return /^\d+(?:\s+tasks)?$/i.test(part) && startsWithPhase.test(before ?? "") ? `Phase ${part}` : part;
  });
}

/** The tasks that a reference in the given task names; undefined if it names none. */
export function tasksNamed(
  part: string,
  task: SourceTask,
  names: Names,
  order: readonly SourceTask[],
): readonly SourceTask[] | undefined {
  if (allBefore.test(part)) return order.slice(0, order.indexOf(task));
  const phase = wholePhase.exec(part)?.groups;
  if (phase) {
    const last = phase["open"] ? null : Number(phase["last"] ?? phase["phase"]);
    const tasks = tasksOfPhases(Number(phase["phase"]), last, names);
    // If two tasks depend on all of their own phase, the first one comes first.
    const saysTheSame = (other: SourceTask) =>
      other.dependencies.some((said) => task.dependencies.includes(said));
    return tasks?.filter((other) => order.indexOf(other) < order.indexOf(task) || !saysTheSame(other));
  }
  const { first, last } = reference.exec(part)?.groups ?? {};
  if (first === undefined) return undefined;
  const whole = names.get(part.toUpperCase());
  if (whole) return whole;
  const [from, to] = [names.get(first.toUpperCase()), names.get((last ?? first).toUpperCase())];
  const [start, end] = [from?.[0], to?.at(-1)];
  if (!from || !start || !end) return undefined;
  return last === undefined ? from : order.slice(order.indexOf(start), order.indexOf(end) + 1);
}

function tasksOfPhases(first: number, last: number | null, names: Names): readonly SourceTask[] | undefined {
  const found = [...names].filter(([name]) => {
    const number = Number(/^phase (\d+)$/.exec(name)?.[1] ?? Number.NaN);
    return number >= first && (last === null || number <= last);
  });
  return found.length > 0 ? found.flatMap(([, tasks]) => tasks) : undefined;
}

/** Removes words after the reference: `Phase 1 being complete`, `Setup completion - BLOCKS all user stories`. */
export const withoutTail = (needs: string): string =>
  needs
    .replace(/\s+(?:[-–—]|because|since|so)\s.*$/i, "")
    .replace(
      /\s+(?:(?:is|are|being|be|to|have|has|been|must|both|fully)\s+)*(?:complete[d]?|completion|done|finished|working|functional|passing|successful|exist(?:s|ing)?)\b.*$/i,
      "",
    );
