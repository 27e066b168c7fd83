/** Hands out one turn at a time, first come first served. */
export interface Mutex {
  /** Waits for a turn and resolves to the function that ends it, or to undefined after the timeout. */
  acquire(timeoutMs: number): Promise<(() => void) | undefined>;
}

export function createMutex(): Mutex {
  const waiting = new Set<() => void>();
  let isTaken = false;

  function end(): void {
    const [next] = waiting;
    if (next === undefined) isTaken = false;
    else {
      waiting.delete(next);
      next();
    }
  }

  async function wait(timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const takeTurn = () => resolve(true);
    waiting.add(takeTurn);
    const timer = setTimeout(() => {
      if (waiting.delete(takeTurn)) resolve(false);
    }, timeoutMs);
    const isMine = await promise;
    clearTimeout(timer);
    return isMine;
  }

  return {
    async acquire(timeoutMs) {
      if (isTaken && !(await wait(timeoutMs))) return undefined;
      isTaken = true;
      return end;
    },
  };
}
