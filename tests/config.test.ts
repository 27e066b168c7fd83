import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";

const JWT_SECRET = "0123456789abcdef0123456789abcdef";
const read = (variables: Record<string, string>) => readConfig({ JWT_SECRET, ...variables });

const WEBHOOK = {
  RESET_WEBHOOK_URL: "http://mail.example.com/reset",
  PUBLIC_URL: "https://accounts.example.com",
  WEBHOOK_SECRET: "x".repeat(32),
};

test("the configuration has the documented defaults", () => {
  expect(readConfig({ JWT_SECRET })).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    database: { engine: "sqlite", path: "data/groundwork.db" },
    sessionApiBase: "/session",
    bearerApiBase: "/bearer",
    sessionApiAccess: "protected",
    corsOrigin: "*",
    bcryptCost: 10,
    rateLimits: {
      login: { count: 10, seconds: 900 },
      loginAddress: { count: 100, seconds: 900 },
      loginAccount: { count: 100, seconds: 3600 },
      register: { count: 60, seconds: 3600 },
    },
    trustProxyHops: 0,
    workers: 1,
    logLevel: "info",
    shutdownTimeoutMs: 10_000,
    isProduction: false,
    warnings: [],
  });
});

test.each([
  [{ JWT_SECRET: "" }, "JWT_SECRET"],
  [{ JWT_SECRET_PREVIOUS: `${"x".repeat(32)},short` }, "JWT_SECRET_PREVIOUS"],
  [{ JWT_SECRET_PREVIOUS: "," }, "JWT_SECRET_PREVIOUS"],
  [{ PORT: "65536" }, "PORT"],
  [{ PORT: "http" }, "PORT"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  [{ DATABASE_URL: "file: data/groundwork.db" }, "DATABASE_URL"],
  [{ DATABASE_URL: "file:data/groundwork.db " }, "DATABASE_URL"],
  [{ DATABASE_URL: "file: " }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://ada:pass/word@db/groundwork" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://ada:pass#word@db/groundwork" }, "DATABASE_URL"],
  [{ JWT_SECRET: " ".repeat(40) }, "JWT_SECRET"],
  [{ SESSION_API_BASE: "session" }, "SESSION_API_BASE"],
  [{ SESSION_API_BASE: "/a b" }, "SESSION_API_BASE"],
  [{ SESSION_API_BASE: "/session/../v2" }, "SESSION_API_BASE"],
  [{ SESSION_API_BASE: "/." }, "SESSION_API_BASE"],
  [{ SESSION_API_BASE: "/Ready/" }, "SESSION_API_BASE"],
  [{ BEARER_API_BASE: "/health" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/bearer/" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/Bearer" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/bearer/session" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/api", BEARER_API_BASE: "/" }, "SESSION_API_BASE"],
  [{ SESSION_API_BASE: "/", BEARER_API_BASE: "/API/v1/auth" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/", BEARER_API_BASE: "/docs" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/", BEARER_API_BASE: "/reset" }, "BEARER_API_BASE"],
  [{ SESSION_API_BASE: "/password", BEARER_API_BASE: "/" }, "SESSION_API_BASE"],
  [{ SESSION_API_ACCESS: "public" }, "SESSION_API_ACCESS"],
  [{ SESSION_API_ACCESS: "open", HOST: "0.0.0.0" }, "SESSION_API_ACCESS"],
  [{ SESSION_API_ACCESS: "open", NODE_ENV: "production" }, "SESSION_API_ACCESS"],
  [{ SESSION_API_ACCESS: "open", NODE_ENV: "Production" }, "SESSION_API_ACCESS"],
  [{ SESSION_API_ACCESS: "open", TRUST_PROXY: "1" }, "SESSION_API_ACCESS"],
  [{ JWT_SECRET: "short", NODE_ENV: "PRODUCTION" }, "JWT_SECRET"],
  [{ RESET_WEBHOOK_URL: "mail.example.com" }, "RESET_WEBHOOK_URL"],
  [{ RESET_WEBHOOK_URL: "ftp://mail.example.com" }, "RESET_WEBHOOK_URL"],
  [{ RESET_WEBHOOK_URL: "https://me:secret@mail.example.com" }, "RESET_WEBHOOK_URL"],
  [{ ...WEBHOOK, PUBLIC_URL: "" }, "PUBLIC_URL"],
  [{ ...WEBHOOK, WEBHOOK_SECRET: "" }, "WEBHOOK_SECRET"],
  [{ ...WEBHOOK, WEBHOOK_SECRET: "x".repeat(31) }, "WEBHOOK_SECRET"],
  [{ ...WEBHOOK, NODE_ENV: "Production" }, "RESET_WEBHOOK_URL"],
  [{ NODE_ENV: "prod" }, "NODE_ENV"],
  [{ NODE_ENV: "staging" }, "NODE_ENV"],
  [{ NODE_ENV: "production " }, "NODE_ENV"],
  [{ PUBLIC_URL: "https://accounts.example.com/my accounts" }, "PUBLIC_URL"],
  [{ CORS_ORIGIN: "app.example.com" }, "CORS_ORIGIN"],
  [{ CORS_ORIGIN: "https://*.example.com" }, "CORS_ORIGIN"],
  [{ CORS_ORIGIN: "https://app.example.com,*" }, "CORS_ORIGIN"],
  [{ CORS_ORIGIN: "https://app.example.com/" }, "CORS_ORIGIN"],
  [{ BCRYPT_COST: "3" }, "BCRYPT_COST"],
  [{ BCRYPT_COST: "16" }, "BCRYPT_COST"],
  [{ HASHING_CONCURRENCY: "0" }, "HASHING_CONCURRENCY"],
  [{ RATE_LIMIT_LOGIN: "10" }, "RATE_LIMIT_LOGIN"],
  [{ RATE_LIMIT_LOGIN_ACCOUNT: "100" }, "RATE_LIMIT_LOGIN_ACCOUNT"],
  [{ RATE_LIMIT_REGISTER: "0/1h" }, "RATE_LIMIT_REGISTER"],
  [{ TRUST_PROXY: "true" }, "TRUST_PROXY"],
  [{ WORKERS: "0" }, "WORKERS"],
  [{ WORKERS: "2", DATABASE_URL: ":memory:" }, "WORKERS"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ SHUTDOWN_TIMEOUT_MS: "-1" }, "SHUTDOWN_TIMEOUT_MS"],
  [{ SESSION_SECRET: " , " }, "SESSION_SECRET"],
])("the configuration refuses %j in one line that names %s", (variables, name) => {
  const refused = () => read(variables);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(new RegExp(`^${name} [^\\n]+$`));
});

test.each(["http://B.example:8080", "https://a.example/", "https://a.example:443", "https://*.a.example"])(
  "the refusal of CORS_ORIGIN=%s says how an origin is written",
  (CORS_ORIGIN) => {
    expect(() => read({ CORS_ORIGIN })).toThrow(
      /^CORS_ORIGIN must be .*, in lower case and without a path, a wildcard, a final slash or a default port$/,
    );
  },
);

test("BACKUP_DIR is refused for a store in memory and for PostgreSQL, each for its own reason", () => {
  const refusal = (DATABASE_URL: string) => () => read({ DATABASE_URL, BACKUP_DIR: "/backups" });
  expect(refusal(":memory:")).toThrow(/^BACKUP_DIR must be unset with DATABASE_URL=:memory:/);
  expect(refusal("postgres:///groundwork")).toThrow(/^BACKUP_DIR is for an SQLite file: .*pg_dump/);
});

test.each([
  "postgres://ada:pass%2Fword@db:5433/groundwork?sslmode=verify-full",
  "postgresql:///groundwork",
  "postgres://ada:password@/groundwork?host=/run/postgresql",
])("DATABASE_URL may be %s", (url) => {
  expect(read({ DATABASE_URL: url }).database).toMatchObject({ engine: "postgres", url });
});

describe("the configuration", () => {
  test("warns about a short JWT_SECRET, and refuses it in production", () => {
    expect(readConfig({ JWT_SECRET: "short" }).warnings).toHaveLength(1);
    expect(() => readConfig({ JWT_SECRET: "short", NODE_ENV: "production" })).toThrow(/^JWT_SECRET/);
  });

  test("warns about a short key of SESSION_SECRET, in production too", () => {
    const settings = { JWT_SECRET, NODE_ENV: "production", SESSION_SECRET: `${"x".repeat(32)},short` };
    expect(readConfig(settings).warnings).toEqual(["SESSION_SECRET is shorter than 32 bytes"]);
  });

  test.each(["production", "Production", "development", "test", "", undefined])(
    "accepts NODE_ENV=%s, and only production in any case is production",
    (NODE_ENV) => {
      const { isProduction } = readConfig({ JWT_SECRET, NODE_ENV });
      expect(isProduction).toBe(NODE_ENV?.toLowerCase() === "production");
    },
  );

  test("never prints a secret in an error", () => {
    expect(() => readConfig({ JWT_SECRET: "hush-hush", NODE_ENV: "production" })).not.toThrow(/hush/);
  });

  test("reads a list of keys for the cookie, or derives one that differs from JWT_SECRET", () => {
    expect(read({ SESSION_SECRET: "new, old" }).sessionSecrets).toEqual(["new", "old"]);
    const [derived] = read({}).sessionSecrets;
    expect(derived).toHaveLength(43);
    expect(read({}).sessionSecrets).toEqual([derived]);
    expect(derived).not.toContain(JWT_SECRET);
  });
});

test("JWT_SECRET is one secret even if it contains a comma, and JWT_SECRET_PREVIOUS is a list", () => {
  const [secret, older, oldest] = [`${JWT_SECRET},`, "o".repeat(32), "p".repeat(32)];
  const config = read({ JWT_SECRET: secret, JWT_SECRET_PREVIOUS: `${older}, ${oldest}` });
  expect(config.jwtSecrets).toEqual([secret, older, oldest]);
  const derivedFrom = (key: string) => read({ JWT_SECRET: key }).sessionSecrets;
  expect(config.sessionSecrets).toEqual([secret, older, oldest].flatMap(derivedFrom));
});

test("turning the login limit off also turns off the limit by address", () => {
  expect(read({ RATE_LIMIT_LOGIN: "off" }).rateLimits).toMatchObject({ login: null, loginAddress: null });
});

test("the configuration contains the bases, origins and limits from the environment", () => {
  const config = read({
    SESSION_API_BASE: "/",
    BEARER_API_BASE: "/v/.b/",
    CORS_ORIGIN: "https://a.co, http://localhost:5173",
  });
  expect(config).toMatchObject({ sessionApiBase: "", bearerApiBase: "/v/.b" });
  expect(config.corsOrigin).toEqual(["https://a.co", "http://localhost:5173"]);
  expect(read({ RATE_LIMIT_REGISTER: "5/30s" }).rateLimits.register).toEqual({ count: 5, seconds: 30 });
});

test("reset links are sent to the webhook, and begin with PUBLIC_URL and the session API's base", () => {
  expect(read(WEBHOOK).resetWebhook).toEqual({
    url: WEBHOOK.RESET_WEBHOOK_URL,
    secret: WEBHOOK.WEBHOOK_SECRET,
    page: "https://accounts.example.com/session/reset",
  });
  expect(read({}).resetWebhook).toBeNull();
});

test.each([
  "https://mail.example.com/x",
  "http://127.0.0.1:8025/x",
  "http://localhost/x",
  "http://[::1]:80/x",
])("the webhook in production can be %s", (url) => {
  const settings = { ...WEBHOOK, RESET_WEBHOOK_URL: url, NODE_ENV: "production" };
  expect(read(settings).resetWebhook?.url).toBe(url);
});
