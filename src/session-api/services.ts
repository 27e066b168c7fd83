import type { DeviceCookie } from "../http/device-cookie.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { BearerCredentials } from "../services/bearer-credentials.ts";
import type { Comments } from "../services/comments.ts";
import type { PasswordResets } from "../services/password-resets.ts";
import type { Posts } from "../services/posts.ts";
import type { ResetRequests } from "../services/reset-requests.ts";
import type { Sessions } from "../services/sessions.ts";
import type { UserTokens } from "../services/user-tokens.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** What the session API's routes work with. */
export interface Services {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly deviceCookie: DeviceCookie;
  readonly sessions: Sessions;
  readonly userTokens: UserTokens;
  readonly passwordResets: PasswordResets;
  /** Undefined if reset links can't be requested. */
  readonly resetRequests: ResetRequests | undefined;
  readonly posts: Posts;
  readonly comments: Comments;
  readonly tokens: BearerCredentials;
  readonly cookie: SessionCookie;
}
