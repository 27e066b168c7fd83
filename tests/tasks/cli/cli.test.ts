import { spawnSync } from "node:child_process";
import { closeSync, openSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { fullDevice } from "../../support/machine.ts";
import { runJson, runTasks, spawnTasks, temporaryFolder, writeList } from "../../support/tasks-command.ts";
import { describeWith } from "../../support/test-with.ts";

test("tasks without a command prints the help", async () => {
  const { exitCode, stdout } = await runTasks([]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Usage: tasks");
  expect(stdout).toContain("Example:");
});

test("tasks COMMAND --help prints an example for every command", async () => {
  const { stdout } = await runTasks(["--help"]);
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?:\|| |\n)/gm)].map(([, name]) => name ?? "");
  expect(names).toEqual(
    expect.arrayContaining(["next", "start", "check", "complete", "add", "remove", "lint", "undo"]),
  );
  const helps = await Promise.all(names.map((name) => runTasks([name, "--help"])));
  for (const [index, help] of helps.entries()) {
    expect(help.exitCode, names[index]).toBe(0);
    expect(help.stdout, names[index]).toMatch(/Examples?:\n {2}\$ tasks /);
  }
});

test("tasks help COMMAND prints the same as tasks COMMAND --help", async () => {
  expect(await runTasks(["help", "start"])).toEqual(await runTasks(["start", "--help"]));
  expect(await runTasks(["help"])).toEqual(await runTasks(["--help"]));
});

test.each([
  [["nxt"], "unknown command 'nxt' (Did you mean next?)"],
  [["help", "nxt"], "unknown command 'nxt' (Did you mean next?)"],
  [["next", "--strat"], "unknown option '--strat' (Did you mean --start?)"],
  [["show"], "missing required argument 'number'. For example: tasks show 1.2\n"],
  [
    ["block", "1.1"],
    "required option '--reason <text>' not specified. For example: tasks block 2.1 --reason",
  ],
  [["next", "1.1"], "too many arguments"],
])("a usage error exits with 2 and one line on standard error: %j", async (args, message) => {
  const { exitCode, stdout, stderr } = await runTasks(args);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`tasks: ${message}`);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("tasks answers a path that the system refuses with one line and exit code 2", async () => {
  const folder = temporaryFolder();
  symlinkSync("loop.md", join(folder, "loop.md"));
  const long = "a".repeat(300);
  const refusals = [
    [["import", "loop.md"], "loop.md: its symbolic links form a loop."],
    [["import", long], "the name is too long."],
  ] as const;
  for (const [words, reason] of refusals) {
    const { exitCode, stderr } = await runTasks(words, { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^tasks: Cannot use \S+: [^\n]+\n$/);
    expect(stderr).toContain(reason);
  }
});

test("tasks --json prints an error only as JSON on standard output", async () => {
  const { exitCode, stdout, stderr } = await runTasks(["next", "--json", "--nonsense"]);
  expect([exitCode, stderr]).toEqual([2, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
  const refused = await runJson(["show", "1.9"], { cwd: temporaryFolder() });
  expect([refused.exitCode, refused.json.error.code]).toEqual([2, "no-list"]);
});

describeWith([fullDevice], "if its output can't be written", () => {
  const run = (words: string, stdout: "full" | "pipe", stderr: "full" | "pipe") => {
    const full = openSync("/dev/full", "w");
    const stdio = [stdout, stderr].map((one) => (one === "full" ? full : one));
    const child = spawnSync(process.execPath, ["dist/tasks/bin.js", ...words.split(" ")], {
      stdio: ["ignore", ...stdio],
    });
    closeSync(full);
    return { exitCode: child.status, stderr: String(child.stderr ?? "") };
  };

  test.each(["list", "list --json", "show 9.9 --json", "--help"])(
    "tasks %s says so in one line on standard error, and exits with 2",
    (words) => {
      const list = writeList(listOf([{ number: "1.1" }]));
      const { exitCode, stderr } = run(`-f ${list} ${words}`, "full", "pipe");
      expect(stderr).toMatch(/^tasks: [^\n]*\n$/);
      expect(exitCode).toBe(2);
    },
  );

  test("tasks __complete is silent, as for any other error", () => {
    const list = writeList(listOf([{ number: "1.1" }]));
    expect(run(`__complete -- -f ${list} start 1`, "full", "pipe")).toEqual({ exitCode: 0, stderr: "" });
  });

  test("tasks keeps the exit code of an error that standard error can't take", () => {
    expect(run("lst", "pipe", "full").exitCode).toBe(2);
  });
});

test("tasks with only options reports a missing command, with the same message in text and JSON", async () => {
  const message = "no command was given: tasks --help lists them";
  const { exitCode, stderr } = await runTasks(["--no-color"]);
  expect([exitCode, stderr]).toEqual([2, `tasks: ${message}\n`]);
  expect((await runJson([])).json).toEqual({ error: { code: "usage", message } });
});

test("tasks accepts global options before and after the command", async () => {
  const list = writeList(listOf([{ number: "1.1" }]));
  expect((await runTasks(["--json", "-f", list, "next"])).stdout).toBe(
    (await runTasks(["next", "-f", list, "--json"])).stdout,
  );
});

test.each([["next"], ["start"], ["next", "--start"], ["renumber"], ["progress"]])(
  "a command refuses a list without tasks: %j",
  async (...command) => {
    const list = writeList("# Tasks\n\n- [ ] 1.0 Parent\n  - [ ] 1.1 Child\n");
    const { exitCode, json } = await runJson(["-f", list, ...command]);
    expect([exitCode, json.error.code]).toEqual([2, "no-tasks"]);
  },
);

test("tasks --version prints the version", async () => {
  const { exitCode, stdout } = await runTasks(["--version"]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("tasks --help prints no error if its output is closed", async () => {
  const child = spawnTasks(["import", "--help"]);
  child.stdout.destroy();
  const stderr = await text(child.stderr);
  expect(stderr).toBe("");
});

test("a command in a folder that was deleted says so in one line", () => {
  const script = `cd "$(mktemp -d)" && rmdir "$PWD" && exec "${process.execPath}" "${resolve("dist/tasks/bin.js")}" next`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    2,
    "tasks: The current folder does not exist any more. Change to another one.\n",
  ]);
});
