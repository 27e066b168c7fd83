import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const items = ["- [ ] one", "* [ ] two", "- [x] three"].map((item) => item.replace("*", "-"));

test("tasks check ticks items by position and changes nothing else", async () => {
  const source = listOf([{ number: "1.1", status: "In Progress", items }], "In Progress");
  const list = writeList(source);
  const { json } = await runJson(["-f", list, "check", "1.1", "2", "3"]);
  expect(json.task.verification.map(({ checked }: { checked: boolean }) => checked)).toEqual([
    false,
    true,
    true,
  ]);
  expect(readFileSync(list, "utf8")).toBe(source.replace("[ ] two", "[x] two"));
});

test("tasks check without an item lists the items with their positions and changes nothing", async () => {
  const source = listOf([{ number: "1.1", items }]);
  const list = writeList(source);
  const { stdout } = await runTasks(["-f", list, "check", "1.1"]);
  expect(stdout).toContain("1 [ ] one\n  2 [ ] two\n  3 [x] three\n");
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks check refuses a position that doesn't exist", async () => {
  const list = writeList(listOf([{ number: "1.1", items }]));
  const { exitCode, stderr } = await runTasks(["-f", list, "check", "1.1", "4"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no verification item "4": it has 3 items (1 to 3)');
});

test("tasks check adds a box to an item that has none", async () => {
  const source = listOf([{ number: "1.1", items: ["- one", "1. two"] }]);
  const list = writeList(source);
  const { json } = await runJson(["-f", list, "check", "1.1", "1"]);
  expect(json.task.status).toBe("In Progress");
  expect(readFileSync(list, "utf8")).toContain("- [x] one\n");
});

test.each([
  [
    "- Verification: Tests pass\n- Dependencies: None\n",
    "- Verification:\n  - [x] Tests pass\n- Dependencies: None\n",
  ],
  [
    "**Dependencies**: None\n**Verification**: Tests pass\n",
    "**Dependencies**: None\n**Verification**:\n- [x] Tests pass\n",
  ],
  [
    "**Verification**: Tests pass\n**Dependencies**: None\n",
    "**Verification**:\n- [x] Tests pass\n\n**Dependencies**: None\n",
  ],
  [
    "> **Dependencies**: None\n> **Verification**: Tests pass\n",
    "> **Dependencies**: None\n> **Verification**:\n> - [x] Tests pass\n",
  ],
  [
    "> **Verification**:\n>\n> - [ ] Tests pass\n>\n> **Dependencies**: None\n",
    "> **Verification**:\n>\n> - [x] Tests pass\n>\n> **Dependencies**: None\n",
  ],
  [
    "**Complexity**: Low | **Verification**: Tests pass\n",
    "**Complexity**: Low | **Verification**:\n- [x] Tests pass\n",
  ],
  [
    "**Verification**: Tests pass | **Dependencies**: None  \n**Files**: a.ts\n",
    "**Dependencies**: None | **Verification**:\n- [x] Tests pass  \n\n**Files**: a.ts\n",
  ],
  [
    "- Verification: Tests pass | Complexity: Low\n- Dependencies: None\n",
    "- Complexity: Low | Verification:\n  - [x] Tests pass\n- Dependencies: None\n",
  ],
  [
    "**Verification**: Tests pass  \n**Files**: a.ts\n",
    "**Verification**:\n- [x] Tests pass  \n\n**Files**: a.ts\n",
  ],
  ["-\tVerification: Tests pass\n", "-\tVerification:\n \t- [x] Tests pass\n"],
])("tasks check moves a criterion on the label's line below the label: %j", async (body, wanted) => {
  const list = writeList(`# Task List: T\n\n### Task 1.1: A\n\n${body}`);
  expect(await runTasks(["-f", list, "check", "1.1", "1"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(`# Task List: T\n\n### Task 1.1: A\n\n${wanted}`);
});

test("tasks check refuses the last tick of a task without a Status line while a dependency is unfinished", async () => {
  const list = writeList(listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]));
  const { exitCode, json } = await runJson(["-f", list, "check", "1.2", "1"]);
  expect([exitCode, json.error.code]).toEqual([1, "unfinished-dependency"]);
  await runTasks(["-f", list, "check", "1.1", "1"]);
  expect((await runJson(["-f", list, "check", "1.2", "--all"])).json.task.status).toBe("Complete");
  expect(readFileSync(list, "utf8")).toContain(
    "# Task List: Test\n\n**PRD**: 0001-prd-test.md\n**Created**: 2026-01-02\n**Status**: Complete",
  );
});

test("tasks check keeps the Status line of a task, even after the last tick", async () => {
  const list = writeList(listOf([{ number: "1.1", status: "In Progress" }]));
  expect((await runJson(["-f", list, "check", "1.1", "--all"])).json.task.status).toBe("In Progress");
});

test("tasks check --undo unticks items and sets a Complete task to In Progress", async () => {
  const list = writeList(
    listOf([
      { number: "1.1", status: "Complete", items: ["- [x] one", "- [x] two"] },
      { number: "1.2", items: ["- [x] only"] },
    ]),
  );
  expect((await runJson(["-f", list, "check", "1.1", "1", "--undo"])).json.task.status).toBe("In Progress");
  expect((await runJson(["-f", list, "check", "1.2", "1", "--undo"])).json.task.status).toBe("In Progress");
});

test("tasks check doesn't take the definition of a link for a criterion", async () => {
  const before = "# Task List: T\n\n### Task 1.1: A\n\n**Verification**:\n\n```sh\nnpm test\n```\n";
  const definitions = "\n[link]: http://example.org\n\n[^1]: A note.\n";
  const list = writeList(before + definitions);
  expect(await runTasks(["-f", list, "check", "1.1", "1"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(list, "utf8")).toBe(before.replace("**:", "**: [x]") + definitions);
});
