import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
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

test("a streamed list ends if its client stops reading until its session is over", async () => {
  const sent = Promise.withResolvers<void>();
  let isOver = false;
  const guard = async () => {
    if (isOver) throw new Error("over");
  };
  const app = express();
  app.get("/", (_request, response) => {
    async function* batches() {
      for (let n = 0; n < 100; n++) yield ["x".repeat(1_000_000)];
    }
    sent.resolve(sendJsonList({ response, guard }, "items", batches(), (item) => ({ item })));
  });
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  onTestFinished(() => void client.destroy());
  client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await sleep(500);
  isOver = true;
  client.resume();
  await expect(sent.promise).rejects.toThrow("over");
});
