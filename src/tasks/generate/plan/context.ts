import type { Prd, Requirement } from "../prd/prd.ts";
import type { WordWeights } from "../wording/word-weights.ts";
import type { stackOf } from "./propose-files.ts";
export interface Context {
  /** For each requirement the endpoints that it calls. */
  readonly called: ReadonlyMap<string, readonly string[]>;
  readonly prd: Prd;
  readonly weights: WordWeights;
  readonly stack: ReturnType<typeof stackOf>;
  readonly wordsOf: (requirement: Requirement) => string;
}

export interface EndpointOwner {
  readonly requirement: Requirement | null;
  /** The PRD's heading that it belongs to; with a requirement, that requirement's. */
  readonly area: string | null;
  /** The requirement is about nothing but this endpoint, so that the endpoint's task carries it alone. */
  readonly defines: boolean;
  /** The requirement calls the endpoint, so that the endpoint comes first. */
  readonly calls: boolean;
}
