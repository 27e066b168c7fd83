import { z } from "zod";
import { identifier, timestamp, wholeNumber } from "../http/described-values.ts";

/** The answer to a login or a refresh. */
export const tokenResponse = z
  .object({
    accessToken: z
      .string()
      .meta({ description: "An HS256 JWT", examples: ["eyJhbGciOiJIUzI1NiJ9.e30.c2ln"] }),
    tokenType: z.literal("Bearer"),
    expiresIn: wholeNumber(3600, "Seconds"),
  })
  .meta({ id: "TokenResponse" });

/** An API token in an answer. */
export const userTokenResponse = z
  .object({
    id: identifier("The token's id"),
    createdAt: timestamp("When it was issued"),
    expiresAt: timestamp("When it ends; null is never").nullable(),
  })
  .meta({ id: "UserTokenResponse" });

/** An API token on the one occasion when its value is shown. */
export const issuedUserTokenResponse = userTokenResponse
  .extend({
    value: z.string().meta({
      description: "What to send as `Authorization: Bearer`; shown this once",
      examples: ["3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="],
    }),
  })
  .meta({ id: "IssuedUserTokenResponse" });
