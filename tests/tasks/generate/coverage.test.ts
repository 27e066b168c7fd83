import { describe, expect, it } from "vitest";
import { citedKeys, requirementKey } from "../../../src/tasks/generate/prd/labels.ts";

describe("references to a requirement", () => {
  it("all spellings of a number refer to the same requirement", () => {
    const spellings = ["FR-3", "FR-003", "FR3", "Requirement 3", "requirement #3", "REQ-3"];
    expect(new Set(spellings.flatMap((text) => citedKeys(`It carries ${text}.`)))).toEqual(
      new Set([requirementKey("FR-3")]),
    );
  });

  it("different prefixes and subnumbers refer to different requirements", () => {
    expect(citedKeys("NFR-3")).not.toContain(requirementKey("FR-3"));
    expect(citedKeys("FR-3.1")).not.toContain(requirementKey("FR-3"));
    expect(citedKeys("FR-31")).not.toContain(requirementKey("FR-3"));
    expect(citedKeys("REQ-LP-001")).toContain(requirementKey("REQ-LP-1"));
  });

  it("lists and ranges refer to each of their requirements", () => {
    expect(citedKeys("Requirements 3, 4 and 6")).toEqual(["#3", "#4", "#6"]);
    expect(citedKeys("FR-1 to FR-3")).toEqual(expect.arrayContaining(["#1", "#2", "#3"]));
    expect(citedKeys("FR-1–FR-3")).toEqual(expect.arrayContaining(["#1", "#2", "#3"]));
  });
});
