import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { bearerLogin } from "../support/bearer-client.ts";
import { sessionLogin } from "../support/session-client.ts";
import { startTestServer } from "../support/start-test-server.ts";
import { commands } from "./commands.ts";
import type { Model } from "./model.ts";
import { createModel, shown } from "./model.ts";
import type { Real } from "./real.ts";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 40);

const server = await startTestServer();
afterAll(() => server.close());

async function empty(): Promise<void> {
  await server.queries.run(sql`DELETE FROM users`);
}

/** Checks that both APIs show the model's final state. */
async function expectSameState(model: Model, { server }: Real): Promise<void> {
  const admin = await server.createUser({ role: "admin" });
  const { cookie } = await sessionLogin(server, admin.email);
  const session = await server.request.get("/session/api/users").set("Cookie", cookie).expect(200);
  expect(session.body.users.slice(0, -1)).toEqual(model.users.map((user) => shown("session", user)));
  const bearer = await server.request
    .get("/bearer/api/v1/users?per=100")
    .set("Authorization", await bearerLogin(server, admin.email))
    .expect(200);
  const active = model.users.filter(({ isActive }) => isActive).reverse();
  expect(bearer.body.items.slice(1)).toEqual(active.map((user) => shown("bearer", user)));
}

test(`any sequence of requests to both APIs gives the same results as a simple model (${RUNS} sequences)`, async () => {
  const real: Real = { server, requests: 0 };
  await fc.assert(
    fc.asyncProperty(fc.commands([...commands], { maxCommands: 100, size: "max" }), async (sequence) => {
      await empty();
      const model = createModel();
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await expectSameState(model, real);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  process.stdout.write(`${real.requests} requests\n`);
  expect(real.requests).toBeGreaterThan(RUNS * 28);
}, 3_600_000);
