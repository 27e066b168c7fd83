export const LONGEST_TOKEN_DAYS = 7;
/** How many valid tokens an account may have. */
export const MOST_TOKENS = 100;

/** A long-lived token that a script sends in place of a JWT. Its value is not stored; only its owner has seen it. */
export interface UserToken {
  readonly id: string;
  readonly userId: string;
  /** What its owner calls it. */
  readonly name: string | null;
  readonly createdAt: Date;
  /** Null if it never expires. */
  readonly expiresAt: Date | null;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
}
