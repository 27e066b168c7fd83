/** A possible completion, with the description that shells show beside it. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The candidates that begin with the typed text, ignoring case. */
export const matching = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()));
