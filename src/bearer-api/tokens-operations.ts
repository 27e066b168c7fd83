import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { identifier } from "../http/described-values.ts";
import { describeOperation } from "./describe-operation.ts";
import { issuedUserTokenResponse, userTokenResponse } from "./token-schema.ts";

const tag = "API tokens";
const access = "user";

/** What `tokens-router.ts` serves. */
export const tokensOperations: ZodOpenApiPathsObject = {
  "/api/v1/auth/tokens": {
    get: describeOperation({
      operationId: "listTokens",
      tag,
      summary: "List your API tokens",
      description: "Those that are still good, newest first, without their values.",
      access,
      success: {
        status: 200,
        description: "The tokens",
        schema: z.object({ tokens: z.array(userTokenResponse) }),
      },
    }),
    post: describeOperation({
      operationId: "issueToken",
      tag,
      summary: "Issue an API token",
      description: "Good for seven days, wherever a JWT is, except here and at refresh. Needs a JWT.",
      access,
      success: {
        status: 201,
        description: "The token, with its value this once",
        schema: issuedUserTokenResponse,
      },
      refusals: ["guest-may-not-write"],
    }),
  },
  "/api/v1/auth/tokens/{tokenID}": {
    delete: describeOperation({
      operationId: "revokeToken",
      tag,
      summary: "Revoke an API token",
      access,
      path: z.object({ tokenID: identifier("The token's id") }),
      success: { status: 204, description: "Gone" },
      refusals: ["guest-may-not-write", "user-token-not-found"],
    }),
  },
};
