import { isTerminal, paint } from "./paint.ts";

const WIDTH = 20;

/** The share that is done as a bar; empty outside a terminal. */
export function bar(done: number, total: number): string {
  if (!isTerminal()) return "";
  // Only 100% shows a full bar and only 0% an empty one, whatever rounding gives.
  const share = total === 0 ? 0 : (done / total) * WIDTH;
  const filled = done === total ? Math.round(share) : Math.min(WIDTH - 1, Math.ceil(share));
  return paint("green", "█".repeat(filled)) + paint("dim", "░".repeat(WIDTH - filled));
}
