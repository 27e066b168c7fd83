import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/support/build-once.ts"],
    env: { BCRYPT_COST: "4", LOG_LEVEL: "silent", NO_COLOR: "1" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
