/**
 * Repeats work in the background, without keeping the process alive.
 *
 * @param work returns the pause in milliseconds until the next run. It must not throw; the signal tells it to stop.
 * @param firstPauseMs the pause before the first run
 */
export function repeat(work: (signal: AbortSignal) => Promise<number>, firstPauseMs = 0) {
  const stopping = new AbortController();
  let wakeUp = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    for (let pauseMs = firstPauseMs; await pause(pauseMs); ) pauseMs = await work(stopping.signal);
  }

  /** @returns whether to continue */
  async function pause(milliseconds: number): Promise<boolean> {
    const timer = setTimeout(wakeUp.resolve, Math.max(0, milliseconds)).unref();
    await wakeUp.promise;
    clearTimeout(timer);
    wakeUp = Promise.withResolvers<void>();
    return !stopping.signal.aborted;
  }

  const running = run();
  return {
    /** Ends the current pause, or skips the next one. */
    wake: () => wakeUp.resolve(),
    /** Stops the repetition and waits for the current run to end. */
    async stop(): Promise<void> {
      stopping.abort();
      wakeUp.resolve();
      await running;
    },
  };
}
