import { expect, test } from "vitest";
import { createReadiness } from "../../src/services/readiness.ts";

/** A store and a clock that the test controls. */
function createStore() {
  const state = { pings: 0, time: 0, isSound: true };
  const reports: unknown[] = [];
  const ping = async () => {
    state.pings += 1;
    if (!state.isSound) throw new Error("the store does not answer");
  };
  const isReady = createReadiness(
    ping,
    (failure) => reports.push(failure),
    () => state.time,
  );
  return { state, reports, isReady };
}

test("all callers within a second share one readiness check", async () => {
  const { state, isReady } = createStore();
  for (state.time = 0; state.time < 1_000; state.time += 100) {
    expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
  }
  expect(state.pings).toBe(1);
});

test("a failure of the store and its recovery are each reported within a second", async () => {
  const { state, isReady } = createStore();
  expect(await isReady()).toBe(true);
  state.isSound = false;
  state.time = 999;
  expect(await isReady()).toBe(true);
  state.time = 1_000;
  expect(await isReady()).toBe(false);
  state.isSound = true;
  state.time = 2_000;
  expect(await isReady()).toBe(true);
  expect(state.pings).toBe(3);
});

test("a failed readiness check and the recovery are each reported once", async () => {
  const { state, reports, isReady } = createStore();
  for (const isSound of [true, false, false, true, true, false]) {
    state.time += 1_000;
    state.isSound = isSound;
    expect(await isReady()).toBe(isSound);
  }
  const failure = new Error("the store does not answer");
  expect(reports).toEqual([failure, undefined, failure]);
});

test("callers wait for a readiness check that takes more than a second, and no other check starts", async () => {
  let pings = 0;
  let time = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const isReady = createReadiness(
    () => {
      pings += 1;
      return promise;
    },
    () => {},
    () => time,
  );
  const first = isReady();
  time = 5_000;
  const second = isReady();
  resolve();
  expect([await first, await second, pings]).toEqual([true, true, 1]);
});
