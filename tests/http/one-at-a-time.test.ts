import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { oneAtATime } from "../../src/http/one-at-a-time.ts";
import { openConnection } from "../support/open-connection.ts";
import { openTestServer } from "../support/start-test-server.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A server that answers when the test says so. */
async function startServer() {
  const begun: string[] = [];
  const responses: ServerResponse[] = [];
  const http = createServer(
    oneAtATime(({ url = "" }, response) => {
      begun.push(url);
      responses.push(response);
      if (url.startsWith("/now")) response.end(url.slice(1));
    }),
  );
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, begun, responses };
}

test("requests that a client sends ahead are begun one after another", async () => {
  const { origin, begun, responses } = await startServer();
  const connection = await openConnection(origin);
  connection.send(get("/1") + get("/now") + get("/2"));
  // By the time that another client has its answer, the requests have arrived.
  const other = await openConnection(origin);
  other.send(get("/now"));
  await other.until("now");
  expect(begun).toEqual(["/1", "/now"]);
  responses[0]?.end("first");
  await connection.until("now");
  expect(begun).toEqual(["/1", "/now", "/now", "/2"]);
  responses[3]?.end("last");
  expect(await connection.until("last")).toMatch(/first.*now.*last/s);
});

test("a connection takes further requests once all are answered", async () => {
  const { origin, begun } = await startServer();
  const connection = await openConnection(origin);
  for (const path of ["/now-1", "/now-2"]) {
    connection.send(get(path));
    await connection.until(path.slice(1));
  }
  expect(begun).toEqual(["/now-1", "/now-2"]);
});

test("a client that sends too many requests ahead is disconnected, and they are never begun", async () => {
  const { origin, begun, responses } = await startServer();
  const connection = await openConnection(origin);
  connection.send(get("/1") + get("/now").repeat(1_000));
  await connection.untilClosed();
  const [first] = responses;
  if (first?.closed === false) await once(first, "close");
  expect(begun).toEqual(["/1"]);
});

test("the server begins a request after the answer to the one before it on the connection", async () => {
  const server = await openTestServer();
  const responses: ServerResponse[] = [];
  const wasBegun: boolean[] = [];
  server.http.prependListener("request", (_request, response) => {
    responses.push(response);
    response.once("close", () => wasBegun.push(responses.at(-1)?.headersSent ?? false));
  });
  const connection = await openConnection(server.origin);
  const login = '{"email":"nobody@example.org","password":"wrong password"}';
  connection.send(
    `POST /bearer/api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: ${login.length}\r\n\r\n${login}${get("/health")}`,
  );
  await connection.until('"status":"ok"');
  expect(responses).toHaveLength(2);
  expect(wasBegun[0]).toBe(false);
});
