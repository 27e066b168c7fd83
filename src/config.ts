import { hkdfSync } from "node:crypto";
import { z } from "zod";

/** How many events are allowed within a span of time, or null where the limit is turned off. */
type RateLimit = { readonly count: number; readonly seconds: number } | null;

/** Where the store lives. */
type DatabaseLocation =
  | { readonly engine: "sqlite"; readonly path: string }
  | {
      readonly engine: "postgres";
      readonly url: string;
      readonly poolSize: number;
      readonly timeoutMs: number;
    };

/** Everything the server can be told from outside, read once and checked. */
export interface Config {
  readonly jwtSecret: string;
  readonly sessionSecrets: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseLocation;
  /** Paths without a trailing slash; the empty string stands for `/`. */
  readonly sessionApiBase: string;
  readonly bearerApiBase: string;
  readonly sessionApiAccess: "open" | "protected";
  readonly corsOrigin: "*" | readonly string[];
  readonly bcryptCost: number;
  readonly rateLimits: {
    readonly login: RateLimit;
    readonly loginAddress: RateLimit;
    readonly register: RateLimit;
  };
  readonly trustProxyHops: number;
  readonly workers: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs: number;
  readonly isProduction: boolean;
  /** What is allowed but worth a line in the log. */
  readonly warnings: readonly string[];
}

/** A setting that is missing or wrong; the message is one line that names it and never shows a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Variables = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MINIMUM_SECRET_BYTES = 32;
const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
/** Where an API at the root has its routes and its pages' files. */
const ROOT_API_PATHS = ["/api/v1/", "/api/users/", "/assets/", "/docs/", "/openapi.json/"];

const integerBetween = (low: number, high: number) => {
  const expectation = `must be a whole number from ${low} to ${high}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expectation)
    .transform(Number)
    .refine((value) => value >= low && value <= high, expectation);
};

const basePath = z
  .string()
  .regex(/^\/([\w.~-]+(\/[\w.~-]+)*\/?)?$/, "must be a path such as /api or /")
  .transform((path) => path.replace(/\/$/, ""))
  // Clients take such segments out of an address before they ask, so nobody would reach the API.
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), "must not hold the segments . and ..")
  .refine(
    (path) => !/^\/(health|ready)$/i.test(path),
    "must not be /health or /ready, which are the process's own",
  );

const rateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd])$/, "must be `off` or a count per time such as 10/15m")
  .transform((text): RateLimit => {
    const parts = /^(\d+)\/(\d+)([smhd])$/.exec(text);
    if (parts === null) return null;
    const [, count, span, unit] = parts;
    return {
      count: Number(count),
      seconds: Number(span) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT],
    };
  });

const databaseUrl = z.string().transform((url, context) => {
  if (url === ":memory:") return { engine: "sqlite", path: url } as const;
  const path = /^file:(?!\/\/)(.+)$/.exec(url)?.[1];
  if (path !== undefined) return { engine: "sqlite", path } as const;
  if (/^postgres(ql)?:\/\/\S+$/.test(url)) return { engine: "postgres", url } as const;
  context.addIssue({ code: "custom", message: "must be file:PATH, :memory: or postgres://HOST/DATABASE" });
  return z.NEVER;
});

const corsOrigin = z
  .string()
  .transform((text): "*" | string[] => (text.trim() === "*" ? "*" : splitList(text)))
  .refine((value) => value === "*" || (value.length > 0 && value.every(isOrigin)), {
    error: "must be * or a comma-separated list of origins such as https://app.example.com",
  });

const environment = z.object({
  JWT_SECRET: z
    .string({ error: "must be set: it signs the tokens (32 random bytes or more)" })
    .regex(/\S/, "must be a secret of 32 random bytes or more, not blank"),
  SESSION_SECRET: z
    .string()
    .transform(splitList)
    .refine((keys) => keys.length > 0, "must be a secret or a comma-separated list of secrets")
    .optional(),
  HOST: z.string().regex(/^\S+$/, "must be an address or a host name").default("127.0.0.1"),
  PORT: integerBetween(0, 65_535).prefault("3000"),
  DATABASE_URL: databaseUrl.prefault("file:data/groundwork.db"),
  DATABASE_POOL_SIZE: integerBetween(1, 1_000).prefault("10"),
  DATABASE_TIMEOUT_MS: integerBetween(100, 600_000).prefault("5000"),
  SESSION_API_BASE: basePath.prefault("/session"),
  BEARER_API_BASE: basePath.prefault("/bearer"),
  SESSION_API_ACCESS: z
    .enum(["open", "protected"], { error: "must be open or protected" })
    .default("protected"),
  CORS_ORIGIN: corsOrigin.prefault("*"),
  BCRYPT_COST: integerBetween(4, 15).prefault("10"),
  RATE_LIMIT_LOGIN: rateLimit.prefault("10/15m"),
  RATE_LIMIT_LOGIN_ADDRESS: rateLimit.prefault("100/15m"),
  RATE_LIMIT_REGISTER: rateLimit.prefault("60/1h"),
  TRUST_PROXY: integerBetween(0, 100).prefault("0"),
  WORKERS: integerBetween(1, 256).prefault("1"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  SHUTDOWN_DELAY_MS: integerBetween(0, 600_000).prefault("0"),
  SHUTDOWN_TIMEOUT_MS: integerBetween(0, 86_400_000).prefault("10000"),
  NODE_ENV: z.string().optional(),
});

type Environment = z.infer<typeof environment>;

const storeEnvironment = environment.pick({
  DATABASE_URL: true,
  DATABASE_POOL_SIZE: true,
  DATABASE_TIMEOUT_MS: true,
  BCRYPT_COST: true,
});

/** What a maintenance command needs to know: it reaches the store, and no client reaches it. */
export type StoreConfig = Pick<Config, "database" | "bcryptCost">;

/** @throws {ConfigError} as `readConfig` does */
export function readStoreConfig(variables: Variables): StoreConfig {
  const settings = parse(storeEnvironment, variables);
  return { database: toDatabaseLocation(settings), bcryptCost: settings.BCRYPT_COST };
}

/**
 * Reads the configuration from environment variables. An empty value counts as unset.
 *
 * @throws {ConfigError} for the first variable that is missing, malformed or contradicts another.
 */
export function readConfig(variables: Variables): Config {
  const settings = parse(environment, variables);
  for (const check of [checkSecret, checkBases, checkAccess, checkWorkers]) check(settings);
  return toConfig(settings);
}

function parse<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (!result.success) throw new ConfigError(describeIssue(result.error));
  return result.data;
}

function toConfig(settings: Environment): Config {
  const isProduction = settings.NODE_ENV === "production";
  return {
    jwtSecret: settings.JWT_SECRET,
    sessionSecrets: settings.SESSION_SECRET ?? [deriveSessionSecret(settings.JWT_SECRET)],
    host: settings.HOST,
    port: settings.PORT,
    database: toDatabaseLocation(settings),
    sessionApiBase: settings.SESSION_API_BASE,
    bearerApiBase: settings.BEARER_API_BASE,
    sessionApiAccess: settings.SESSION_API_ACCESS,
    corsOrigin: settings.CORS_ORIGIN,
    bcryptCost: settings.BCRYPT_COST,
    rateLimits: {
      login: settings.RATE_LIMIT_LOGIN,
      // Turning the login limit off turns both of its counts off.
      loginAddress: settings.RATE_LIMIT_LOGIN === null ? null : settings.RATE_LIMIT_LOGIN_ADDRESS,
      register: settings.RATE_LIMIT_REGISTER,
    },
    trustProxyHops: settings.TRUST_PROXY,
    workers: settings.WORKERS,
    logLevel: settings.LOG_LEVEL,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    isProduction,
    warnings: isShort(settings.JWT_SECRET)
      ? [`JWT_SECRET is shorter than ${MINIMUM_SECRET_BYTES} bytes`]
      : [],
  };
}

function toDatabaseLocation(settings: z.infer<typeof storeEnvironment>): DatabaseLocation {
  const location = settings.DATABASE_URL;
  if (location.engine === "sqlite") return location;
  return {
    ...location,
    poolSize: settings.DATABASE_POOL_SIZE,
    timeoutMs: settings.DATABASE_TIMEOUT_MS,
  };
}

function checkSecret(settings: Environment): void {
  if (settings.NODE_ENV === "production" && isShort(settings.JWT_SECRET)) {
    throw new ConfigError(
      `JWT_SECRET must be ${MINIMUM_SECRET_BYTES} bytes or more with NODE_ENV=production`,
    );
  }
}

function checkBases(settings: Environment): void {
  const session = `${settings.SESSION_API_BASE.toLowerCase()}/`;
  const bearer = `${settings.BEARER_API_BASE.toLowerCase()}/`;
  if (session === bearer) throw new ConfigError("BEARER_API_BASE must differ from SESSION_API_BASE");
  if (session === "/") assertHidesNothing("BEARER_API_BASE", bearer);
  else if (bearer === "/") assertHidesNothing("SESSION_API_BASE", session);
  else if (areNested(session, bearer)) {
    throw new ConfigError("BEARER_API_BASE and SESSION_API_BASE must not lie inside one another");
  }
}

/** The API at the root is never asked for what lies under the other one's base. */
function assertHidesNothing(name: string, base: string): void {
  const hidden = ROOT_API_PATHS.find((path) => areNested(path, base));
  if (hidden !== undefined) throw new ConfigError(`${name} must not hide ${hidden} of the API at /`);
}

const areNested = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

function checkAccess(settings: Environment): void {
  if (settings.SESSION_API_ACCESS !== "open") return;
  if (settings.NODE_ENV === "production") {
    throw new ConfigError(
      "SESSION_API_ACCESS must be protected with NODE_ENV=production: open lets anyone change any account",
    );
  }
  if (!isLoopback(settings.HOST)) {
    throw new ConfigError(
      "SESSION_API_ACCESS must be protected unless HOST is a loopback address: open lets anyone change any account",
    );
  }
}

function checkWorkers(settings: Environment): void {
  if (settings.WORKERS === 1) return;
  if (settings.DATABASE_URL.engine === "sqlite" && settings.DATABASE_URL.path === ":memory:") {
    throw new ConfigError("WORKERS must be 1 with DATABASE_URL=:memory:, which no other process can see");
  }
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") ?? "configuration"} ${issue?.message ?? "is not valid"}`;
}

function deriveSessionSecret(jwtSecret: string): string {
  return Buffer.from(hkdfSync("sha256", jwtSecret, "", "groundwork session cookie", 32)).toString(
    "base64url",
  );
}

const isShort = (secret: string): boolean => Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
