/** A server's current state. */
export interface Figures {
  hashing(): HashingFigures;
  openSessions(): Promise<number>;
  store(): StoreFigures;
}

interface HashingFigures {
  /** Hashes that wait for a process. */
  readonly waiting: number;
  /** Hashes that are computed. */
  readonly running: number;
}

type StoreFigures =
  | { readonly engine: "sqlite"; readonly walBytes: number }
  | {
      readonly engine: "postgres";
      readonly busy: number;
      readonly idle: number;
      /** Queries that wait for a connection. */
      readonly waiting: number;
    };
