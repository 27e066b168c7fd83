const LONGEST_PATH = 12;

/** The two ends of a path that is too long to read. */
export const shortenPath = (names: readonly string[]): readonly string[] =>
  names.length <= LONGEST_PATH
    ? names
    : [...names.slice(0, 5), `… ${names.length - 10} more …`, ...names.slice(-5)];
