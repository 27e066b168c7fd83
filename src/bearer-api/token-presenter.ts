import type { UserToken } from "../domain/user-token.ts";

/** An API token on the bearer API's wire, in lists. */
export const presentToken = (token: UserToken) => ({
  id: token.id,
  name: token.name,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

/** A new API token with its value, which is shown only once. */
export const presentIssuedToken = (token: UserToken & { readonly value: string }) => ({
  id: token.id,
  value: token.value,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
});
