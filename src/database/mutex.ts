/** Hands out one turn at a time, first come first served. */
export interface Mutex {
  /** Waits for a turn and resolves to the function that ends it. */
  acquire(): Promise<() => void>;
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    async acquire() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const previous = last;
      last = promise;
      await previous;
      return resolve;
    },
  };
}
