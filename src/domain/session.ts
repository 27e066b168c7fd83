export const LONGEST_USER_AGENT = 256;

/** Where a session was started from, as far as the server knows. */
export interface SessionOrigin {
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** A login that has not ended, without the secret that its cookie carries. */
export interface Session extends SessionOrigin {
  /** Identifies the session and gives no access to it. */
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
}
