import { afterEach, expect, test, vi } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { createStore } from "../../src/repositories/store.ts";
import { openTestStore } from "../support/open-test-store.ts";
import { someUser } from "../support/rows.ts";

const MOST_OF_ONE_USER = 100;

afterEach(() => {
  vi.useRealTimers();
});

async function startWithUser() {
  const database = await openTestStore();
  const store = createStore(database);
  const user = someUser();
  await store.users.insert(user);
  const placeOf = (device: string) => ({ userId: user.id, network: "192.0.2.1", device });
  return { queries: database.queries, knownPlaces: store.knownPlaces, placeOf };
}

test("a device that is one too many replaces the one whose last login is the oldest", async () => {
  const { queries, knownPlaces, placeOf } = await startWithUser();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let n = 0; n <= MOST_OF_ONE_USER; n++) {
    vi.setSystemTime(start + n);
    await knownPlaces.remember(placeOf(`device ${n}`));
  }
  const logins = await queries.all<{ at: Date }>(sql`SELECT min(last_login_at) AS "at" FROM known_places`);
  expect(logins.map(({ at }) => new Date(at).getTime())).toEqual([start + 1]);
});

test("a login that is given up after another has succeeded leaves the device no additional try", async () => {
  const { queries, knownPlaces, placeOf } = await startWithUser();
  const place = placeOf("device");
  await knownPlaces.remember(place);
  await knownPlaces.begin(place);
  await knownPlaces.remember(place);
  await knownPlaces.giveUp(place);
  expect(await queries.all(sql`SELECT failures FROM known_places WHERE failures <> 0`)).toEqual([]);
});
