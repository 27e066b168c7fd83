import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogSync } from "../../src/database/log-sync.ts";
import { createGate } from "../support/gate.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Syncs that wait at a gate, on a log that is closed with the test. */
function createSlowSync(options: { patienceMs?: number } = {}) {
  const path = join(temporaryFolder(), "store.db-wal");
  writeFileSync(path, "");
  const disk = createGate();
  disk.close();
  let begun = 0;
  const log = createLogSync(path, {
    syncFile: async () => {
      begun += 1;
      await disk.pass();
    },
    ...options,
  });
  onTestFinished(async () => {
    disk.open();
    await log.close();
  });
  return { log, disk, begun: () => begun };
}

test("a commit waits for a sync that began after it, and shares the sync with other waiting commits", async () => {
  const { log, disk, begun } = createSlowSync();
  const first = log.sync();
  await disk.arrivals(1);
  const later = [log.sync(), log.sync(), log.sync()];
  expect(begun()).toBe(1);
  disk.open();
  await first;
  await Promise.all(later);
  expect(begun()).toBe(2);
});

test("a commit is not reported as durable before its sync ends", async () => {
  const { log, disk } = createSlowSync();
  let isDurable = false;
  const sync = log.sync().then(() => {
    isDurable = true;
  });
  await disk.arrivals(1);
  expect(isDurable).toBe(false);
  disk.open();
  await sync;
  expect(isDurable).toBe(true);
});

test("a commit on a disk that hangs is refused after a time limit, and commits are durable again once the disk responds", async () => {
  const { log, disk, begun } = createSlowSync({ patienceMs: 20 });
  await expect(log.sync()).rejects.toMatchObject({ code: "service-unavailable" });
  await expect(log.sync()).rejects.toMatchObject({ code: "service-unavailable" });
  expect(begun()).toBe(1);
  expect(log.assertIntact).not.toThrow();
  disk.open();
  const isDurable = () =>
    log.sync().then(
      () => true,
      () => false,
    );
  await expect.poll(isDurable).toBe(true);
});

test("a commit isn't reported as durable after the log is closed", async () => {
  const path = join(temporaryFolder(), "store.db-wal");
  writeFileSync(path, "");
  let syncs = 0;
  const syncFile = async () => {
    syncs += 1;
  };
  const log = createLogSync(path, { syncFile });
  await log.close();
  await expect(log.sync()).rejects.toMatchObject({ code: "service-unavailable" });
  expect(syncs).toBe(0);
});

test("after a failed sync no commit is reported as durable, even if later syncs succeed", async () => {
  const path = join(temporaryFolder(), "store.db-wal");
  writeFileSync(path, "");
  let isBroken = true;
  const log = createLogSync(path, {
    syncFile: async () => {
      if (isBroken) throw new Error("EIO");
    },
  });
  onTestFinished(log.close);
  expect(log.assertIntact).not.toThrow();
  const refusal = { code: "service-unavailable" };
  await expect(log.sync()).rejects.toMatchObject(refusal);
  isBroken = false;
  await expect(log.sync()).rejects.toMatchObject(refusal);
  expect(log.assertIntact).toThrow(expect.objectContaining(refusal));
});
