/** A chain of tasks, each waiting for the previous one, and its effort. */
export interface CriticalPath {
  readonly tasks: readonly number[];
  readonly minutes: number;
}

interface Chain {
  readonly task: number;
  readonly before: Chain | undefined;
  readonly minutes: number;
  readonly length: number;
}

/**
 * The chain of dependencies with the most effort: with any number of workers the list takes at least this long. Among
 * chains with the same effort, the one with the most tasks.
 * @param order the tasks, each after its dependencies
 */
export function criticalPath(
  order: readonly number[],
  dependencies: readonly (readonly number[])[],
  minutes: readonly (number | null)[],
): CriticalPath {
  const chains = new Map<number, Chain>();
  for (const task of order) {
    const before = longestOf((dependencies[task] ?? []).flatMap((other) => chains.get(other) ?? []));
    chains.set(task, {
      task,
      before,
      minutes: (before?.minutes ?? 0) + (minutes[task] ?? 0),
      length: (before?.length ?? 0) + 1,
    });
  }
  const longest = longestOf([...chains.values()]);
  const tasks: number[] = [];
  for (let chain = longest; chain; chain = chain.before) tasks.push(chain.task);
  return { tasks: tasks.reverse(), minutes: longest?.minutes ?? 0 };
}

const longestOf = (chains: readonly Chain[]): Chain | undefined =>
  chains.reduce<Chain | undefined>(
    (longest, chain) => (longest && !isLonger(chain, longest) ? longest : chain),
    undefined,
  );

const isLonger = (one: Chain, other: Chain): boolean =>
  one.minutes > other.minutes || (one.minutes === other.minutes && one.length > other.length);

const LONGEST_PATH = 12;

/** The two ends of a path that is too long to read. */
export const shortenPath = (names: readonly string[]): readonly string[] =>
  names.length <= LONGEST_PATH
    ? names
    : [...names.slice(0, 5), `… ${names.length - 10} more …`, ...names.slice(-5)];
