import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listOf } from "../../../support/list-of.ts";
import { program } from "../../../support/machine.ts";
import { runJson, runTasks, writeList } from "../../../support/tasks-command.ts";
import { testWith } from "../../../support/test-with.ts";
import { addWorktree, createRepository, listIn } from "../../../support/worktrees.ts";

testWith(
  [program("git")],
  "tasks release --stale ends old claims in every worktree and keeps newer ones",
  async () => {
    const main = createRepository(listOf([{ number: "1.1" }, { number: "1.2" }, { number: "1.3" }]));
    const other = addWorktree(main, "pages");
    await runTasks(["start", "1.1", "--as", "ann"], { cwd: main });
    await runTasks(["start", "1.2", "--as", "ben"], { cwd: other });
    await runTasks(["start", "1.3", "--as", "ann"], { cwd: main });
    const [file = ""] = globSync(join(main, ".git/groundwork/*.claims.json"));
    const old = new Date(Date.now() - 5 * 3_600_000).toISOString();
    const lines = readFileSync(file, "utf8").split("\n");
    const aged = lines.map((line) =>
      /"number":"1\.[12]"/.test(line) ? line.replace(/"since":"[^"]*"/, `"since":"${old}"`) : line,
    );
    writeFileSync(file, aged.join("\n"));
    const there = listIn(other);

    // Ben's worktree is younger than his aged claim, so it counts as a new worktree without that claim.
    const { exitCode, json } = await runJson(["release", "--stale", "4h"], { cwd: main });
    expect(exitCode).toBe(0);
    expect(json.released).toMatchObject([{ number: "1.1", owner: "ann", since: old }]);
    const { json: after } = await runJson(["list"], { cwd: main });
    expect(after.tasks).toMatchObject([
      { number: "1.1", status: "Not Started", owner: null },
      { number: "1.2", claim: null },
      { number: "1.3", status: "In Progress", owner: "ann" },
    ]);
    expect(listIn(other)).toBe(there);

    const ended = await runJson(["release", "--stale", "0s"], { cwd: other });
    expect(ended.json.released).toMatchObject([{ number: "1.3", owner: "ann", worktree: main }]);
    expect((await runJson(["show", "1.3"], { cwd: other })).json.task).toMatchObject({
      ready: true,
      claim: null,
    });
  },
);

test("tasks release refuses a call without a task, --stale outside git, and an invalid --stale", async () => {
  const path = writeList(listOf([{ number: "1.1" }]));
  for (const args of [["--stale", "4h"], ["--stale", "soon"], [], ["1.1", "--stale", "4h"]]) {
    expect(await runTasks(["-f", path, "release", ...args])).toMatchObject({ exitCode: 2 });
  }
});
