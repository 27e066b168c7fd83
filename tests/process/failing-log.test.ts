import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { fullDevice } from "../support/machine.ts";
import { TEST_SECRET } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const START = join(import.meta.dirname, "../../dist/start.js");
const REPORT_FAILED_WRITES = join(import.meta.dirname, "../support/report-failed-writes.mjs");
/** Every write to this device fails, as on a full disk. */
const FULL = "/dev/full";

testWith([fullDevice], "a log that can't be written doesn't stop the server", async () => {
  const port = await findFreePort();
  const log = openSync(FULL, "w");
  const server = spawn(process.execPath, ["--import", REPORT_FAILED_WRITES, START], {
    cwd: temporaryFolder(),
    env: { PATH: process.env["PATH"], JWT_SECRET: TEST_SECRET, PORT: String(port) },
    stdio: ["ignore", log, "inherit", "ipc"],
  });
  closeSync(log);
  const writeFailed = once(server, "message");
  const exited = once(server, "exit");
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(ask, { timeout: 60_000 }).toBe(200);
  expect(await writeFailed).toEqual(["write failed", undefined]);
  expect(await ask()).toBe(200);
  server.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
