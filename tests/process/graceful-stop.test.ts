import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openConnection } from "../support/open-connection.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const start = (settings: Record<string, string> = {}): Promise<SpawnedServer> => {
  const folder = temporaryFolder();
  return spawnServer({ DATABASE_URL: "file:groundwork.db", ...settings }, folder);
};

const registration = (index: number): string =>
  JSON.stringify({ email: `user${index}@example.com`, password: "correct horse", name: "User" });

const register = (origin: string, index: number): Promise<Response> =>
  fetch(`${origin}/bearer/api/v1/auth/register`, {
    method: "POST",
    body: registration(index),
  });

/** A registration whose headers the server has read and whose body is missing. */
async function beginRegistration(origin: string, index: number) {
  const body = registration(index);
  const connection = await openConnection(origin);
  connection.send(
    `POST /bearer/api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await connection.until("100 Continue");
  return {
    /** Sends the body. @returns the answer */
    async finish(): Promise<string> {
      connection.send(body);
      return (await connection.untilClosed()).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
    },
  };
}

/** Waits until the server has begun to stop, so that it accepts no new connections. */
async function untilListenerIsClosed(origin: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${origin}/health`, { headers: { Connection: "close" } });
    } catch {
      return;
    }
    await sleep(10);
  }
}

const UNFINISHED_LOGIN =
  "POST /bearer/api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";

test("the server finishes every request in flight on SIGTERM, with Connection: close, and exits with 0", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "100000" });
  const registrations = await Promise.all(
    Array.from({ length: 20 }, (_, index) => beginRegistration(server.origin, index)),
  );
  const exited = server.stop();
  await untilListenerIsClosed(server.origin);
  for (const answer of await Promise.all(registrations.map(({ finish }) => finish()))) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
  }
  expect(await exited).toBe(0);
  await expect(fetch(`${server.origin}/health`)).rejects.toThrow();
  expect(server.logLines.join("")).toContain("stopped");
});

test("/ready answers 503 from the moment the stop begins", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "100000" });
  const connection = await openConnection(server.origin);
  // The complete request and the incomplete one are sent together, so the answer shows that both have arrived.
  connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /ready HTTP/1.1\r\nHost: x\r\n");
  await connection.until("timestamp");
  const exited = server.stop();
  await untilListenerIsClosed(server.origin);
  connection.send("\r\n");
  const answer = (await connection.untilClosed()).replace(/^.*?(?=HTTP\/1\.1 503 )/s, "");
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
  expect(await exited).toBe(0);
});

test("idle connections and silent connections don't delay the stop", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "100000" });
  await openConnection(server.origin);
  const idle = await openConnection(server.origin);
  idle.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
  await idle.until("timestamp");
  expect(await server.stop()).toBe(0);
});

test("the server exits with 1 if a request takes longer than SHUTDOWN_TIMEOUT_MS", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "300" });
  const connection = await openConnection(server.origin);
  connection.send(UNFINISHED_LOGIN);
  await connection.until("100 Continue");
  expect(await server.stop()).toBe(1);
  expect(server.logLines.join("")).toContain("requests still open");
});

test("a second signal ends the server immediately with exit code 1", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "100000" });
  const connection = await openConnection(server.origin);
  connection.send(UNFINISHED_LOGIN);
  await connection.until("100 Continue");
  void server.stop();
  await untilListenerIsClosed(server.origin);
  const exited = server.stop("SIGINT");
  // A signal that follows closely counts as the same one.
  for (
    let isOver = false;
    !isOver;
    isOver = await Promise.race([exited.then(() => true), sleep(50, false)])
  ) {
    server.process.kill("SIGINT");
  }
  expect(await exited).toBe(1);
});

test("a signal that npm passes on again counts as one signal", async () => {
  const server = await start({ SHUTDOWN_TIMEOUT_MS: "100000" });
  const { finish } = await beginRegistration(server.origin, 1);
  server.process.kill("SIGINT");
  const exited = server.stop("SIGINT");
  await untilListenerIsClosed(server.origin);
  expect(await finish()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exited).toBe(0);
});

test.each(["1", "2"])(
  "the server with WORKERS=%s closes the database last and leaves no write-ahead log",
  async (workers) => {
    const folder = temporaryFolder();
    const server = await spawnServer({ DATABASE_URL: "file:groundwork.db", WORKERS: workers }, folder);
    await register(server.origin, 1);
    expect(existsSync(`${folder}/groundwork.db-wal`)).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(existsSync(`${folder}/groundwork.db-wal`)).toBe(false);
  },
);
