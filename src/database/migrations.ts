import type { Migration } from "./migration.ts";
import { initial } from "./migrations/0001-initial.ts";

/** All steps, oldest first. */
export const migrations: readonly Migration[] = [initial];

export const newestVersion = (): number => migrations.at(-1)?.version ?? 0;
