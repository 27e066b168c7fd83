/** The result of a measurement, a line in the table of ratios. */
export interface Finding {
  readonly what: string;
  readonly figure: string;
  /** The minimum and maximum of the rounds. */
  readonly rounds?: string;
  /** The expected result, in words. */
  readonly goal?: string;
  readonly isMet?: boolean;
}
