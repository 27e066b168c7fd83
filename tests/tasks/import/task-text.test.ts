import { describe, expect, it } from "vitest";
import { readBeads } from "../../../src/tasks/import/read-beads.ts";
import { codeIn, linesOf, readTaskText } from "../../../src/tasks/import/task-text.ts";

describe("the text of a task", () => {
  it("keeps addresses and versions at the start of a line, and drops only the numbers that continue the task's", () => {
    expect(linesOf("- 127.0.0.1 is the default host\n- 3.12.1 is the oldest Python")).toEqual([
      "127.0.0.1 is the default host",
      "3.12.1 is the oldest Python",
    ]);
    const { steps } = readTaskText(
      "Serve",
      "**Steps**:\n\n1. 2.1.1 Write it\n2. 10.0.0.1 answers",
      null,
      "2.1",
    );
    expect(steps).toEqual(["Write it", "10.0.0.1 answers"]);
  });

  it.each([
    ["~~~sh\necho two\n~~~", "~~~sh\necho two\n~~~"],
    ["  ````\n  ```\n  inner\n  ```\n  ````", "````\n```\ninner\n```\n````"],
  ])("has the code in %j as code, without its indentation", (block, code) => {
    expect(codeIn(`Run that:\n\n${block}\n\nThen stop.`)).toEqual([code]);
    expect(linesOf(`Run that:\n\n${block}\n\nThen stop.`)).toEqual(["Run that:", "Then stop."]);
  });

  it("reports the lines below a proof", () => {
    const { unplaced } = readTaskText("Serve", "**Proof**:\n\n- 2026-01-31 passed\n- 2026-02-01 failed");
    expect(unplaced).toEqual(['"Proof: 2026-01-31 passed; 2026-02-01 failed"']);
  });
});

describe("an export of beads", () => {
  const issue = (id: string, fields: object = {}) =>
    JSON.stringify({ id, title: `Issue ${id}`, issue_type: "task", status: "open", ...fields });

  it("keeps the fields in a description, or reports them", () => {
    const description =
      "**Owner**: alice\n**Dependencies**: bd-2\n**Status**: In Progress\n**Complexity**: High\n\nThe text.";
    const list = readBeads([issue("bd-1", { description }), issue("bd-2")].join("\n"));
    const [task] = list?.phases.flatMap(({ tasks }) => tasks) ?? [];
    expect(task).toMatchObject({ id: "bd-1", complexity: "High", dependencies: ["bd-2"] });
    expect(list?.ledger.leftovers.map(({ what }) => what)).toEqual([
      '"Owner: alice" of bd-1',
      'the status "In Progress" in the text of bd-1',
    ]);
  });

  it("reports an epic that only has epics below it, and a closed one above an open issue", () => {
    const lines = [
      issue("g-1", { acceptance_criteria: "- All mails go out" }),
      issue("g-2", { parent: "g-1", status: "closed" }),
      issue("g-3", { parent: "g-2" }),
    ];
    const list = readBeads(lines.join("\n"));
    expect(list?.phases.map(({ title }) => title)).toEqual(["Issue g-2"]);
    expect(list?.ledger.leftovers.map(({ what }) => what)).toEqual([
      "the status (open), acceptance_criteria of g-1, which is a phase",
      '"Issue g-1" (g-1), which only has phases below it',
      "the status (closed) of g-2, which is a phase",
    ]);
  });
});
