import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TEST_SECRET } from "../support/start-test-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const START = join(import.meta.dirname, "../../dist/start.js");
/** Every write to it fails, as on a full disk. */
const FULL = "/dev/full";

test.skipIf(!existsSync(FULL))("a log that can't be written ends nothing", async () => {
  const port = await findFreePort();
  const log = openSync(FULL, "w");
  const server = spawn(process.execPath, [START], {
    cwd: temporaryFolder(),
    env: { PATH: process.env["PATH"], JWT_SECRET: TEST_SECRET, PORT: String(port) },
    stdio: ["ignore", log, "inherit"],
  });
  closeSync(log);
  const exited = once(server, "exit");
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(ask, { timeout: 10_000 }).toBe(200);
  // Longer than lines are gathered, so that a write has failed in between.
  await new Promise((resolve) => setTimeout(resolve, 500));
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
