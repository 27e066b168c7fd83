import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHashingBounds } from "../../src/services/hashing-bounds.ts";

const at = (account: string, network = "198.51.100.1") => ({ account, network });

/** Work that records its name at the start and ends on request. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

test("four hashing tasks of an account run in parallel, and the others follow in order, from any network", async () => {
  const bounds = createHashingBounds();
  const { started, work, end } = createWork();
  const runs = Array.from({ length: 6 }, (_, n) =>
    bounds.run(at("ada", `198.51.100.${n}`), work(`ada ${n}`)),
  );
  await turnOfTheLoop();
  expect(started).toEqual(["ada 0", "ada 1", "ada 2", "ada 3"]);
  end("ada 2");
  await runs[2];
  await turnOfTheLoop();
  expect(started.slice(4)).toEqual(["ada 4"]);
  end("ada 0");
  await runs[0];
  await turnOfTheLoop();
  expect(started.slice(4)).toEqual(["ada 4", "ada 5"]);
});

test("sixteen hashing tasks of a network run in parallel, and other networks don't wait for them", async () => {
  const bounds = createHashingBounds();
  const { started, work, end } = createWork();
  const runs = Array.from({ length: 20 }, (_, n) => bounds.run(at(`user ${n}`), work(`user ${n}`)));
  await turnOfTheLoop();
  expect(started).toHaveLength(16);
  void bounds.run(at("ada", "203.0.113.1"), work("ada"));
  await turnOfTheLoop();
  expect(started.at(-1)).toBe("ada");
  end("user 3");
  await runs[3];
  await turnOfTheLoop();
  expect(started.at(-1)).toBe("user 16");
});

test("64 hashing tasks of an account may wait, regardless of other accounts, and one more is refused", async () => {
  const bounds = createHashingBounds();
  const { started, work, end } = createWork();
  for (let n = 0; n < 68; n++) void bounds.run(at("ada"), work("ada"));
  await expect(bounds.run(at("ada"), work("late"))).rejects.toMatchObject({ code: "too-many-requests" });
  await expect(bounds.run(at("ada", "203.0.113.1"), work("late"))).rejects.toMatchObject({
    code: "too-many-requests",
  });
  const bobs = Array.from({ length: 5 }, () => bounds.run(at("bob"), work("bob")));
  await turnOfTheLoop();
  expect(started.slice(4)).toEqual(["bob", "bob", "bob", "bob"]);
  end("bob");
  await Promise.race(bobs);
  await turnOfTheLoop();
  expect(started.slice(8)).toEqual(["bob"]);
});

test("a hashing task that has waited for its turn for 5 s is refused", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(60_000);
  const bounds = createHashingBounds();
  const { started, work, end } = createWork();
  for (let n = 0; n < 4; n++) void bounds.run(at("ada"), work(`ada ${n}`));
  const late = bounds.run(at("ada"), work("late")).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  const next = bounds.run(at("ada"), work("next"));
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ code: "too-many-requests" });
  end("ada 0");
  await vi.advanceTimersByTimeAsync(0);
  expect(started.slice(4)).toEqual(["next"]);
  end("next");
  await next;
});

test("a failed hashing task lets the next one run", async () => {
  const bounds = createHashingBounds();
  const fail = () => Promise.reject(new Error("no"));
  for (let n = 0; n < 10; n++) await expect(bounds.run(at("ada"), fail)).rejects.toThrow("no");
  expect(await bounds.run(at("ada"), async () => "done")).toBe("done");
});

test("two server processes share the limits on hashing tasks", async () => {
  const bounds = createHashingBounds(2);
  const { started, work } = createWork();
  for (let n = 0; n < 4; n++) void bounds.run(at("ada"), work("ada"));
  await turnOfTheLoop();
  expect(started).toHaveLength(2);
  for (let n = 0; n < 10; n++) void bounds.run(at(`user ${n}`), work("user"));
  await turnOfTheLoop();
  expect(started).toHaveLength(8);
});
