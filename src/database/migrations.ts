import type { Migration } from "./migration.ts";
import { initial } from "./migrations/0001-initial.ts";
import { rateLimitCounts } from "./migrations/0002-rate-limit-counts.ts";

/** All steps, oldest first. */
export const migrations: readonly Migration[] = [initial, rateLimitCounts];

export const newestVersion = (): number => migrations.at(-1)?.version ?? 0;
