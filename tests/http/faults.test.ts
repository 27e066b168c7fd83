import { expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import type { TestServer } from "../support/start-test-server.ts";
import { openTestServer } from "../support/start-test-server.ts";

/** Causes an unexpected fault: a missing table. */
const breakStore = (server: TestServer) => server.queries.run(sql`ALTER TABLE users RENAME TO people`);

const REGISTER = "api/v1/auth/register";
const account = { email: "ada@example.com", name: "Ada", password: "correct horse" };

test("a fault answers 500 without details, is logged with the request's id, and doesn't stop the server", async () => {
  const server = await openTestServer();
  await breakStore(server);
  const session = await server.request.post(`/session/${REGISTER}`).send(account).expect(500);
  expect(session.body).toEqual({ error: "Internal server error" });
  const logged = server.logLines.map((line) => JSON.parse(line));
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: "request failed", requestId: session.headers["x-request-id"] }),
  );
  await server.request.get("/health").expect(200);
});

test.each([
  [{ NODE_ENV: "test" }, /users/],
  [{ NODE_ENV: "production" }, /^An internal error occurred$/],
])("the bearer API with %j reports a fault as %s", async (settings, reason) => {
  const server = await openTestServer(settings);
  const { email } = await server.createUser();
  const authorization = await bearerLogin(server, email);
  await breakStore(server);
  const { body } = await server.request
    .get("/bearer/api/v1/users/me")
    .set("Authorization", authorization)
    .expect(500);
  expect(body).toEqual({ error: true, reason: expect.stringMatching(reason), code: 500 });
});
