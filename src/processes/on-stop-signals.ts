/** npm passes on a signal that the terminal has already sent to all processes. Within this time they are one signal. */
const SAME_SIGNAL_MS = 250;

/**
 * Calls `begin` at the first SIGTERM or SIGINT and `giveUp` at every later one.
 */
export function onStopSignals(begin: () => void, giveUp: () => void): void {
  let begunAt: number | undefined;

  function onSignal(): void {
    if (begunAt === undefined) {
      begunAt = performance.now();
      begin();
    } else if (performance.now() - begunAt > SAME_SIGNAL_MS) giveUp();
  }

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
}
