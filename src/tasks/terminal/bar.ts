import { isTerminal, paint } from "./paint.ts";

const WIDTH = 20;

/** How much of a whole is done, as a bar; empty where no person looks. */
export function bar(done: number, total: number): string {
  if (!isTerminal()) return "";
  // The full bar is for what is done, and the empty one for what nobody began: rounding must not say so.
  const share = total === 0 ? 0 : (done / total) * WIDTH;
  const filled = done === total ? Math.round(share) : Math.min(WIDTH - 1, Math.ceil(share));
  return paint("green", "█".repeat(filled)) + paint("dim", "░".repeat(WIDTH - filled));
}
