/** A gate that a test adds to the server's code, to hold work until other work has reached the point of a race. */
export interface Gate {
  /** Waits while the gate is closed. The server's code awaits this. */
  pass(): Promise<void>;
  /** Holds everything that arrives, until `open`. */
  close(): void;
  open(): void;
  /** Resolves after this many arrivals since the gate was closed. */
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
