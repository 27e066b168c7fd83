import { Counter, Gauge, Registry } from "prom-client";

/**
 * The metrics of the process that makes backups.
 *
 * @param lastSuccess of an earlier run
 */
export function createBackupMetrics(lastSuccess: Date | undefined) {
  const registry = new Registry();
  const registers = [registry];
  const backups = new Counter({
    name: "groundwork_backups_total",
    help: "Backups by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const last = new Gauge({
    name: "groundwork_backup_last_success_timestamp_seconds",
    help: "When the newest backup was made; 0 is never",
    registers,
  });
  for (const outcome of ["success", "failure"]) backups.inc({ outcome }, 0);
  const note = (time: Date) => last.set(Math.floor(time.getTime() / 1000));
  if (lastSuccess !== undefined) note(lastSuccess);

  return {
    succeed(now: Date): void {
      backups.inc({ outcome: "success" });
      note(now);
    },
    fail: () => backups.inc({ outcome: "failure" }),
    read: () => registry.metrics(),
  };
}
