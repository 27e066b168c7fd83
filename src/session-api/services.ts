import type { DeviceCookie } from "../http/device-cookie.ts";
import type { BearerCredentials } from "../services/bearer-credentials.ts";
import type { SharedServices } from "../services/create-services.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** What the session API's routes work with. */
export interface Services extends SharedServices {
  readonly deviceCookie: DeviceCookie;
  readonly tokens: BearerCredentials;
  readonly cookie: SessionCookie;
}
