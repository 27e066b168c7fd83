import { hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { z } from "zod";

/** How many events are allowed within a span of time, or null if the limit is off. */
type RateLimit = { readonly count: number; readonly seconds: number } | null;

/** Everything the server can be told from outside, read once and checked. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

/** A setting that is missing or wrong; the message is one line that names it and never shows a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Variables = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const MINIMUM_SECRET_BYTES = 32;
const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
/** Where an API at the root has its routes and its pages' files. */
const ROOT_API_PATHS = [
  "/api/v1/",
  "/api/users/",
  "/password/",
  "/reset/",
  "/assets/",
  "/docs/",
  "/openapi.json/",
];

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
  // Clients resolve such segments before they send the request, so the API would be unreachable.
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), "must not hold the segments . and ..")
  .refine(
    (path) => !/^\/(health|ready)$/i.test(path),
    "must not be /health or /ready, which are the process's own",
  );

const rateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd])$/, "must be `off` or a count per time such as 10/15m")
  .transform((text): RateLimit => {
    const [count, span] = text.split("/");
    return span === undefined ? null : { count: Number(count), seconds: toSeconds(span) };
  });

/** Uses are recorded once a minute, so a much shorter time would end sessions in use. */
const SHORTEST_IDLE_SECONDS = 300;

const idleTimeout = z
  .string()
  .regex(/^(off|[1-9]\d{0,4}[smhd])$/, "must be `off` or a time such as 7d or 30m")
  .transform((text) => (text === "off" ? null : toSeconds(text)))
  .refine((seconds) => seconds === null || seconds >= SHORTEST_IDLE_SECONDS, "must be 5m or more");

const timeSpan = z
  .string()
  .regex(/^[1-9]\d{0,4}[smhd]$/, "must be a time such as 90d or 12h")
  .transform(toSeconds);

/** A timer can't wait longer. */
const LONGEST_PAUSE_SECONDS = 24 * 86_400;

const databaseUrl = z.string().transform((url, context) => {
  if (url === ":memory:") return { engine: "sqlite", path: url } as const;
  // The driver would trim the name, and so open another file than the one that is made private and watched.
  const path = /^file:(?!\/\/)(\S(.*\S)?)$/.exec(url)?.[1];
  if (path !== undefined) return { engine: "sqlite", path } as const;
  if (isPostgresUrl(url)) return { engine: "postgres", url } as const;
  context.addIssue({
    code: "custom",
    message:
      "must be file:PATH, :memory: or postgres://USER:PASSWORD@HOST/DATABASE, with special characters percent-encoded",
  });
  return z.NEVER;
});

/** As the driver reads it: the host may be empty if a parameter names the socket's folder. */
const isPostgresUrl = (url: string): boolean =>
  /^postgres(ql)?:\/\/\S+$/.test(url) && URL.canParse(url.replace("@/", "@localhost/"));

/** Passwords that are refused, in Unicode form NFC. */
const passwordBlocklist = z.string().transform((path, context) => {
  try {
    // Some editors begin a file with a byte order mark, which would let the first password through.
    const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
    const lines = text.normalize("NFC").split(/\r?\n/);
    return new Set(lines.filter((line) => line !== ""));
  } catch (error) {
    context.addIssue({ code: "custom", message: `can't be read: ${(error as Error).message}` });
    return z.NEVER;
  }
});

const publicUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:\/\/[^?#@\s]+$/.test(text),
    "must be an address such as https://accounts.example.com",
  )
  .transform((text) => text.replace(/\/+$/, ""));

const webhookUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^#]+$/.test(text) && URL.canParse(text) && new URL(text).username === "",
    "must be an address such as https://mail.example.com/reset, without a user name",
  );

const list = (isValid: (parts: readonly string[]) => boolean, expectation: string) =>
  z.string().transform(splitList).refine(isValid, expectation);

const corsOrigin = z
  .string()
  .transform((text): "*" | string[] => (text.trim() === "*" ? "*" : splitList(text)))
  .refine((value) => value === "*" || (value.length > 0 && value.every(isOrigin)), {
    error:
      "must be * or a comma-separated list of origins such as https://app.example.com, in lower case and without a path, a wildcard, a final slash or a default port",
  });

const environment = z.object({
  JWT_SECRET: z
    .string({ error: "must be set: it signs the tokens (32 random bytes or more)" })
    .regex(/\S/, "must be a secret of 32 random bytes or more, not blank"),
  JWT_SECRET_PREVIOUS: list(
    (secrets) => secrets.length > 0 && !secrets.some(isShort),
    `must be a comma-separated list of secrets of ${MINIMUM_SECRET_BYTES} bytes or more`,
  ).default([]),
  SESSION_SECRET: list(
    (keys) => keys.length > 0,
    "must be a secret or a comma-separated list of secrets",
  ).optional(),
  SESSION_IDLE_TIMEOUT: idleTimeout.prefault("off"),
  PUBLIC_URL: publicUrl.optional(),
  RESET_WEBHOOK_URL: webhookUrl.optional(),
  WEBHOOK_SECRET: z
    .string()
    .refine((secret) => !isShort(secret), `must be a secret of ${MINIMUM_SECRET_BYTES} bytes or more`)
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
  PASSWORD_BLOCKLIST: passwordBlocklist.default(new Set()),
  HASHING_CONCURRENCY: integerBetween(1, 256).optional(),
  RATE_LIMIT_LOGIN: rateLimit.prefault("10/15m"),
  RATE_LIMIT_LOGIN_ADDRESS: rateLimit.prefault("100/15m"),
  RATE_LIMIT_LOGIN_ACCOUNT: rateLimit.prefault("100/1h"),
  RATE_LIMIT_REGISTER: rateLimit.prefault("60/1h"),
  METRICS_PORT: integerBetween(0, 65_535).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: timeSpan
    .refine((seconds) => seconds <= LONGEST_PAUSE_SECONDS, "must be 24d or less")
    .prefault("24h"),
  BACKUP_KEEP: integerBetween(1, 10_000).prefault("7"),
  AUDIT_KEEP: timeSpan.prefault("90d"),
  TRUST_PROXY: integerBetween(0, 100).prefault("0"),
  WORKERS: integerBetween(1, 256).prefault("1"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  SHUTDOWN_DELAY_MS: integerBetween(0, 600_000).prefault("0"),
  SHUTDOWN_TIMEOUT_MS: integerBetween(0, 86_400_000).prefault("10000"),
  // Refused if misspelled, because `NODE_ENV=prod` would leave cookies without `Secure`. Its case does not matter.
  NODE_ENV: z
    .string()
    .regex(
      /^(production|development|test)$/i,
      "must be production, development, test or unset: use production for a server that others reach",
    )
    .toLowerCase()
    .optional(),
});

/** The name of every setting. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

type Environment = z.infer<typeof environment>;

const storeEnvironment = environment.pick({
  DATABASE_URL: true,
  DATABASE_POOL_SIZE: true,
  DATABASE_TIMEOUT_MS: true,
  BCRYPT_COST: true,
  PASSWORD_BLOCKLIST: true,
  BACKUP_DIR: true,
});

/** The settings of a maintenance command, which uses the store and serves no clients. */
export type StoreConfig = Readonly<ReturnType<typeof toStoreConfig>>;

/** @throws {ConfigError} as `readConfig` does */
export const readStoreConfig = (variables: Variables): StoreConfig =>
  toStoreConfig(parse(storeEnvironment, variables));

function toStoreConfig(settings: z.infer<typeof storeEnvironment>) {
  const { DATABASE_URL: location, DATABASE_POOL_SIZE: poolSize, DATABASE_TIMEOUT_MS: timeoutMs } = settings;
  return {
    database:
      location.engine === "sqlite"
        ? { ...location, backupFolder: settings.BACKUP_DIR }
        : { ...location, poolSize, timeoutMs },
    bcryptCost: settings.BCRYPT_COST,
    passwordBlocklist: settings.PASSWORD_BLOCKLIST,
  };
}

const linkEnvironment = environment.pick({
  PUBLIC_URL: true,
  HOST: true,
  PORT: true,
  SESSION_API_BASE: true,
});

/** Addresses to listen on that a browser on another machine can't open. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|\[?::\]?)$/;

/**
 * Reads the address of the page for a new password.
 *
 * @throws {ConfigError} as `readConfig` does
 */
export function readResetPage(variables: Variables): string {
  const settings = parse(linkEnvironment, variables);
  const { PUBLIC_URL, HOST, PORT } = settings;
  const without = PORT === 0 ? "PORT" : EVERY_ADDRESS.test(HOST) ? "HOST" : undefined;
  if (PUBLIC_URL === undefined && without !== undefined) {
    throw new ConfigError(`${without} is ${settings[without]}: set PUBLIC_URL to the address of the server`);
  }
  return resetPageOf(settings);
}

/** Never taken from a request: a link to another host would give its token away. */
function resetPageOf({ PUBLIC_URL, HOST, PORT, SESSION_API_BASE }: z.infer<typeof linkEnvironment>): string {
  const host = HOST.includes(":") && !HOST.startsWith("[") ? `[${HOST}]` : HOST;
  return `${PUBLIC_URL ?? `http://${host}:${PORT}`}${SESSION_API_BASE}/reset`;
}

/**
 * Reads the configuration from environment variables. An empty value counts as unset.
 *
 * @throws {ConfigError} for the first variable that is missing, malformed or contradicts another.
 */
export function readConfig(variables: Variables): Config {
  const settings = parse(environment, variables);
  checkBases(settings);
  const contradiction = contradictionsOf(settings).find(([applies]) => applies);
  if (contradiction !== undefined) throw new ConfigError(contradiction[1]);
  return toConfig(settings);
}

function parse<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new ConfigError(`${issue?.path.join(".")} ${issue?.message}`);
}

function toConfig(settings: Environment) {
  const jwtSecrets = [settings.JWT_SECRET, ...settings.JWT_SECRET_PREVIOUS] as const;
  const { BACKUP_DIR, BACKUP_EVERY: everySeconds, BACKUP_KEEP: kept } = settings;
  const { RESET_WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = settings;
  return {
    /** The first signs, all verify. */
    jwtSecrets,
    sessionSecrets: settings.SESSION_SECRET ?? jwtSecrets.map(deriveSessionSecret),
    /** Where reset links are sent; null if they can't be requested. */
    resetWebhook: url && secret ? { url, secret, page: resetPageOf(settings) } : null,
    /** How long a session may be unused; null for no limit. */
    sessionIdleSeconds: settings.SESSION_IDLE_TIMEOUT,
    host: settings.HOST,
    port: settings.PORT,
    ...toStoreConfig(settings),
    /** Paths without a trailing slash; the empty string stands for `/`. */
    sessionApiBase: settings.SESSION_API_BASE,
    bearerApiBase: settings.BEARER_API_BASE,
    sessionApiAccess: settings.SESSION_API_ACCESS,
    corsOrigin: settings.CORS_ORIGIN,
    /** How many password hashes one server process computes at a time. */
    hashingConcurrency: settings.HASHING_CONCURRENCY ?? shareOfProcessors(settings.WORKERS),
    rateLimits: {
      login: settings.RATE_LIMIT_LOGIN,
      // Turning this limit off turns the one per address off too.
      loginAddress: settings.RATE_LIMIT_LOGIN === null ? null : settings.RATE_LIMIT_LOGIN_ADDRESS,
      loginAccount: settings.RATE_LIMIT_LOGIN_ACCOUNT,
      register: settings.RATE_LIMIT_REGISTER,
    },
    /** Where metrics are served on the loopback address; null is nowhere. */
    metricsPort: settings.METRICS_PORT ?? null,
    /** The server's own backups; null is none. */
    backups: BACKUP_DIR === undefined ? null : { folder: BACKUP_DIR, everySeconds, kept },
    /** How long audit entries are kept. */
    auditKeepSeconds: settings.AUDIT_KEEP,
    trustProxyHops: settings.TRUST_PROXY,
    workers: settings.WORKERS,
    logLevel: settings.LOG_LEVEL,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    isProduction: isProduction(settings),
    /** Settings that are allowed but worth a warning in the log. */
    warnings: [
      ...(isShort(settings.JWT_SECRET) ? ["JWT_SECRET"] : []),
      ...(settings.SESSION_SECRET?.some(isShort) ? ["SESSION_SECRET"] : []),
    ].map((name) => `${name} is shorter than ${MINIMUM_SECRET_BYTES} bytes`),
  };
}

function checkBases(settings: Environment): void {
  const session = `${settings.SESSION_API_BASE.toLowerCase()}/`;
  const bearer = `${settings.BEARER_API_BASE.toLowerCase()}/`;
  if (session === bearer) throw new ConfigError("BEARER_API_BASE must differ from SESSION_API_BASE");
  if (session === "/") assertHidesNothing("BEARER_API_BASE", bearer);
  else if (bearer === "/") assertHidesNothing("SESSION_API_BASE", session);
  else if (areNested(session, bearer)) {
    throw new ConfigError("BEARER_API_BASE and SESSION_API_BASE must not be inside one another");
  }
}

/** Requests below the other API's base never reach the API at the root. */
function assertHidesNothing(name: string, base: string): void {
  const hidden = ROOT_API_PATHS.find((path) => areNested(path, base));
  if (hidden !== undefined) throw new ConfigError(`${name} must not hide ${hidden} of the API at /`);
}

const areNested = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** Settings that contradict each other, and why they are refused. The first that applies is reported. */
function contradictionsOf(settings: Environment): readonly (readonly [applies: boolean, why: string])[] {
  const { HOST, TRUST_PROXY, DATABASE_URL, RESET_WEBHOOK_URL, WEBHOOK_SECRET } = settings;
  const isOpen = settings.SESSION_API_ACCESS === "open";
  const isInMemory = DATABASE_URL.engine === "sqlite" && DATABASE_URL.path === ":memory:";
  const hasWebhook = RESET_WEBHOOK_URL !== undefined;
  return [
    [
      isProduction(settings) && isShort(settings.JWT_SECRET),
      `JWT_SECRET must be ${MINIMUM_SECRET_BYTES} bytes or more with NODE_ENV=production`,
    ],
    [
      isOpen && isProduction(settings),
      "SESSION_API_ACCESS must be protected with NODE_ENV=production: open lets anyone change any account",
    ],
    [
      isOpen && !isLoopback(HOST),
      "SESSION_API_ACCESS must be protected unless HOST is a loopback address: open lets anyone change any account",
    ],
    [
      isOpen && TRUST_PROXY !== 0,
      "SESSION_API_ACCESS must be protected unless TRUST_PROXY is 0: open lets anyone behind the proxy change any account",
    ],
    [
      settings.WORKERS > 1 && isInMemory,
      "WORKERS must be 1 with DATABASE_URL=:memory:, which other processes cannot see",
    ],
    [
      settings.BACKUP_DIR !== undefined && isInMemory,
      "BACKUP_DIR must be unset with DATABASE_URL=:memory:, which has no file to back up",
    ],
    [
      settings.BACKUP_DIR !== undefined && DATABASE_URL.engine !== "sqlite",
      "BACKUP_DIR is for an SQLite file: back PostgreSQL up with pg_dump or pg_basebackup",
    ],
    [
      hasWebhook && settings.PUBLIC_URL === undefined,
      "PUBLIC_URL must be set with RESET_WEBHOOK_URL: links begin with it",
    ],
    [
      hasWebhook && WEBHOOK_SECRET === undefined,
      `WEBHOOK_SECRET must be set with RESET_WEBHOOK_URL: ${MINIMUM_SECRET_BYTES} random bytes or more that sign what is sent`,
    ],
    [
      hasWebhook && isProduction(settings) && !isSafeToSendTo(new URL(RESET_WEBHOOK_URL)),
      "RESET_WEBHOOK_URL must begin with https:// with NODE_ENV=production, unless its host is loopback: what is sent lets its reader set a password",
    ],
  ];
}

const isSafeToSendTo = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || isLoopback(hostname);

function deriveSessionSecret(jwtSecret: string): string {
  return Buffer.from(hkdfSync("sha256", jwtSecret, "", "groundwork session cookie", 32)).toString(
    "base64url",
  );
}

/** All cores, shared by all workers. Hashing has a lower priority than answering requests. */
const shareOfProcessors = (workers: number): number =>
  Math.max(1, Math.floor(availableParallelism() / workers));

const isProduction = ({ NODE_ENV }: Environment): boolean => NODE_ENV === "production";

const isShort = (secret: string): boolean => Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** @param span such as `15m` */
function toSeconds(span: string): number {
  return Number.parseInt(span, 10) * SECONDS_PER_UNIT[span.slice(-1) as keyof typeof SECONDS_PER_UNIT];
}

const isOrigin = (text: string): boolean =>
  !text.includes("*") && URL.canParse(text) && new URL(text).origin === text;

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
