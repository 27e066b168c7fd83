import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { terminal } from "../../support/machine.ts";
import { untilEnded, untilWritten } from "../../support/other-processes.ts";
import { ctrlC, ctrlD, runOnTerminal } from "../../support/run-on-terminal.ts";
import { temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

const prd = "# PRD: Notes\n\n## Functional Requirements\n\n**FR-1**: Users can write a note.\n";
const lines = ["**Requirements**: FR-1"];
const goodList = listOf([{ number: "1.1", lines, items: ["- [ ] A note of 201 characters is refused"] }]);

let folder: string;
const list = (): string => readFileSync(join(folder, ".claude/tasks/tasks-0001-prd-notes.md"), "utf8");
const generate = (assistant: string, options: object = {}) =>
  runOnTerminal(["generate", "0001-prd-notes.md", "--with", assistant], { cwd: folder, ...options });

beforeEach(() => {
  folder = temporaryFolder();
  writeFile(folder, "0001-prd-notes.md", prd);
  writeFile(folder, "good", goodList);
});

describeWith([terminal], "tasks generate --with on a terminal", () => {
  it("shows the elapsed time while the assistant works, and clears that line afterwards", async () => {
    const { exitCode, output } = await generate("sleep 1.6; cat good");
    expect(exitCode).toBe(0);
    expect(output).toMatch(/The assistant writes the list \(1 s\)/);
    // The line is cleared before other output.
    expect(output).toContain("\r\u001B[2KWrote ");
    expect(list()).toContain("A note of 201 characters is refused");
  });

  it("ends the command and its child processes on Ctrl-C, and writes nothing", async () => {
    const type = { when: /The assistant writes/, keys: ctrlC };
    const { exitCode, output } = await generate("sleep 1000 & echo $! > child; wait", { type });
    expect(exitCode).toBe(130);
    expect(output).toContain("nothing was written");
    await untilEnded(Number(await untilWritten(join(folder, "child"))));
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it("shows the number of the repair round", async () => {
    writeFile(folder, "bad", goodList.replace("**Dependencies**: None", "**Dependencies**: 1.1"));
    const { output } = await generate("cat bad; mv good bad; sleep 0.4");
    expect(output).toContain("The assistant mends the list, round 1 of 3");
    expect(list()).toContain("A note of 201 characters is refused");
  });
});

describeWith([terminal], "tasks graph on a terminal", () => {
  it("prints text", async () => {
    const { output } = await runOnTerminal(["-f", writeList(listOf([{ number: "1.1" }])), "graph"]);
    expect(output).toContain("1 task left in 1 wave");
  });
});

describeWith([terminal], "tasks remove on a terminal", () => {
  it("removes nothing if the number is another task's when the person answers", async () => {
    const file = writeList(listOf([{ number: "1.1", title: "Old" }, { number: "1.2" }]));
    const renumbered = listOf([{ number: "1.1", title: "New" }, { number: "1.2" }]);
    const type = {
      when: /Remove Task 1\.1 "Old"\?/,
      keys: "y",
      before: () => writeFileSync(file, renumbered),
    };
    const { exitCode, output } = await runOnTerminal(["-f", file, "remove", "1.1"], { type });
    expect([exitCode, output]).toEqual([1, expect.stringContaining('Task 1.1 "Old" is Task 1.1 "New" now')]);
    expect(readFileSync(file, "utf8")).toBe(renumbered);
  });
});

describeWith([terminal], "tasks init on a terminal", () => {
  const file = ".claude/commands/tasks-start.md";
  const answer = (keys: string) => runOnTerminal(["init"], { cwd: folder, type: { when: /confirm/, keys } });

  beforeEach(() => {
    mkdirSync(join(folder, ".claude"));
  });

  it("proposes the assistants that it finds", async () => {
    expect((await answer("\r")).exitCode).toBe(0);
    expect(existsSync(join(folder, file))).toBe(true);
  });

  it("writes nothing if none is chosen", async () => {
    // Space takes back the first of them, Claude Code.
    const { exitCode, output } = await answer(" \r");
    expect(output).toContain("tasks: No assistant was chosen: nothing was written.");
    expect(exitCode).toBe(2);
    expect(existsSync(join(folder, file))).toBe(false);
  });
});

describeWith([terminal], "a question on a terminal", () => {
  it.each([
    ["Ctrl-C", ctrlC],
    ["Ctrl-D", ctrlD],
  ])("is cancelled by %s: nothing changes, and the exit code is 2", async (_, keys) => {
    const text = listOf([{ number: "1.1" }]);
    const path = writeList(text);
    const type = { when: /Yes.*No/, keys };
    const { exitCode, output } = await runOnTerminal(["-f", path, "remove", "1.1"], { type });
    expect(output).toContain("tasks: Cancelled: nothing was changed.");
    expect(exitCode).toBe(2);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});
