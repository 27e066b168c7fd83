import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Long-lived tokens that scripts send in place of a JWT. */
export interface UserTokens {
  deleteAllOf(userId: string): Promise<void>;
}

export function createUserTokens(queries: Kysely<Schema>): UserTokens {
  return {
    async deleteAllOf(userId) {
      await queries.deleteFrom("user_tokens").where("user_id", "=", userId).execute();
    },
  };
}
