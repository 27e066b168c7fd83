/**
 * How much of an address is stored. If `TRUST_PROXY` is greater than the number of proxies, the client chooses the text
 * that is taken for its address.
 */
export const LONGEST_ADDRESS = 64;

/** How long a device is known after a login. */
export const DEVICE_LIFETIME_MS = 365 * 86_400_000;
export const LONGEST_USER_AGENT = 256;

/** What a session's cookie says. The store decides whether it is still valid. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** A login that has not ended, without the secret that its cookie carries. */
export interface Session {
  /** Identifies the session and gives no access to it. */
  readonly id: string;
  /** Where it was started from, as far as the server knows. */
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly userId: string;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
}
