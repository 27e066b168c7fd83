/** A server's current state. */
export interface Figures {
  hashing(): HashingFigures;
  openSessions(): Promise<number>;
  store(): StoreFigures;
}

interface HashingFigures {
  /** Hashes waiting for a process. */
  readonly waiting: number;
  /** Hashes being computed. */
  readonly running: number;
}

type StoreFigures =
  | { readonly engine: "sqlite"; readonly walBytes: number }
  | {
      readonly engine: "postgres";
      readonly busy: number;
      readonly idle: number;
      /** Queries waiting for a connection. */
      readonly waiting: number;
    };
