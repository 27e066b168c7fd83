/** @param share from 0 to 1, of the values that are not greater */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The upper one of two in the middle. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Three significant digits are all that such a measurement has. */
export const inThreeDigits = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: true });
