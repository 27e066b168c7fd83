import { expect } from "vitest";
import type { TestServer } from "../support/start-test-server.ts";
import type { Api, Credential } from "./model.ts";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: commands check the fields of each answer
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The server under test, and the number of its answers. */
export interface Real {
  readonly server: TestServer;
  requests: number;
}

/** Sends one request and checks the rules for every answer: no fault, JSON, and the API's own envelope. */
export async function send(
  real: Real,
  api: Api,
  method: "get" | "post" | "put" | "delete",
  path: string,
  options: { credential?: Credential | undefined; body?: unknown } = {},
): Promise<Answer> {
  real.requests += 1;
  const call = real.server.request[method](`/${api}/api/${path}`).type("json");
  if (options.credential !== undefined) call.set(...options.credential.header);
  const { body } = options;
  const {
    status,
    body: answer,
    headers,
    text,
  } = await call.send(typeof body === "string" ? body : JSON.stringify(body));
  expect(status).toBeLessThan(500);
  if (status !== 204) expect(headers["content-type"]).toMatch(/^application\/json/);
  if (status >= 400) expectErrorEnvelope(api, status, answer);
  expect(text).not.toMatch(/\$2[aby]\$|password_?hash|digest/i);
  return { status, body: answer, headers };
}

function expectErrorEnvelope(api: Api, status: number, body: unknown): void {
  if (api === "bearer") {
    expect(body).toEqual({
      error: true,
      reason: expect.any(String),
      code: status,
      ...(status === 400 && { details: expect.any(String) }),
    });
  } else if (status === 422) expect(body).toEqual({ errors: expect.anything() });
  else expect(body).toEqual({ error: expect.any(String) });
}
