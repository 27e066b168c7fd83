import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Response } from "express";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { sendJsonList } from "../../src/http/send-json-list.ts";
import { openConnection } from "../support/open-connection.ts";

test("a streamed list stops if its client disconnects while the next batch is read", async () => {
  const sent = Promise.withResolvers<void>();
  const app = express();
  app.get("/", (_request, response) => {
    async function* batches() {
      yield [1];
      client.socket.destroy();
      await once(response, "close");
      yield [2];
    }
    sent.resolve(sendJsonList({ response, guard: async () => {} }, "items", batches(), (item) => ({ item })));
  });
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = await openConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect(sent.promise).resolves.toBeUndefined();
});

test("a streamed list ends if its client has lost its session by the time it goes on reading", async () => {
  const sent = Promise.withResolvers<void>();
  const guard = async () => {
    throw new Error("over");
  };
  const app = express();
  app.get("/", (_request, response) => {
    async function* batches() {
      // More than the server writes without waiting for its client.
      for (let n = 0; n < 20; n++) yield ["x".repeat(1_000_000)];
    }
    sent.resolve(sendJsonList({ response, guard }, "items", batches(), (item) => ({ item })));
  });
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = await openConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => void client.socket.destroy());
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect(sent.promise).rejects.toThrow("over");
});

test("a streamed list is written in pieces, none of them before the client has read the one before it", async () => {
  const written: string[] = [];
  const write = (piece: string) => {
    written.push(piece);
    return false;
  };
  const response = Object.assign(new EventEmitter(), { type() {}, write, end: write, destroyed: false });
  async function* batches() {
    yield ["a", "b", "c"].map((letter) => letter.repeat(100_000));
  }
  const answer = { response: response as unknown as Response, guard: async () => {} };
  const sent = sendJsonList(answer, "items", batches(), (item) => ({ item }));
  for (const count of [1, 2, 3]) {
    await nextTurn();
    expect(written).toHaveLength(count);
    response.emit("drain");
  }
  await sent;
  const { items } = JSON.parse(written.join(""));
  expect(items.map(({ item }: { item: string }) => item[0])).toEqual(["a", "b", "c"]);
});
