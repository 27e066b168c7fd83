import type { DeviceCookie } from "../http/device-cookie.ts";
import { createRouteFunction } from "../http/route.ts";
import type { BearerCredentials } from "../services/bearer-credentials.ts";
import type { SharedServices } from "../services/create-services.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** What the session API's routes work with. */
export interface Services extends SharedServices {
  readonly deviceCookie: DeviceCookie;
  readonly tokens: BearerCredentials;
  readonly cookie: SessionCookie;
}

/** Makes the function that declares routes of the session API under a tag of its OpenAPI document. */
export const routeUnder = createRouteFunction<Services>();
