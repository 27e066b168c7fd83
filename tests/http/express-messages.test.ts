import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { createExpressMessages } from "../../src/http/express-messages.ts";

/** Answers one request. @returns the prototypes of its messages before and after Express handled them */
async function prototypesAround(hasMessages: boolean): Promise<{ before: unknown[]; after: unknown[] }> {
  const app = express();
  const http = createServer(hasMessages ? createExpressMessages(app) : {});
  onTestFinished(() => void http.close());
  const prototypes = (...messages: object[]) => messages.map((message) => Object.getPrototypeOf(message));
  let before: unknown[] = [];
  let after: unknown[] = [];
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    before = prototypes(request, response);
  });
  app.use((request, response) => {
    after = prototypes(request, response);
    response.json({ path: request.path, locals: response.locals });
  });
  http.on("request", app).listen(0, "127.0.0.1");
  await once(http, "listening");
  const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/here`);
  expect(await answer.json()).toEqual({ path: "/here", locals: {} });
  return { before, after };
}

test("Express keeps the prototypes of requests and responses that were created with the app's prototypes", async () => {
  const { before, after } = await prototypesAround(true);
  expect(after.map((prototype, index) => prototype === before[index])).toEqual([true, true]);
});

test("Express changes the prototypes of other requests and responses, so the classes are needed", async () => {
  const { before, after } = await prototypesAround(false);
  expect(after.map((prototype, index) => prototype === before[index])).toEqual([false, false]);
});
