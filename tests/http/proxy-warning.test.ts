import { expect, test } from "vitest";
import { openTestServer } from "../support/start-test-server.ts";

async function warningsOf(
  settings: Record<string, string>,
  headers: Record<string, string>,
): Promise<string[]> {
  const server = await openTestServer({ LOG_LEVEL: "warn", ...settings });
  for (const path of ["/health", "/", "/session/health"]) await server.request.get(path).set(headers);
  return server.logLines.filter((line) => JSON.parse(line).msg.includes("TRUST_PROXY"));
}

test.each([{ "X-Forwarded-For": "198.51.100.1" }, { Forwarded: "for=198.51.100.1" }])(
  "a server without TRUST_PROXY that sees %j warns once",
  async (headers) => {
    expect(await warningsOf({}, headers)).toHaveLength(1);
  },
);

test("a server without a proxy, or one that trusts its proxy, doesn't warn", async () => {
  expect(await warningsOf({}, {})).toEqual([]);
  expect(await warningsOf({ TRUST_PROXY: "1" }, { "X-Forwarded-For": "198.51.100.1" })).toEqual([]);
});
