import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../support/start-test-server.ts";
import { startTestServer } from "../support/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("health answers ok", async () => {
  const { body } = await server.request.get("/session/health").expect(200);
  expect(body.status).toBe("ok");
});
