import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { runBackup } from "../database/run-backup.ts";
import type { BackupFolder } from "../database/sqlite-backup-files.ts";
import { openBackupFolder } from "../database/sqlite-backup-files.ts";
import { repeat } from "../repeat.ts";

/** The cause of a failure, such as a full disk, may be over before the next backup is due. */
const LONGEST_PAUSE_AFTER_FAILURE_MS = 10 * 60 * 1000;

/**
 * Makes backups for as long as the process lives. The first one is due when the newest in the folder is old enough, so
 * restarts make neither too many nor too few.
 *
 * @returns undefined if the configuration has no backups
 */
export async function startBackups(config: Config, logger: Logger) {
  const { backups: plan, database } = config;
  if (plan === null || database.engine !== "sqlite") return undefined;
  const { path } = database;
  const { kept } = plan;
  const folder = openBackupFolder(plan.folder, path);
  const newest = newestIn(folder);
  const metrics = await openMetrics(config, newest);
  const everyMs = plan.everySeconds * 1000;

  /** @returns how long to wait before the next one */
  async function makeOne(signal: AbortSignal): Promise<number> {
    try {
      const now = new Date();
      const file = folder.prepare(now);
      const summary = await runBackup(path, file, signal);
      metrics?.succeed(now);
      logger.info({ file, ...summary }, "backup made");
      folder.prune(kept);
      return everyMs;
    } catch (err) {
      if (signal.aborted) return 0;
      metrics?.fail();
      logger.error({ err }, "backup failed");
      return Math.min(everyMs, LONGEST_PAUSE_AFTER_FAILURE_MS);
    }
  }

  const firstPauseMs = pauseBefore(newest, everyMs);
  const nextInSeconds = Math.round(firstPauseMs / 1000);
  logger.info({ folder: plan.folder, nextInSeconds, kept }, "backups scheduled");
  return {
    /** Abandons a backup in progress. */
    stop: repeat(makeOne, firstPauseMs).stop,
    readMetrics: metrics?.read,
  };
}

/** A backup dated in the future was made before the clock was set back. Its age is unknown. */
function pauseBefore(newest: Date | undefined, everyMs: number): number {
  const ageMs = newest === undefined ? everyMs : Date.now() - newest.getTime();
  return ageMs < 0 ? 0 : Math.max(0, everyMs - ageMs);
}

/** A folder that is missing or unreadable is reported by the first backup. */
function newestIn(folder: BackupFolder): Date | undefined {
  try {
    return folder.newest()?.madeAt;
  } catch {
    return undefined;
  }
}

async function openMetrics({ metricsPort }: Config, newest: Date | undefined) {
  if (metricsPort === null) return undefined;
  const { createBackupMetrics } = await import("../metrics/backup-metrics.ts");
  return createBackupMetrics(newest);
}
