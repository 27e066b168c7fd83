import { hash } from "node:crypto";

/**
 * What the store keeps of a session's id or a token, so that a stolen copy of the store gives no access. A plain hash is
 * enough for a value of 144 random bits or more.
 */
export const hashSecret = (secret: string): string => hash("sha256", secret);
