/** A word that may be where the cursor is, with what shells show beside it. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Those that go on from what is typed, whatever its case. */
export const matching = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()));
