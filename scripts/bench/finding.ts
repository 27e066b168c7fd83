/** What a measurement came to, a line of the table of ratios. */
export interface Finding {
  readonly what: string;
  readonly figure: string;
  /** The least and the most of the rounds. */
  readonly rounds?: string;
  /** What it should come to, in words. */
  readonly goal?: string;
  readonly isMet?: boolean;
}
