import { describe, expect, it } from "vitest";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";

const tasksOf = (...lines: readonly string[]) =>
  draftTasks(readPrdModel(["# PRD: Cinema", "", ...lines].join("\n"), "a.md")).flatMap(({ tasks }) => tasks);

describe("an endpoint of a PRD", () => {
  it("belongs to the requirement that spells it", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must store a show (`POST /shows`).",
      "",
      "## API Endpoints",
      "",
      "- `POST /shows`: store a show",
    );
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([["FR-1", "/shows"]]);
  });

  it("is a task of its own if a requirement only shares a word with it", () => {
    const tasks = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must send an email to all subscribers.",
      "",
      "## API Endpoints",
      "",
      "- `POST /subscribers`: subscribe",
    );
    expect(tasks.map(({ key, path }) => [key, path])).toEqual([
      ["FR-1", null],
      ["`POST /subscribers`", "/subscribers"],
    ]);
  });

  it("has the points of a section that describes only it", () => {
    const [, show] = tasksOf(
      "## Functional Requirements",
      "",
      "- FR-1: The system must print tickets.",
      "",
      "## API Endpoints",
      "",
      "### Create Show",
      "",
      "`POST /shows`",
      "",
      "**Validation:**",
      "- The start is in the future",
      "- Shows do not overlap",
    );
    expect(show?.path).toBe("/shows");
    expect(show?.steps).toContain("Validation: The start is in the future");
    expect(show?.verification).toContain("Validation: Shows do not overlap");
  });
});
