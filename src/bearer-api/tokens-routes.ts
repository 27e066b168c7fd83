import { z } from "zod";
import { user, writer, writerWithJwt } from "./access.ts";
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
  route("get", "/auth/tokens", "listTokens", {
    summary: "List your API tokens",
    description: "Valid tokens, newest first, without their values.",
    access: user,
    success: {
      status: 200,
      description: "The tokens",
      schema: z.object({ tokens: z.array(userTokenResponse) }),
    },
    handle: async ({ userTokens }, { caller }) => ({
      tokens: (await userTokens.listOf(caller.user)).map(presentToken),
    }),
  }),
  route("post", "/auth/tokens", "issueToken", {
    summary: "Issue an API token",
    description:
      "Accepted wherever a JWT is, in both APIs, except here and at refresh. It can't change its owner's or any admin's email or password, or deactivate its owner's account. At most 100 are valid at a time. Needs a JWT.",
    access: writerWithJwt,
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
  route("delete", "/auth/tokens/:tokenID", "revokeToken", {
    summary: "Revoke an API token",
    access: writer,
    id: { description: "The token's id", notFound: "user-token-not-found" },
    success: { status: 204, description: "Gone" },
    handle: ({ userTokens }, { trail, caller, id }) => userTokens.revoke(caller.user, id, trail),
  }),
];
