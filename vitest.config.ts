import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { postgresServer } from "./tests/support/machine.ts";

/** What clients of the server can see: it has to be the same on both engines, so the same files run on both. */
const SERVER_SUITE = [
  "tests/{admin,bearer-api,session-api,http,openapi,properties,repositories}/**/*.test.ts",
  "tests/process/workers.test.ts",
];
/** Of these, the store makes no difference: they test arguments, connections, cookies, log lines, pages and metrics. */
const ENGINE_INDEPENDENT = [
  "tests/admin/arguments.test.ts",
  "tests/http/{abusive-connections,api-docs,express-messages,load-shedding,login-fairness}.test.ts",
  "tests/http/{metrics,pages,proxy-warning,request-log,send-json-list,unread-answers}.test.ts",
  "tests/session-api/{foreign-requests,session-security}.test.ts",
];
/** What only PostgreSQL can show. */
const POSTGRES_SUITE = ["tests/postgres/**/*.test.ts"];

const sqlite = {
  extends: true as const,
  test: { name: "sqlite", include: ["tests/**/*.test.ts"], exclude: POSTGRES_SUITE },
};

const postgres = {
  extends: true as const,
  test: {
    name: "postgres",
    include: [...SERVER_SUITE, ...POSTGRES_SUITE],
    exclude: ENGINE_INDEPENDENT,
    globalSetup: ["tests/support/start-postgres.ts"],
    env: { TEST_ENGINE: "postgres" },
  },
};

const runsPostgres = process.env["CI"] === "true" || postgresServer.isMet();
if (!runsPostgres) {
  process.stderr.write(`Skipping every test on PostgreSQL: there is no ${postgresServer.name}\n`);
}

export default defineConfig({
  test: {
    globalSetup: ["tests/support/own-temporary-folder.ts", "tests/support/build-once.ts"],
    setupFiles: ["tests/support/fix-property-seed.ts"],
    env: {
      BCRYPT_COST: "4",
      HASHING_CONCURRENCY: process.env["HASHING_CONCURRENCY"] ?? "2",
      LOG_LEVEL: "silent",
      NO_COLOR: "1",
    },
    // Most tests wait for processes more than they compute: fewer than three at a time would leave two cores idle.
    // More than eight would need more connections than the PostgreSQL of the tests allows.
    maxWorkers: Math.min(8, Math.max(3, availableParallelism() - 1)),
    // Nothing is measured by these: they only end what would hang, on a machine ten times slower too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: runsPostgres ? [sqlite, postgres] : [sqlite],
  },
});
