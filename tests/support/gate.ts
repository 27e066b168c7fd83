/** A place that a test has put into the server, where it can hold what passes until the race that it wants is on. */
export interface Gate {
  /** To be awaited at the place itself. */
  pass(): Promise<void>;
  /** Holds everything from now on, until `open`. */
  close(): void;
  open(): void;
  /** Resolves once as many have come to the gate since it was closed. */
  arrivals(count: number): Promise<void>;
}

export function createGate(): Gate {
  let opening = Promise.withResolvers<void>();
  opening.resolve();
  let arrived = 0;
  const waiting: (() => void)[] = [];

  return {
    pass() {
      arrived += 1;
      for (const wake of waiting.splice(0)) wake();
      return opening.promise;
    },
    close() {
      arrived = 0;
      opening = Promise.withResolvers<void>();
    },
    open: () => opening.resolve(),
    async arrivals(count) {
      while (arrived < count) await new Promise<void>((wake) => waiting.push(wake));
    },
  };
}
