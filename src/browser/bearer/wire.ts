/** The parts of the bearer API's answers that its console reads. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: "admin" | "user" | "guest";
  readonly createdAt: string;
  /** Only in lists by status. */
  readonly active?: boolean;
}

export interface TokenResponse {
  readonly accessToken: string;
  /** Seconds from now. */
  readonly expiresIn: number;
}

/** An API token in the list. A time of null means never. */
export interface ApiToken {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** An audit entry. Fields that don't apply are null. */
export interface AuditEntry {
  readonly event: string;
  readonly userId: string | null;
  readonly by: string | null;
  readonly address: string | null;
  readonly createdAt: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly metadata: { readonly page: number; readonly total: number; readonly totalPages: number };
}
