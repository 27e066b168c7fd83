/** Work that is repeated in the background. */
export interface Repeated {
  /** Stops the repetition and waits for the current run to end. */
  stop(): Promise<void>;
}

/**
 * Does the work once per interval, never twice at the same time. It does not keep the process alive.
 *
 * @param onFailure receives the error of a failed run; the next run follows as usual
 */
export function repeat(
  work: () => Promise<void>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): Repeated {
  let turn: Promise<void> | undefined;
  const timer = setInterval(() => {
    turn ??= work()
      .catch(onFailure)
      .finally(() => {
        turn = undefined;
      });
  }, intervalMs).unref();

  return {
    async stop() {
      clearInterval(timer);
      await turn;
    },
  };
}
