import { find } from "./dom.ts";
import type { Explain } from "./failure.ts";
import { asApiError } from "./failure.ts";

/** Says what is wrong with a block as a whole, in the block's own place for it. */
export function showFault(block: ParentNode, message: string): void {
  const place = find("[data-fault]", HTMLElement, block);
  place.textContent = message;
  place.hidden = false;
}

export function clearFault(block: ParentNode): void {
  for (const place of block.querySelectorAll<HTMLElement>(".fault")) place.hidden = true;
}

/** Does what a button is for; where the API refuses, the block that it belongs to says so. */
export async function attempt(
  block: ParentNode,
  explain: Explain,
  act: () => Promise<unknown>,
): Promise<void> {
  clearFault(block);
  try {
    await act();
  } catch (error) {
    const { message, fields } = explain(asApiError(error));
    showFault(block, [message, ...Object.values(fields)].filter(Boolean).join(" "));
  }
}
