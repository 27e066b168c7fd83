/** @param share the share of values that are not greater, from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The upper median of an even number of values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Rounds to three significant digits, the precision of such a measurement. */
export const inThreeDigits = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: true });
