import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { openConnection } from "../support/open-connection.ts";
import { startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const linesOf = (message: string) =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test("a client that resets its connection leaves its address all the same", async () => {
  const accepted = once(server.http, "connection");
  const { socket } = await openConnection(server.origin);
  await accepted;
  const request =
    "POST /session/api/v1/auth/logout HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: cross-site\r\n\r\n";
  socket.write(request, () => socket.resetAndDestroy());
  await once(socket, "close");
  await expect.poll(() => linesOf("request")).toHaveLength(1);
  expect([...linesOf("audit"), ...linesOf("request")]).toEqual([
    expect.objectContaining({ address: "127.0.0.1", status: 403 }),
    expect.objectContaining({ address: "127.0.0.1", status: 403 }),
  ]);
});

test("a path of any length makes a line that a pipe takes in one piece", async () => {
  const connection = await openConnection(server.origin);
  connection.send(`GET /${'"'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 404 /);
  const line = server.logLines.at(-1) ?? "";
  expect(JSON.parse(line)).toMatchObject({ msg: "request", status: 404 });
  expect(Buffer.byteLength(line)).toBeLessThan(3_072);
});
