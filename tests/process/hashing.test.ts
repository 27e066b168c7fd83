import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { isRunning } from "../support/other-processes.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";

async function start(settings: Record<string, string> = {}): Promise<SpawnedServer> {
  const database = { DATABASE_URL: "file:groundwork.db", HASHING_CONCURRENCY: "2" };
  const server = await spawnServer({ ...database, ...settings }, temporaryFolder());
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/** Process ids of a server's hashing processes. */
function hashingProcesses({ process: { pid } }: SpawnedServer): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, parent, state]) => Number(parent) === pid && !state?.startsWith("Z"))
    .map(([pid]) => Number(pid));
}

const post = (server: SpawnedServer, route: string, n: number, password = PASSWORD): Promise<Response> =>
  fetch(`${server.origin}/bearer/api/v1/auth/${route}`, {
    method: "POST",
    body: JSON.stringify({ email: `user${n}@example.com`, password, name: "User" }),
  });

test("hashing processes start with the first hash, have a lower priority, and end with the server", async () => {
  const server = await start();
  expect(hashingProcesses(server)).toEqual([]);
  expect((await post(server, "register", 1)).status).toBe(200);
  const pids = hashingProcesses(server);
  expect(pids).toHaveLength(1);
  // 19 is the lowest priority.
  const lower = Math.min(19, getPriority(server.process.pid) + 10);
  expect(pids.map((pid) => getPriority(pid))).toEqual([lower]);
  expect(await server.stop()).toBe(0);
  expect(pids.filter(isRunning)).toEqual([]);
});

test("hashing processes end when the server is killed", async () => {
  const server = await start();
  await post(server, "register", 1);
  const pids = hashingProcesses(server);
  await server.stop("SIGKILL");
  await expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
});

test("the death of a hashing process under load loses no request", async () => {
  const server = await start({ BCRYPT_COST: "8" });
  await Promise.all([1, 2, 3, 4].map((n) => post(server, "register", n)));
  const logins = Array.from({ length: 12 }, (_, n) =>
    post(server, "login", 1 + (n % 4), n % 2 === 0 ? PASSWORD : "wrong password"),
  );
  const all = Promise.all(logins);
  const killed = new Set<number>();
  for (let round = 0; round < 3; round++) {
    await expect
      .poll(() => hashingProcesses(server).some((pid) => !killed.has(pid)), { timeout: 10_000 })
      .toBe(true);
    for (const pid of hashingProcesses(server)) {
      killed.add(pid);
      process.kill(pid, "SIGKILL");
    }
  }
  const statuses = new Set((await all).map(({ status }) => status));
  expect([200, 401, 503]).toEqual(expect.arrayContaining([...statuses]));
  expect((await post(server, "login", 1)).status).toBe(200);
});
