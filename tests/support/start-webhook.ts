import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";

export const WEBHOOK_SECRET = "a secret for webhooks, 32 bytes or more";
export const PUBLIC_URL = "https://accounts.example.com/here";

/** A request that the webhook received. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly event: string;
    readonly user: { readonly id: string; readonly email: string; readonly name: string };
    readonly token: string;
    readonly link: string;
    readonly expires_at: string;
  };
}

/** Another program that the server sends reset links to. */
export interface TestWebhook {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** The settings of a server that uses this webhook. */
  readonly settings: Readonly<Record<string, string>>;
  /** Resolves with the delivery of this number, from 1. */
  delivery(number: number): Promise<Delivery>;
}

/** @param answer sends the answer; 204 by default */
export async function startWebhook(
  answer: (response: ServerResponse, delivery: Delivery) => void = (response) => {
    response.writeHead(204).end();
  },
): Promise<TestWebhook> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const delivery = { headers: request.headers, text: sent, body: JSON.parse(sent) };
    deliveries.push(delivery);
    answer(response, delivery);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`;
  return {
    url,
    deliveries,
    settings: { RESET_WEBHOOK_URL: url, PUBLIC_URL, WEBHOOK_SECRET },
    async delivery(number) {
      await vi.waitFor(() => {
        if (deliveries.length < number) throw new Error(`${deliveries.length} of ${number} deliveries`);
      }, 20_000);
      return deliveries[number - 1] as Delivery;
    },
  };
}

/** The signature as a receiver computes it. */
export const signatureOf = (timestamp: string, body: string, secret = WEBHOOK_SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
