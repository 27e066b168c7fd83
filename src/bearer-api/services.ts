import type { DeviceCookie } from "../http/device-cookie.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { AuditLog } from "../services/audit.ts";
import type { BearerCredentials } from "../services/bearer-credentials.ts";
import type { PasswordResets } from "../services/password-resets.ts";
import type { Posts } from "../services/posts.ts";
import type { ResetRequests } from "../services/reset-requests.ts";
import type { UserTokens } from "../services/user-tokens.ts";

/** What the bearer API's routes work with. */
export interface Services {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly audit: AuditLog;
  readonly deviceCookie: DeviceCookie;
  readonly passwordResets: PasswordResets;
  /** Undefined if reset links can't be requested. */
  readonly resetRequests: ResetRequests | undefined;
  readonly posts: Posts;
  readonly tokens: BearerCredentials;
  readonly userTokens: UserTokens;
}
