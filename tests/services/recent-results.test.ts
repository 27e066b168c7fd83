import { expect, test } from "vitest";
import { createRecentResults } from "../../src/services/recent-results.ts";

test("recent results keep only the newest, up to a fixed number", () => {
  const results = createRecentResults<number>(3);
  for (let input = 1; input <= 1_000; input++) results.set(String(input), input);
  const kept = Array.from({ length: 1_000 }, (_, index) => results.get(String(index + 1)));
  expect(kept.filter((result) => result !== undefined)).toEqual([998, 999, 1_000]);
});

test("setting a recent result again removes no other", () => {
  const results = createRecentResults<number>(2);
  results.set("one", 1);
  results.set("two", 2);
  results.set("two", 22);
  expect([results.get("one"), results.get("two")]).toEqual([1, 22]);
});
