import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { canRunPostgres } from "./tests/support/postgres-server.ts";

/** What clients of the server can see: it has to be the same on both engines, so the same files run on both. */
const SERVER_SUITE = [
  "tests/{admin,bearer-api,session-api,http,openapi,properties,repositories}/**/*.test.ts",
  "tests/process/workers.test.ts",
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
    globalSetup: ["tests/support/start-postgres.ts"],
    env: { TEST_ENGINE: "postgres" },
  },
};

if (!canRunPostgres()) {
  process.stderr.write(
    "Skipping every test on PostgreSQL: it does not run as root, and only with CI=true may a user be added for it.\n",
  );
}

export default defineConfig({
  test: {
    globalSetup: ["tests/support/own-temporary-folder.ts", "tests/support/build-once.ts"],
    env: { BCRYPT_COST: "4", LOG_LEVEL: "silent", NO_COLOR: "1" },
    // Most tests wait for processes more than they compute: fewer than three at a time would leave two cores idle.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: canRunPostgres() ? [sqlite, postgres] : [sqlite],
  },
});
