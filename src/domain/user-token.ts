/** A long-lived token that a script sends in place of a JWT, without its value, which only its owner ever saw. */
export interface UserToken {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** Null is for ever. */
  readonly expiresAt: Date | null;
}
