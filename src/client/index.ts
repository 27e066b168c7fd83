import type { Client, ClientOptions } from "openapi-fetch";
import createClient from "openapi-fetch";
import type { components as BearerComponents, paths as BearerPaths } from "./bearer-api.js";
import type { components as SessionComponents, paths as SessionPaths } from "./session-api.js";

/** The named shapes of each API's document, for example `SessionSchemas["User"]`. */
export type SessionSchemas = SessionComponents["schemas"];
export type BearerSchemas = BearerComponents["schemas"];

export type SessionClient = Client<SessionPaths>;
export type BearerClient = Client<BearerPaths>;

type Token = string | null | undefined;

/** Called before each request. Where it gives null or undefined, the request has no token. */
export type TokenSource = () => Token | Promise<Token>;

export interface ClientSettings extends Omit<ClientOptions, "baseUrl"> {
  /** The address of the API, with its base: `https://accounts.example.com/session`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | TokenSource | undefined;
}

/** A client of the session API. It sends the session cookie, also to another origin of the same site. */
export const createSessionClient = (settings: ClientSettings): SessionClient =>
  createTokenClient<SessionPaths>({ credentials: "include", ...settings });

/** A client of the bearer API. */
export const createBearerClient = (settings: ClientSettings): BearerClient =>
  createTokenClient<BearerPaths>(settings);

function createTokenClient<Paths extends object>({ token, ...options }: ClientSettings): Client<Paths> {
  const client = createClient<Paths>(options);
  if (token !== undefined) client.use({ onRequest: ({ request }) => addToken(request, token) });
  return client;
}

/** A request that already has credentials is sent unchanged. */
async function addToken(request: Request, token: string | TokenSource): Promise<void> {
  if (request.headers.has("Authorization")) return;
  const value = typeof token === "string" ? token : await token();
  if (typeof value === "string") request.headers.set("Authorization", `Bearer ${value}`);
}
