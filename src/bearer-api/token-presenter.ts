import type { UserToken } from "../domain/user-token.ts";

/** How long a JWT is valid. */
export const TOKEN_SECONDS = 3600;

/** A JWT on the bearer API's wire: TokenResponse. */
export const presentAccessToken = (accessToken: string) =>
  ({ accessToken, tokenType: "Bearer", expiresIn: TOKEN_SECONDS }) as const;

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
