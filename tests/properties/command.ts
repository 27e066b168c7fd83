import type fc from "fast-check";
import type { Model } from "./model.ts";
import type { Real } from "./real.ts";

export type Command = fc.AsyncCommand<Model, Real>;

/** A command that can always run. A failing sequence prints its name. */
export const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
});
