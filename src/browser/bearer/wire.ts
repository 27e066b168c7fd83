/** The parts of the bearer API's answers that its console reads. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "admin" | "user" | "guest";
  readonly createdAt: string;
  /** In lists by status. */
  readonly active?: boolean;
}

export interface TokenResponse {
  readonly accessToken: string;
  /** Seconds from now. */
  readonly expiresIn: number;
}

/** An API token in the list. A time of null is never. */
export interface ApiToken {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly metadata: { readonly page: number; readonly total: number; readonly totalPages: number };
}
