import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { linesWith } from "../support/log-lines.ts";
import { openConnection } from "../support/open-connection.ts";
import { startTestServer } from "../support/start-test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const linesOf = (message: string) => linesWith(server, { msg: message });

test("the log names the address of a client that resets its connection", async () => {
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

test("the log line of a request that its client abandons before the answer has no status", async () => {
  const before = linesOf("request").length;
  const received = once(server.http, "request");
  const connection = await openConnection(server.origin);
  connection.send("POST /bearer/api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{");
  await received;
  connection.socket.resetAndDestroy();
  await expect.poll(() => linesOf("request").length).toBe(before + 1);
  const line = linesOf("request").at(-1);
  expect(line).toMatchObject({ path: "/bearer/api/v1/auth/login", aborted: true });
  expect(line).not.toHaveProperty("status");
});

describe("the path in a log line", () => {
  const VALUE = "kJ8x/Qm3Z+yWc5tVb1nHs7LfGd9RpEa2Uo4Ii6Tg0M8=";
  const ID = "01890000-0000-7000-8000-00000000000A";
  const pathOf = async (method: "get" | "delete", path: string) => {
    const { headers } = await server.request[method](path).set("Authorization", "Bearer nonsense");
    const ofRequest = { requestId: headers["x-request-id"] };
    await expect.poll(() => linesWith(server, { msg: "request", ...ofRequest })).toHaveLength(1);
    return [...new Set(linesWith(server, ofRequest).map((line) => line.path))];
  };

  test.each([
    [
      "delete",
      `/bearer/api/v1/auth/tokens/${encodeURIComponent(VALUE)}`,
      "/bearer/api/v1/auth/tokens/:tokenID",
    ],
    ["delete", `/bearer/api/v1/auth/tokens/${VALUE}`, "/bearer/api/v1/auth/tokens/*/*"],
    ["get", `/bearer/api/v1/auth/tokens/${encodeURIComponent(VALUE)}/`, "/bearer/api/v1/auth/tokens/*/"],
    ["delete", `/bearer/api/v1/auth/tokens/${ID}/`, `/bearer/api/v1/auth/tokens/${ID}/`],
    ["get", "/bearer/api/v1/users/nonsense", "/bearer/api/v1/users/:userID"],
    ["get", "/session/api/v1/posts/nonsense/comments", "/session/api/v1/posts/:id/comments"],
    ["get", `/session/api/v1/auth/reset/${"A".repeat(64)}`, "/session/api/v1/auth/reset/*"],
    ["get", "/session/assets/site.css?x=1", "/session/assets/site.css"],
  ] as const)("of %s %s is %s", async (method, path, logged) => {
    expect(await pathOf(method, path)).toEqual([logged]);
  });
});

test("a log line for a path of any length fits an atomic write to a pipe", async () => {
  const connection = await openConnection(server.origin);
  connection.send(`GET /${'"'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 404 /);
  const line = server.logLines.at(-1) ?? "";
  expect(JSON.parse(line)).toMatchObject({ msg: "request", status: 404 });
  expect(Buffer.byteLength(line)).toBeLessThan(3_072);
});
