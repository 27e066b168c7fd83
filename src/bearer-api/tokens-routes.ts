import { z } from "zod";
import { pathId } from "../http/route.ts";
import { routeUnder } from "./route.ts";
import {
  issuedUserTokenResponse,
  issueTokenRequest,
  presentIssuedToken,
  presentToken,
  userTokenResponse,
} from "./token-schema.ts";

const route = routeUnder("API tokens");

/** API tokens: what a script sends in place of a JWT. */
export const tokensRoutes = [
  route({
    method: "get",
    path: "/auth/tokens",
    operationId: "listTokens",
    summary: "List your API tokens",
    description: "Valid tokens, newest first, without their values.",
    access: "user",
    success: {
      status: 200,
      description: "The tokens",
      schema: z.object({ tokens: z.array(userTokenResponse) }),
    },
    handle: async ({ userTokens }, { caller }) => ({
      tokens: (await userTokens.listOf(caller.user)).map(presentToken),
    }),
  }),
  route({
    method: "post",
    path: "/auth/tokens",
    operationId: "issueToken",
    summary: "Issue an API token",
    description:
      "Accepted wherever a JWT is, in both APIs, except here and at refresh. It can't change its owner's or any admin's email or password, or deactivate its owner's account. At most 100 are valid at a time. Needs a JWT.",
    access: "writerWithJwt",
    body: issueTokenRequest,
    success: {
      status: 201,
      description: "The token, with its value, which is shown only once",
      schema: issuedUserTokenResponse,
    },
    refusals: ["too-many-tokens"],
    handle: async ({ userTokens }, { trail, caller, body }) =>
      presentIssuedToken(await userTokens.issue(caller.user, body, trail)),
  }),
  route({
    method: "delete",
    path: "/auth/tokens/:tokenID",
    operationId: "revokeToken",
    summary: "Revoke an API token",
    access: "writer",
    params: { tokenID: pathId("The token's id", "user-token-not-found") },
    success: { status: 204, description: "Gone" },
    handle: ({ userTokens }, { trail, caller, params }) =>
      userTokens.revoke(caller.user, params.tokenID, trail),
  }),
];
