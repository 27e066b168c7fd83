import type { Entrant } from "./contest.ts";
import type { Load, LoadRequest } from "./load.ts";
import type { SideProcess } from "./side-process.ts";
import {
  bearerCredentials,
  betterAuthCredentials,
  callerEmails,
  PASSWORD,
  registerNewcomers,
  sessionCredentials,
  startGroundwork,
  startGroundworkOnPostgres,
  startOther,
} from "./sides.ts";
import type { Stores } from "./stores.ts";
import { LARGE, MEDIUM, SMALL } from "./stores.ts";

/** Sides that are measured together. */
export interface Contest {
  /** The name for `--only`. */
  readonly name: string;
  readonly connections?: number;
  /** For workloads with too few requests in a short round. */
  readonly leastSeconds?: number;
  /** For ratios that vary more between rounds than between the sides. */
  readonly leastRounds?: number;
  enter(folder: string, stores: Stores): Promise<Entrant[]>;
}

type Credentials = typeof bearerCredentials;

const OURS = "**groundwork**";
const FASTEST_HASHING = { BCRYPT_COST: "4" };

const get = (path: string, credentials: Credentials): Load =>
  credentials.map((headers): LoadRequest => ({ method: "GET", path, headers }));

const post = (path: string, credentials: Credentials, body: (turn: number) => object): Load =>
  credentials.map((headers, turn) => ({ method: "POST", path, headers, body: JSON.stringify(body(turn)) }));

const logIns = (emails: readonly string[]): Load =>
  post(
    "/bearer/api/v1/auth/login",
    emails.map(() => ({})),
    (turn) => ({ email: emails[turn], password: PASSWORD }),
  );

const inWords = (users: number): string => `${users.toLocaleString("en")} users`;

/** Every side has a separate process for its one workload, because some sides support only this workload. */
const whoIsAsking: Contest = {
  name: "me",
  leastRounds: 11,
  async enter(folder, stores) {
    const database = await stores(SMALL);
    const others = ["bare", "fastify", "express", "better-auth"] as const;
    const [bare, fastify, express, betterAuth, byToken, bySession] = (await Promise.all([
      ...others.map((name) => startOther(name, folder, database)),
      startGroundwork(folder, database),
      startGroundwork(folder, database),
    ])) as [SideProcess, SideProcess, SideProcess, SideProcess, SideProcess, SideProcess];
    const bearer = "who am I, by a bearer token";
    const session = "who am I, by a cookie session";
    const me = get("/users/me", bearerCredentials);
    return [
      { key: "bare", workload: bearer, side: "bare `node:http`", process: bare, load: me },
      {
        key: "bearer",
        workload: bearer,
        side: `${OURS}: \`GET /users/me\``,
        process: byToken,
        load: get("/bearer/api/v1/users/me", bearerCredentials),
      },
      { key: "fastify", workload: bearer, side: "Fastify, the same on", process: fastify, load: me },
      { key: "express", workload: bearer, side: "Express, the usual stack", process: express, load: me },
      {
        key: "session",
        workload: session,
        side: `${OURS}: \`GET /auth/me\``,
        process: bySession,
        load: get("/session/api/v1/auth/me", await sessionCredentials(bySession.origin)),
      },
      {
        key: "better-auth",
        workload: session,
        side: "Better Auth: `GET /get-session`",
        process: betterAuth,
        load: get("/api/auth/get-session", await betterAuthCredentials(betterAuth.origin)),
      },
    ];
  },
};

const pages: Contest = {
  name: "pages",
  leastSeconds: 5,
  async enter(folder, stores) {
    const page = (number: number) => get(`/bearer/api/v1/users?per=20&page=${number}`, bearerCredentials);
    const sizes = await Promise.all(
      [SMALL, MEDIUM, LARGE].map(async (users) => ({
        users,
        process: await startGroundwork(folder, await stores(users)),
      })),
    );
    const firstPages = sizes.map(({ users, process }): Entrant => {
      const workload = `\`GET /users?page=1&per=20\`, ${inWords(users)}`;
      return { key: `first-${users}`, workload, side: OURS, process, load: page(1) };
    });
    const { process } = sizes.at(-1) as { process: SideProcess };
    const large = { side: OURS, process };
    return [
      ...firstPages,
      { key: "last", workload: `the last page, ${inWords(LARGE)}`, ...large, load: page(LARGE / 20) },
      { key: "middle", workload: `the middle page, ${inWords(LARGE)}`, ...large, load: page(LARGE / 40) },
    ];
  },
};

/** Entrants that search: key, description and query. Users with digits are in the order of their numbers. */
const SEARCHES: readonly (readonly [key: string, what: string, query: string])[] = [
  ["search-nobody", "a word that nobody has", "search=zzz"],
  ["search-one", "a word that 1 user has", "search=123456"],
  ["search-hundred", "a word that 105 users have", "search=1234"],
  ["search-hundred-last", "the last page of 105 users", "search=1234&page=6"],
  ["search-letter", "a letter that begins a word of all", "search=p"],
  ["search-digit", "a digit that begins a word of 105,556, none of them among the newest", "search=1"],
  ["search-all", "a word that all have", "search=person"],
  ["search-all-second", "the second page of a word that all have", "search=person&page=2"],
  ["search-all-last", "the last page of a word that all have", "search=person&page=50"],
  ["search-two", "two words, 105 users", "search=person+1234"],
  ["search-two-all", "two words that all have", "search=person+nandu"],
  ["search-far", "1,056 users, far from the page", "search=123"],
  ["search-two-far", "two words, 1,056 users, far from the page", "search=person+123"],
];
const FIRST_PAGE = "search-none";

/** The searches on each engine, compared with the first page on the same engine. */
export const searchComparisons = ["SQLite", "PostgreSQL"].flatMap((engine) =>
  SEARCHES.map(([key, what]) => ({
    what: `search for ${what}, by first page, ${engine}`,
    of: `${key}-${engine}`,
    by: `${FIRST_PAGE}-${engine}`,
  })),
);

const search: Contest = {
  name: "search",
  async enter(folder, stores) {
    const path = await stores(LARGE);
    const sides = {
      SQLite: await startGroundwork(folder, path),
      PostgreSQL: await startGroundworkOnPostgres(folder, path),
    };
    return Object.entries(sides).flatMap(([engine, process]) => {
      const entrant = (key: string, what: string, query: string): Entrant => ({
        key: `${key}-${engine}`,
        workload: `${what}, ${inWords(LARGE)}, ${engine}`,
        side: OURS,
        process,
        load: get(`/bearer/api/v1/users?per=20&${query}`, bearerCredentials),
      });
      const searches = SEARCHES.map(([key, what, query]) => entrant(key, `search: ${what}`, query));
      return [entrant(FIRST_PAGE, "`GET /users?page=1&per=20`", "page=1"), ...searches];
    });
  },
};

const list: Contest = {
  name: "list",
  connections: 2,
  leastSeconds: 5,
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(MEDIUM));
    const load = get("/session/api/v1/users", await sessionCredentials(process.origin));
    const workload = `\`GET /users\` streamed whole, ${inWords(MEDIUM)}`;
    return [{ key: "list", workload, side: OURS, process, load }];
  },
};

const posts: Contest = {
  name: "posts",
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(SMALL));
    const body = () => ({ title: "Post [<id>]", content: "What there is to say.", status: "published" });
    const load = post("/bearer/api/v1/posts", bearerCredentials, body);
    return [{ key: "posts", workload: "`POST /posts`, durable", side: OURS, process, load }];
  },
};

const login: Contest = {
  name: "login",
  connections: 8,
  leastSeconds: 5,
  async enter(folder, stores) {
    const process = await startGroundwork(folder, await stores(SMALL));
    const workload = "login, bcrypt at cost 10";
    return [{ key: "login", workload, side: OURS, process, load: logIns(callerEmails) }];
  },
};

/** At the lowest bcrypt cost, so that the store's share of the time is visible. */
const accounts: Contest = {
  name: "accounts",
  connections: 8,
  async enter(folder, stores) {
    const entrants: Entrant[] = [];
    for (const users of [SMALL, LARGE]) {
      const process = await startGroundwork(folder, await stores(users), FASTEST_HASHING);
      const newcomers = await registerNewcomers(process.origin);
      const account = () => ({ email: "someone-[<id>]@example.com", password: PASSWORD, name: "Someone" });
      const registrations = post(
        "/bearer/api/v1/auth/register",
        newcomers.map(() => ({})),
        account,
      );
      const names = (work: string) => ({
        key: `${work}-${users}`,
        workload: `${work}, bcrypt at cost 4, ${inWords(users)}`,
      });
      entrants.push({ ...names("login"), side: OURS, process, load: logIns(newcomers) });
      entrants.push({ ...names("registration"), side: OURS, process, load: registrations });
    }
    return entrants.toSorted((one, other) => one.workload.localeCompare(other.workload));
  },
};

const workers: Contest = {
  name: "workers",
  async enter(folder, stores) {
    const database = await stores(SMALL);
    const load = get("/bearer/api/v1/users/me", bearerCredentials);
    const sizes = [1, 2].map(async (amount): Promise<Entrant> => {
      const process = await startGroundwork(folder, database, { WORKERS: String(amount) });
      const workload = "who am I, by a bearer token, all cores";
      return { key: `workers-${amount}`, workload, side: `${OURS}: \`WORKERS=${amount}\``, process, load };
    });
    return Promise.all(sizes);
  },
};

export const contests: readonly Contest[] = [
  whoIsAsking,
  pages,
  search,
  list,
  posts,
  login,
  accounts,
  workers,
];
