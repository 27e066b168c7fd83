/** Work that is done again and again beside the requests. */
export interface Repeated {
  /** Does it no more, and waits for the end of what is under way. */
  stop(): Promise<void>;
}

/**
 * Does the work once an interval, never twice at a time. It keeps no process alive.
 *
 * @param onFailure receives what the work throws; the next turn follows as usual
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
