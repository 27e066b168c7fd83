/** A chain of tasks, each waiting for the one before, and the effort that it takes. */
export interface CriticalPath {
  readonly tasks: readonly number[];
  readonly minutes: number;
}

/**
 * The chain of dependencies with the most effort: with any number of workers the list takes at least this long. Of
 * chains with the same effort, the one with the most tasks.
 * @param order the tasks, each after its dependencies
 */
export function criticalPath(
  order: readonly number[],
  dependenciesOf: (task: number) => readonly number[],
  minutesOf: (task: number) => number,
): CriticalPath {
  const chains = new Map<number, Chain>();
  let longest: Chain | undefined;
  for (const task of order) {
    const before = dependenciesOf(task)
      .map((dependency) => chains.get(dependency))
      .reduce((one, other) => (isLonger(other, one) ? other : one), undefined);
    const chain = {
      task,
      before,
      minutes: (before?.minutes ?? 0) + minutesOf(task),
      length: (before?.length ?? 0) + 1,
    };
    chains.set(task, chain);
    if (isLonger(chain, longest)) longest = chain;
  }
  return { tasks: tasksOf(longest), minutes: longest?.minutes ?? 0 };
}

interface Chain {
  readonly task: number;
  readonly before: Chain | undefined;
  readonly minutes: number;
  readonly length: number;
}

function isLonger(one: Chain | undefined, other: Chain | undefined): boolean {
  if (!one || !other) return one !== undefined;
  return one.minutes - other.minutes > 0 || (one.minutes === other.minutes && one.length > other.length);
}

function tasksOf(last: Chain | undefined): readonly number[] {
  const tasks: number[] = [];
  for (let chain = last; chain; chain = chain.before) tasks.push(chain.task);
  return tasks.reverse();
}

const LONGEST_PATH = 12;

/** The two ends of a path that is too long to read. */
export const shortenPath = (names: readonly string[]): readonly string[] =>
  names.length <= LONGEST_PATH
    ? names
    : [...names.slice(0, 5), `… ${names.length - 10} more …`, ...names.slice(-5)];
