export const LONGEST_TOKEN_NAME = 100;
export const LONGEST_TOKEN_DAYS = 7;
/** How many tokens of an account may be good at a time. */
export const MOST_TOKENS = 100;

/** A long-lived token that a script sends in place of a JWT, without its value, which only its owner ever saw. */
export interface UserToken {
  readonly id: string;
  readonly userId: string;
  /** What its owner calls it. */
  readonly name: string | null;
  readonly createdAt: Date;
  /** Null is for ever. */
  readonly expiresAt: Date | null;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
}
