import type { Entrant } from "./contest.ts";
import type { Load, LoadRequest } from "./load.ts";
import type { SideProcess } from "./side-process.ts";
import {
  bearerCredentials,
  betterAuthCredentials,
  callerEmails,
  PASSWORD,
  sessionCredentials,
  startGroundwork,
  startOther,
} from "./sides.ts";

/** Paths to stores with this many users, filled where they are first asked for. */
export type Stores = (users: number) => Promise<string>;

/** Sides that are measured together. */
export interface Contest {
  /** What `--only` calls it. */
  readonly name: string;
  readonly connections?: number;
  /** For workloads of which a short round would hold only a few requests. */
  readonly leastSeconds?: number;
  enter(folder: string, stores: Stores): Promise<Entrant[]>;
}

const SMALL = 1_000;
const MEDIUM = 100_000;
const LARGE = 1_000_000;

type Credentials = typeof bearerCredentials;

const get = (path: string, credentials: Credentials): Load =>
  credentials.map((headers): LoadRequest => ({ method: "GET", path, headers }));

const post = (path: string, credentials: Credentials, body: (turn: number) => object): Load =>
  credentials.map((headers, turn) => ({ method: "POST", path, headers, body: JSON.stringify(body(turn)) }));

const whoIsAsking: Contest = {
  name: "me",
  async enter(folder, stores) {
    const database = await stores(SMALL);
    const others = ["bare", "fastify", "express", "better-auth"] as const;
    const started = others.map((name) => startOther(name, folder, database));
    const [bare, fastify, express, betterAuth] = (await Promise.all(started)) as [
      SideProcess,
      SideProcess,
      SideProcess,
      SideProcess,
    ];
    const groundwork = await startGroundwork(folder, database);
    const cookies = await sessionCredentials(groundwork.origin);
    const elsewhere = await betterAuthCredentials(betterAuth.origin);
    const bearer = "who am I, by a bearer token";
    const session = "who am I, by a cookie session";
    const me = get("/users/me", bearerCredentials);
    return [
      { key: "bare", workload: bearer, side: "bare `node:http`", process: bare, load: me },
      {
        key: "bearer",
        workload: bearer,
        side: "**groundwork**: `GET /users/me`",
        process: groundwork,
        load: get("/bearer/api/v1/users/me", bearerCredentials),
      },
      { key: "fastify", workload: bearer, side: "Fastify, the same on", process: fastify, load: me },
      { key: "express", workload: bearer, side: "Express, the usual stack", process: express, load: me },
      {
        key: "session",
        workload: session,
        side: "**groundwork**: `GET /auth/me`",
        process: groundwork,
        load: get("/session/api/v1/auth/me", cookies),
      },
      {
        key: "better-auth",
        workload: session,
        side: "Better Auth: `GET /get-session`",
        process: betterAuth,
        load: get("/api/auth/get-session", elsewhere),
      },
    ];
  },
};

const pages: Contest = {
  name: "pages",
  leastSeconds: 5,
  async enter(folder, stores) {
    const path = "/bearer/api/v1/users?per=20&page=";
    const entrants: Entrant[] = [];
    for (const users of [SMALL, MEDIUM, LARGE]) {
      const process = await startGroundwork(folder, await stores(users));
      const amount = users.toLocaleString("en");
      const first = {
        workload: `\`GET /users?page=1&per=20\`, ${amount} users`,
        load: get(`${path}1`, bearerCredentials),
      };
      entrants.push({ key: `first-${users}`, side: "**groundwork**", process, ...first });
      if (users !== LARGE) continue;
      // A page beyond the end is the last one.
      const last = {
        workload: `the last page, ${amount} users`,
        load: get(`${path}999999999`, bearerCredentials),
      };
      entrants.push({ key: "last", side: "**groundwork**", process, ...last });
    }
    return entrants;
  },
};

const list: Contest = {
  name: "list",
  connections: 2,
  leastSeconds: 5,
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(MEDIUM));
    const load = get("/session/api/v1/users", await sessionCredentials(process.origin));
    const workload = `\`GET /users\` streamed whole, ${MEDIUM.toLocaleString("en")} users`;
    return [{ key: "list", workload, side: "**groundwork**", process, load }];
  },
};

const posts: Contest = {
  name: "posts",
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(SMALL));
    const body = () => ({ title: "Post [<id>]", content: "What there is to say.", status: "published" });
    const load = post("/bearer/api/v1/posts", bearerCredentials, body);
    return [{ key: "posts", workload: "`POST /posts`, durable", side: "**groundwork**", process, load }];
  },
};

const login: Contest = {
  name: "login",
  connections: 8,
  leastSeconds: 5,
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(SMALL));
    const nobody = callerEmails.map(() => ({}));
    const body = (turn: number) => ({ email: callerEmails[turn], password: PASSWORD });
    const load = post("/bearer/api/v1/auth/login", nobody, body);
    return [{ key: "login", workload: "login, bcrypt at cost 10", side: "**groundwork**", process, load }];
  },
};

export const contests: readonly Contest[] = [whoIsAsking, pages, list, posts, login];
