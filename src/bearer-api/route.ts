import type { DeviceCookie } from "../http/device-cookie.ts";
import { createRouteFunction } from "../http/route.ts";
import type { BearerCredentials } from "../services/bearer-credentials.ts";
import type { SharedServices } from "../services/create-services.ts";

/** What the bearer API's routes work with. */
export interface Services extends SharedServices {
  readonly deviceCookie: DeviceCookie;
  readonly tokens: BearerCredentials;
}

/** Makes the function that declares routes of the bearer API under a tag of its OpenAPI document. */
export const routeUnder = createRouteFunction<Services>();
