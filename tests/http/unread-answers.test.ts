import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createUnreadAnswers } from "../../src/http/unread-answers.ts";
import { openConnection } from "../support/open-connection.ts";

/** More than the system buffers for a connection. */
const LENGTH = 20_000_000;

test("when too much is unread, the oldest answer is cut off and the others arrive whole", async () => {
  const responses: ServerResponse[] = [];
  const boundUnread = createUnreadAnswers(2.5 * LENGTH);
  const http = createServer((_request, response) => {
    boundUnread(response);
    responses.push(response);
    response.end("x".repeat(LENGTH));
  });
  onTestFinished(() => void http.close());
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  async function ask() {
    const connection = await openConnection(origin);
    connection.socket.pause();
    connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await once(http, "request");
    return connection;
  }

  const first = await ask();
  const second = await ask();
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  const third = await ask();
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  const lengths = [first, second, third].map(async ({ socket, untilClosed }) => {
    socket.resume();
    return (await untilClosed()).length;
  });
  const [cut, ...whole] = await Promise.all(lengths);
  expect(cut).toBeLessThan(LENGTH);
  for (const length of whole) expect(length).toBeGreaterThan(LENGTH);
  // What has been read no longer counts.
  await ask();
  await ask();
  expect(responses.map(({ destroyed }) => destroyed).slice(3)).toEqual([false, false]);
  http.closeAllConnections();
});
