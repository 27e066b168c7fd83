import { z } from "zod";
import { findNameFault, LONGEST_NAME } from "../domain/user.ts";
import type { UserToken } from "../domain/user-token.ts";
import { LONGEST_TOKEN_DAYS } from "../domain/user-token.ts";
import { identifier, timestamp, wholeNumber } from "../http/described-values.ts";
import { optional, ruled } from "../http/field-rules.ts";
import { text } from "./field.ts";

/** How long a JWT is valid. */
export const TOKEN_SECONDS = 3600;

const DAYS = `must be a whole number from 1 to ${LONGEST_TOKEN_DAYS}`;

/** The answer to a login or a refresh. */
export const tokenResponse = z
  .object({
    accessToken: z
      .string()
      .meta({ description: "An HS256 JWT", examples: ["eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] }),
    tokenType: z.literal("Bearer"),
    expiresIn: wholeNumber(TOKEN_SECONDS, "Seconds"),
  })
  .meta({ id: "TokenResponse" });

/** The options of a new API token. */
export const issueTokenRequest = z
  .object({
    name: optional(ruled(text.trim(), findNameFault), {
      description: "The name in the list",
      minLength: 1,
      maxLength: LONGEST_NAME,
      examples: ["Nightly export"],
    }),
    expiresInDays: optional(z.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(LONGEST_TOKEN_DAYS, DAYS), {
      description: `${LONGEST_TOKEN_DAYS} if it is left out`,
      examples: [7],
    }),
  })
  .meta({ id: "IssueTokenRequest" });

const tokenTimes = {
  createdAt: timestamp("When it was issued"),
  expiresAt: timestamp("When it expires; null for never").nullable(),
};

/** An API token in the list. */
export const userTokenResponse = z
  .object({
    id: identifier("The token's id"),
    name: z
      .string()
      .nullable()
      .meta({ examples: ["Nightly export"] }),
    ...tokenTimes,
    lastUsedAt: timestamp("When it was last used, to the minute; null if never").nullable(),
  })
  .meta({ id: "UserTokenResponse" });

/** A new API token with its value, which is shown only once. */
export const issuedUserTokenResponse = z
  .object({
    id: identifier("The token's id"),
    ...tokenTimes,
    value: z.string().meta({
      description: "The value to send as `Authorization: Bearer`; shown only once",
      examples: ["3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="],
    }),
  })
  .meta({ id: "IssuedUserTokenResponse" });

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
