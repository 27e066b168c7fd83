/** Whether there is somebody to ask: a terminal on both ends, and no program that waits for JSON. */
export const canAsk = ({ json }: { readonly json?: boolean }): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
