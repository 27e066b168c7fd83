import { expect, test } from "vitest";
import { openConnection } from "../support/open-connection.ts";
import { openTestServer } from "../support/start-test-server.ts";

test("the server closes connections with unfinished headers or bodies in bounded time, and they delay no other client", async () => {
  const server = await openTestServer();
  const slowHeaders = await openConnection(server.origin);
  slowHeaders.send("POST /session/api/v1/auth/login HTTP/1.1\r\nHost: x\r\n");
  const drip = setInterval(() => slowHeaders.send("X-Drip: 1\r\n"), 1_000);
  const slowBody = await openConnection(server.origin);
  slowBody.send("POST /session/api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");

  await server.request.get("/health").expect(200);
  expect(await slowHeaders.untilClosed()).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  await server.request.get("/health").expect(200);
  expect(await slowBody.untilClosed()).toMatch(/^HTTP\/1\.1 408 /);
}, 60_000);

test.each([
  ["a header of 17 kB", `X-Long: ${"x".repeat(17 * 1024)}\r\n`, /^HTTP\/1\.1 431 /],
  ["10,000 headers", "X: y\r\n".repeat(10_000), /^HTTP\/1\.1 431 /],
  ["a header name with a space", "X Y: z\r\n", /^HTTP\/1\.1 400 /],
  ["two Content-Length headers", "Content-Length: 1\r\nContent-Length: 2\r\n", /^HTTP\/1\.1 400 /],
  [
    "a Content-Length with chunked encoding",
    "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
    /^HTTP\/1\.1 400 /,
  ],
  ["an invalid Content-Length", "Content-Length: +5\r\n", /^HTTP\/1\.1 400 /],
])("the server refuses %s and closes the connection", async (_what, headers, answer) => {
  const server = await openTestServer();
  const connection = await openConnection(server.origin);
  connection.send(`POST /bearer/api/v1/auth/login HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  expect(await connection.untilClosed()).toMatch(answer);
  await server.request.get("/health").expect(200);
});

test("the server refuses a request without Host, and a TLS handshake", async () => {
  const server = await openTestServer();
  for (const text of ["GET /health HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00"]) {
    const connection = await openConnection(server.origin);
    connection.send(text);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 400 /);
  }
});
