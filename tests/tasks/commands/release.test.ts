import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runTasks, writeList } from "../../support/tasks-command.ts";

const listWith = (...fields: readonly string[]) =>
  [
    "# Task List: A",
    "",
    "### Task 1.1: One",
    "",
    ...fields,
    "**Dependencies**: None",
    "",
    "- [ ] a",
    "",
  ].join("\n");

describe("tasks release", () => {
  it.each([
    [
      "a custom status stays",
      ["**Status**: ✅ FULLY WORKING", "**Owner**: ann"],
      ["**Status**: ✅ FULLY WORKING"],
    ],
    ["an Owner line without a name stays", ["**Owner**: TBD"], ["**Owner**: TBD"]],
    [
      "In Progress becomes Not Started",
      ["**Status**: 🟡 In Progress", "**Owner**: ann"],
      ["**Status**: Not Started"],
    ],
    [
      "a blocked task stays blocked",
      ["**Status**: Blocked - a key", "**Owner**: ann"],
      ["**Status**: Blocked - a key"],
    ],
    [
      "the labels before and after the owner stay",
      ["**Complexity**: Low | **Owner**: ann | **Requirements**: R-1"],
      ["**Complexity**: Low | **Requirements**: R-1"],
    ],
    [
      "the labels after the owner stay",
      ["**Owner**: ann | **Complexity**: Low  "],
      ["**Complexity**: Low  "],
    ],
    ["the labels before the owner stay", ["**Risk**: high | __Owner:__ ann"], ["**Risk**: high"]],
    [
      "a second owner on the line leaves an empty label",
      ["**Owner**: ann | **Owner**: ben"],
      ["**Owner**: "],
    ],
    ["the labels of a bullet stay", ["- Owner: ann | Complexity: Low"], ["- Complexity: Low"]],
  ])("changes no other line: %s", async (_, before, after) => {
    const path = writeList(listWith(...before));
    expect((await runTasks(["release", "1.1", "--list", path])).exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(listWith(...after));
  });
});
