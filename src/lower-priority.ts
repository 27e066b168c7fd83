import { constants, getPriority, setPriority } from "node:os";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lowers the priority of this process below the server's, which started it. The step is relative, because the server
 * may have a low priority itself, and only root may raise one.
 */
export function lowerPriority(): void {
  setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
}
