import { expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { sql } from "../../src/database/sql.ts";
import { createStore } from "../../src/repositories/store.ts";
import { createServices } from "../../src/services/create-services.ts";
import { createPasswords } from "../../src/services/passwords.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someToken, someUser } from "../support/rows.ts";

test("the sweep deletes what has expired and keeps the rest", async () => {
  const database = await openTestStore();
  const { queries } = database;
  const store = createStore(database);
  const { sweep } = createServices(store, createPasswords(4, 1), readConfig({ JWT_SECRET: "x".repeat(32) }));
  const user = someUser();
  await store.users.insert(user);
  const [past, future] = [new Date(Date.now() - 1), new Date(Date.now() + 60_000)];
  for (const expiresAt of [past, future, null]) {
    const name = expiresAt === null ? "never" : expiresAt === past ? "past" : "future";
    const token = someToken(user.id, expiresAt);
    await store.userTokens.insert({ ...token, name, valueHash: name });
    if (expiresAt === null) continue;
    const times = { createdAt: past, expiresAt };
    const origin = { userAgent: null, address: null };
    await store.sessions.insert({
      ...{ ...times, ...origin },
      ...{ id: token.id, idHash: name, userId: user.id, lastSeenAt: past },
    });
    await store.passwordResets.insert({ ...times, tokenHash: name, userId: user.id });
    await queries.run(sql`INSERT INTO rate_limit_counts (key, count, pending, pending_until, expires_at)
      VALUES (${name}, 1, 0, ${past}, ${expiresAt})`);
    await queries.run(sql`INSERT INTO known_places (key, user_id, failures, last_login_at, expires_at)
      VALUES (${name}, ${user.id}, 0, ${past}, ${expiresAt})`);
  }

  await sweep();

  const namesIn = async (rows: Promise<{ name: string }[]>) => (await rows).map(({ name }) => name).sort();
  expect(await namesIn(queries.all(sql`SELECT value_hash AS name FROM user_tokens`))).toEqual([
    "future",
    "never",
  ]);
  for (const names of [
    namesIn(queries.all(sql`SELECT id_hash AS name FROM sessions`)),
    namesIn(queries.all(sql`SELECT token_hash AS name FROM password_resets`)),
    namesIn(queries.all(sql`SELECT key AS name FROM rate_limit_counts`)),
    namesIn(queries.all(sql`SELECT key AS name FROM known_places`)),
  ]) {
    expect(await names).toEqual(["future"]);
  }
});

test("the sweep goes on after a table that can't be swept, and reports its fault", async () => {
  const database = await openTestStore();
  const { queries } = database;
  const { sweep } = createServices(
    createStore(database),
    createPasswords(4, 1),
    readConfig({ JWT_SECRET: "x".repeat(32) }),
  );
  const past = new Date(Date.now() - 1);
  await queries.run(sql`INSERT INTO rate_limit_counts (key, count, pending, pending_until, expires_at)
    VALUES ('past', 1, 0, ${past}, ${past})`);
  await queries.run(sql`DROP TABLE sessions`);
  await expect(sweep()).rejects.toThrow("sessions");
  expect(await queries.all(sql`SELECT key FROM rate_limit_counts`)).toEqual([]);
});
