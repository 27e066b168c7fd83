import { find } from "./dom.ts";
import type { Explain } from "./failure.ts";
import { failureOf } from "./failure.ts";

/** Shows an error of a whole block in the block's own place for it. */
export function showFault(block: ParentNode, message: string): void {
  const place = find("[data-fault]", HTMLElement, block);
  place.textContent = message;
  place.hidden = false;
}

export function clearFault(block: ParentNode): void {
  for (const place of block.querySelectorAll<HTMLElement>(".fault")) place.hidden = true;
}

/** Performs a button's action. If the API refuses, the button's block shows the reason. */
export async function attempt(
  block: ParentNode,
  explain: Explain,
  act: () => Promise<unknown>,
): Promise<void> {
  clearFault(block);
  try {
    await act();
  } catch (error) {
    const failure = failureOf(error, explain);
    if (failure === undefined) return;
    showFault(block, [failure.message, ...Object.values(failure.fields)].filter(Boolean).join(" "));
  }
}
