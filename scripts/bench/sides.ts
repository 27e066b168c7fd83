import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import jwt from "jsonwebtoken";
import { userEmail, userId } from "../../tests/support/fill-store.ts";
import { copyToNewPostgres } from "./postgres-copy.ts";
import type { SideProcess } from "./side-process.ts";
import { startSide } from "./side-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const SIDES = join(import.meta.dirname, "sides");
const SECRET = "a secret for measurements, 32 bytes or more";
export const PASSWORD = "correct horse battery";

/** The callers: active users, who take turns. */
const CALLERS = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18];
export const callerEmails = CALLERS.map(userEmail);

/** The credentials of a caller, as request headers. */
type Credentials = readonly Readonly<Record<string, string>>[];

/** Tokens with the claims of the bearer API, which all sides can check. */
export const bearerCredentials: Credentials = CALLERS.map((caller) => {
  // Longer than any run, including filling the stores.
  const token = jwt.sign({ sub: userId(caller) }, SECRET, { expiresIn: "7d", noTimestamp: true });
  return { authorization: `Bearer ${token}` };
});

/** Installs the sides' packages, which are not dependencies of groundwork, into their folder at the first run. */
export function installSides(): void {
  if (existsSync(join(SIDES, "node_modules"))) return;
  console.log("installing the sides' packages into scripts/bench/sides (once)");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: SIDES,
    stdio: "inherit",
  });
}

/** The version of a package that a side uses. */
export function versionOf(name: string): string {
  const manifest = [SIDES, ROOT]
    .map((folder) => join(folder, "node_modules", name, "package.json"))
    .find((path) => existsSync(path));
  return manifest === undefined ? "not installed" : JSON.parse(readFileSync(manifest, "utf8")).version;
}

/**
 * The built server with all features on and limits too high to be reached.
 *
 * @param store a path to a SQLite file or the URL of a PostgreSQL database
 * @param settings environment variables in addition to the usual ones of a measurement
 */
export const startGroundwork = (
  folder: string,
  store: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SideProcess> =>
  startSide(join(ROOT, "dist/start.js"), folder, {
    DATABASE_URL: store.includes("://") ? store : `file:${store}`,
    JWT_SECRET: SECRET,
    RATE_LIMIT_LOGIN: "9999999/15m",
    RATE_LIMIT_LOGIN_ADDRESS: "9999999/15m",
    RATE_LIMIT_LOGIN_ACCOUNT: "9999999/15m",
    RATE_LIMIT_REGISTER: "9999999/15m",
    ...settings,
  });

/** The same with a copy of a SQLite store in a durable PostgreSQL server, which ends with the side. */
export async function startGroundworkOnPostgres(folder: string, store: string): Promise<SideProcess> {
  const { postgres, url } = await copyToNewPostgres(store);
  const side = await startGroundwork(folder, url);
  return {
    ...side,
    async stop() {
      await side.stop();
      await postgres.dispose();
    },
  };
}

/** @param name the name of a script in `sides/` */
export const startOther = (name: string, folder: string, database: string): Promise<SideProcess> =>
  startSide(join(SIDES, `${name}.mjs`), folder, {
    NODE_ENV: "production",
    DATABASE_PATH: database,
    JWT_SECRET: SECRET,
  });

/** Logs the callers in to groundwork's session API. */
export const sessionCredentials = (origin: string): Promise<Credentials> =>
  Promise.all(
    callerEmails.map((email) =>
      getCookie(`${origin}/session/api/v1/auth/login`, { email, password: PASSWORD }),
    ),
  );

/** Registers accounts, whose passwords are hashed at this server's bcrypt cost. @returns their emails */
export async function registerNewcomers(origin: string): Promise<string[]> {
  const newcomers = CALLERS.map((caller) => `newcomer-${caller}@example.com`);
  const register = (email: string) =>
    postJson(`${origin}/bearer/api/v1/auth/register`, { email, password: PASSWORD, name: "Newcomer" });
  await Promise.all(newcomers.map(register));
  return newcomers;
}

/** Registers the callers with Better Auth. */
export const betterAuthCredentials = (origin: string): Promise<Credentials> =>
  Promise.all(
    callerEmails.map((email) =>
      getCookie(`${origin}/api/auth/sign-up/email`, { email, name: email, password: PASSWORD }),
    ),
  );

async function getCookie(url: string, body: object): Promise<{ cookie: string }> {
  const response = await postJson(url, body);
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return { cookie: cookies.join("; ") };
}

async function postJson(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json", origin: new URL(url).origin };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  await response.arrayBuffer();
  return response;
}
