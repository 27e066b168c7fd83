import { describe, expect, it } from "vitest";
import { quantitiesIn } from "../../../src/tasks/generate/prd/quantities.ts";

const amounts = (text: string) =>
  quantitiesIn(text).map(({ value, unit, bound }) => [value, unit, bound] as const);

describe("quantitiesIn", () => {
  it.each([
    ["rate from 0 to 100", 0, 100],
    ["a score between 3 and 9", 3, 9],
    ["a scale of 1-5", 1, 5],
    ["von 2 bis 8", 2, 8],
    ["de 2 a 8", 2, 8],
  ])("reads the range %j without a unit as its two ends", (text, from, to) => {
    expect(amounts(text)).toEqual([
      [from, null, "range"],
      [to, null, "range"],
    ]);
  });

  it.each([
    ["up to 12 piers", 12, "max"],
    ["at most 2000 entries", 2000, "max"],
    ["at least 3", 3, "min"],
    ["up to 10 000 entries", 10_000, "max"],
    ["4 drafts per request", 4, "max"],
  ])("reads the limit %j without a unit", (text, value, bound) => {
    expect(amounts(text)).toEqual([[value, null, bound]]);
  });

  it.each([
    "from 2019 to 2024",
    "not over 2030",
    "see steps 2 to 4",
    "requirements 3 and 4",
    "versions 1.2 and 1.4",
    "works in Firefox 88+ and Chrome 90+",
    "Firefox 88+ (now 90)",
    "TLS 1.3 enforced in production",
    "the 1st to 3rd place",
    "FR-1 to FR-4",
    "5 and 7 are primes",
  ])("reads no quantity in %j", (text) => {
    expect(amounts(text)).toEqual([]);
  });

  it("reads limits in a language without spaces", () => {
    expect(amounts("利用者は本を最大5冊まで、14日以内に返す。")).toEqual([
      [5, null, "max"],
      [14, "day", "max"],
    ]);
  });
});
