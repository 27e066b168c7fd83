import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { program, terminal } from "../../support/machine.ts";
import { isRunning, untilEnded, untilWritten } from "../../support/other-processes.ts";
import { ctrlC, runOnTerminal } from "../../support/run-on-terminal.ts";
import {
  runJson,
  runTasks,
  spawnTasks,
  temporaryFolder,
  writeFile,
  writeList,
} from "../../support/tasks-command.ts";
import { describeWith, testWith } from "../../support/test-with.ts";

const listWith = (...items: readonly string[]): string =>
  listOf([{ number: "1.1", status: "In Progress", items }], "In Progress");
const boxesOf = (list: string): readonly string[] => readFileSync(list, "utf8").match(/^- \[.\]/gm) ?? [];
const fileBeside = (list: string, name: string): string => join(dirname(list), name);

test("tasks verify without --run lists the criteria with their commands and runs nothing", async () => {
  const source = listWith("- [ ] `touch ran` passes", "- [x] The page looks right");
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1"]);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({
    task: { number: "1.1" },
    reason: null,
    criteria: [
      { position: 1, text: "`touch ran` passes", checked: false, command: "touch ran", passed: null },
      { position: 2, text: "The page looks right", checked: true, command: null, passed: null },
    ],
  });
  expect(existsSync(fileBeside(list, "ran"))).toBe(false);
  expect(readFileSync(list, "utf8")).toBe(source);
  const { stdout, stderr } = await runTasks(["-f", list, "verify", "1.1"]);
  expect(stdout).toMatch(
    /1 \[ \] {2}`touch ran` passes +can be run\n.*2 \[x\] {2}The page looks right +by hand/,
  );
  expect(stderr).toBe("tasks: tasks verify 1.1 --run runs 1 command.\n");
});

test("tasks verify --run ticks what passes, leaves the rest open, and exits with 1", async () => {
  const source = listWith(
    "- [ ] `true` passes",
    "- [ ] `echo first; echo second >&2; exit 3` passes",
    "- [ ] The page looks right",
  );
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect(exitCode).toBe(1);
  expect(json.error.code).toBe("verification-failed");
  expect(json.criteria).toMatchObject([
    { checked: true, passed: true, exitCode: 0 },
    { checked: false, passed: false, exitCode: 3, output: "first\nsecond" },
    { checked: false, passed: null, exitCode: null },
  ]);
  expect(readFileSync(list, "utf8").replace(/\n\n\*\*Proof\*\*:\n.*/, "")).toBe(
    source.replace("[ ] `true`", "[x] `true`"),
  );
});

test("tasks verify --run prints the commands, each exit code, and the end of the output of a failed one", async () => {
  const list = writeList(listWith("- [ ] `true` passes", "- [ ] `seq 1 300; false` passes"));
  const { stdout, stderr } = await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect(stdout).toMatch(
    /^Runs in .*\n {2}1 {2}true\n {2}2 {2}seq 1 300; false\n\n.*\n {2}✔ 1 \[x\] .*exit code 0.*\n {2}✘ 2 \[ \] .*exit code 1/,
  );
  expect(stdout).toContain("│ 300");
  expect(stdout.split("\n").length).toBeLessThan(40);
  expect(stderr).toContain('2 "`seq 1 300; false` passes" (exit code 1) failed');
});

test("tasks verify --run exits with 0 if everything passes, and the last tick completes a task without a Status line", async () => {
  const list = writeList(listOf([{ number: "1.1", items: ["- [ ] `true` passes"] }]));
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.reason, json.task.status]).toEqual([0, null, "Complete"]);
});

test("tasks verify --run runs nothing if an unfinished dependency would refuse the last tick", async () => {
  const list = writeList(
    listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1", items: ["- [ ] `touch ran` passes"] }]),
  );
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.2", "--run", "--yes"]);
  expect([exitCode, json.error.code]).toEqual([1, "unfinished-dependency"]);
  expect(existsSync(fileBeside(list, "ran"))).toBe(false);
});

test.each([
  ["`` echo `echo a` > out `` passes", "a"],
  ["`echo \"$HOME\" '*' > out` passes", /^\/.+ \*$/],
  ["`printf '%s' '$(touch pwned)' > out` passes", "$(touch pwned)"],
  ["`echo a\n      b > out` passes", "a b"],
])("tasks verify --run runs the code as Markdown reads it: %j", async (criterion, output) => {
  const list = writeList(listWith(`- [ ] ${criterion}`));
  expect(await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
  const written = readFileSync(fileBeside(list, "out"), "utf8").trimEnd();
  if (typeof output === "string") expect(written).toBe(output);
  else expect(written).toMatch(output);
  expect(readdirSync(dirname(list)).toSorted()).toEqual(["out", "tasks-0001-prd-test.md"]);
});

test.each([
  "`touch ran`",
  "Run `touch ran` passes",
  "`./touch-ran.sh` exists and is executable",
  "`touch ran` passes for an empty name",
  "`touch ran` fails, then passes",
  "`touch ran` `touch ran` passes",
  "`touch ran; touch it`; touch ran passes",
  "`touch ran` exits",
  "`touch ran` answers 201",
  "` ` passes",
  "`touch ran passes",
  "`POST /api/users` fails",
  "`GET https://a.test/` succeeds",
  "`DEBUG=1` passes",
  "`# Title` passes",
  "`--verbose` fails",
  "`401` fails",
  "`list.toMarkdown(1, 2)` fails",
])("tasks verify --run finds no command in %j", async (criterion) => {
  const list = writeList(listWith(`- [ ] ${criterion}`));
  writeFile(dirname(list), "touch-ran.sh", "#!/bin/sh\ntouch ran\n");
  chmodSync(fileBeside(list, "touch-ran.sh"), 0o755);
  const { exitCode, stderr } = await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("Nothing to run: no criterion of Task 1.1 states a command and its outcome");
  expect(boxesOf(list)).toEqual(["- [ ]"]);
  expect(existsSync(fileBeside(list, "ran"))).toBe(false);
});

test.each([
  ["`true` passes", true],
  ["`true` succeeds.", true],
  ["`false` succeeds", false],
  ["`true` exits 0", true],
  ["`exit 3` exits 3", true],
  ["`exit 3` exits with code 3", true],
  ["`exit 4` exits with code 3", false],
  ["`false` fails", true],
  ["`true` fails", false],
  ["`no-such-command` fails", false],
  ["`no-such-command` exits 127", false],
  ["`exit 126` fails", false],
  ["`kill -SEGV $$` fails", false],
  ["`kill -SEGV $$` exits 139", false],
  ["`sh -c 'kill -SEGV $$'; exit` fails", false],
  ["`sh -c 'kill -SEGV $$'; exit` exits 139", false],
  ["`exit 255` fails", true],
  ["`exit 200` exits 200", true],
])("tasks verify --run of %s: proven is %s", async (criterion, isProven) => {
  const list = writeList(listWith(`- [ ] ${criterion}`));
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.criteria[0].passed]).toEqual([isProven ? 0 : 1, isProven]);
  expect(boxesOf(list)).toEqual([isProven ? "- [x]" : "- [ ]"]);
});

test("tasks verify --run reports that a signal killed the command of its shell", async () => {
  const list = writeList(listWith("- [ ] `sh -c 'kill -ABRT $$'; exit` fails"));
  const { json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect(json.reason).toContain("exit code 134, which stands for a signal");
});

test("tasks verify --run doesn't count a timeout as an expected failure", async () => {
  const list = writeList(listWith("- [ ] `sleep 60` fails"));
  const { exitCode, json } = await runJson([
    ...["-f", list, "verify", "1.1", "--run", "--yes", "--timeout", "0.5"],
  ]);
  expect([exitCode, json.criteria[0].timedOut, json.criteria[0].passed]).toEqual([1, true, false]);
});

test.each([["verify"], ["complete"]])(
  "tasks %s --run prints the commands and runs none if it can't ask and --yes is missing",
  async (command) => {
    const list = writeList(listWith("- [ ] `touch ran` passes"));
    const { exitCode, stdout, stderr } = await runTasks(["-f", list, command, "1.1", "--run"]);
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining("  1  touch ran\n")]);
    expect(stderr).toMatch(/Nothing was run\..*--yes/);
    expect([existsSync(fileBeside(list, "ran")), boxesOf(list)]).toEqual([false, ["- [ ]"]]);
  },
);

test.each([["verify"], ["complete"]])(
  "tasks %s --run runs nothing if the list is read-only",
  async (command) => {
    const list = writeList(listWith("- [ ] `touch ran` passes"));
    chmodSync(list, 0o444);
    const { exitCode, stdout, stderr } = await runTasks(["-f", list, command, "1.1", "--run", "--yes"]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/is read-only: chmod u\+w it/);
    expect(existsSync(fileBeside(list, "ran"))).toBe(false);
  },
);

test("tasks verify --run runs in the root of the list's git repository, or outside git in the list's folder", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  const list = writeFile(folder, ".claude/tasks/tasks-0001-prd-a.md", listWith("- [ ] `pwd > where` passes"));
  await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"], { cwd: temporaryFolder() });
  expect(readFileSync(join(folder, "where"), "utf8")).toBe(`${folder}\n`);
  const outside = writeList(listWith("- [ ] `pwd > where` passes"));
  await runTasks(["-f", outside, "verify", "1.1", "--run", "--yes"]);
  expect(readFileSync(fileBeside(outside, "where"), "utf8")).toBe(`${dirname(outside)}\n`);
});

test("tasks verify --run follows a link to the list and runs in the repository of the target", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  const list = writeFile(folder, "tasks/tasks-0001-prd-a.md", listWith("- [ ] `touch ran` passes"));
  const link = join(temporaryFolder(), "tasks-0002-prd-b.md");
  symlinkSync(list, link);
  expect(await runTasks(["-f", link, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(folder, "ran"))).toBe(true);
  expect(boxesOf(list)).toEqual(["- [x]"]);
});

test("tasks verify --run reruns a ticked item and leaves its tick if it fails", async () => {
  const list = writeList(listWith("- [x] `false` passes", "- [ ] `true` passes"));
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.criteria[0].passed]).toEqual([1, false]);
  expect(boxesOf(list)).toEqual(["- [x]", "- [x]"]);
});

test("tasks verify --run leaves an open item open if its command doesn't exist, and ignores a ticked one", async () => {
  const open = writeList(listWith("- [ ] `UserRepository` passes"));
  const { exitCode, json } = await runJson(["-f", open, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.criteria[0].exitCode]).toEqual([1, 127]);
  expect(json.reason).toContain("exit code 127: no such command");
  const ticked = writeList(listWith("- [x] `UserRepository` passes", "- [ ] `true` passes"));
  expect(await runTasks(["-f", ticked, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
});

test("tasks verify --run doesn't complete a task by a tick while the command of another item fails", async () => {
  const list = writeList(listOf([{ number: "1.1", items: ["- [x] `false` passes", "- [ ] `true` passes"] }]));
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.task.status]).toEqual([1, "In Progress"]);
});

test("tasks verify --run ends a command that exceeds its time limit with all its child processes, and fails it", async () => {
  const list = writeList(
    listWith("- [ ] `sleep 60 & echo $! > pid; echo waiting; wait` passes", "- [ ] `true` passes"),
  );
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes", "--timeout", "5"]);
  expect(exitCode).toBe(1);
  expect(json.criteria).toMatchObject([
    { passed: false, timedOut: true, exitCode: null, signal: "SIGKILL", output: "waiting" },
    { passed: true, checked: true },
  ]);
  await untilEnded(Number(readFileSync(fileBeside(list, "pid"), "utf8")));
  const { stdout } = await runTasks(["-f", list, "verify", "1.1", "--run", "--yes", "--timeout", "1"]);
  expect(stdout).toMatch(/ stopped after \d+\.\d s$/m);
});

test("tasks verify --run ends background processes of a command without waiting for them", async () => {
  const list = writeList(listWith("- [ ] `sleep 60 & echo $! > pid` passes"));
  expect(await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
  await untilEnded(Number(readFileSync(fileBeside(list, "pid"), "utf8")));
});

testWith(
  [program("setsid")],
  "verify --run does not wait for a process that left the group and keeps the pipe open",
  async () => {
    // The command ends only after the other process has left the group. Otherwise it would be killed with the group.
    const leave = "setsid sh -c 'echo $$ > pid; echo > left; exec sleep 600'";
    const list = writeList(listWith(`- [ ] \`mkfifo left; ${leave} & read -r line < left\` passes`));
    expect(await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
    const pid = Number(readFileSync(fileBeside(list, "pid"), "utf8"));
    expect(isRunning(pid)).toBe(true);
    process.kill(pid);
  },
);

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "%s ends the command and all its child processes, and tasks verify ticks nothing",
  async (signal, wanted) => {
    const source = listWith("- [ ] `true` passes", "- [ ] `sleep 60 & echo $! > pid; wait` passes");
    const list = writeList(source);
    const child = spawnTasks(["-f", list, "verify", "1.1", "--run", "--yes"]);
    const pidFile = fileBeside(list, "pid");
    await untilWritten(pidFile);
    child.kill(signal);
    const [exitCode] = await once(child, "close");
    expect(exitCode).toBe(wanted);
    await untilEnded(Number(readFileSync(pidFile, "utf8")));
    expect(readFileSync(list, "utf8")).toBe(source);
    expect(readdirSync(dirname(list)).toSorted()).toEqual(["pid", "tasks-0001-prd-test.md"]);
  },
);

test("tasks verify --run gives a command an empty standard input", async () => {
  const list = writeList(listWith('- [ ] `read answer; test -z "$answer"` passes'));
  expect(await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"])).toMatchObject({ exitCode: 0 });
});

test("tasks verify --run doesn't lock the list while commands run, so other commands can edit it", async () => {
  const list = writeList(
    listOf([
      {
        number: "1.1",
        status: "In Progress",
        items: ["- [ ] `touch begun; until test -e done; do sleep 0.02; done` passes"],
      },
      { number: "1.2" },
    ]),
  );
  const running = runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  while (!existsSync(fileBeside(list, "begun"))) await pause(20);
  expect(await runTasks(["-f", list, "check", "1.2", "1"])).toMatchObject({ exitCode: 0 });
  writeFileSync(fileBeside(list, "done"), "");
  expect(await running).toMatchObject({ exitCode: 0 });
  expect(boxesOf(list)).toEqual(["- [x]", "- [x]"]);
});

const edits: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["was reworded", "`rm -f edited`", "`rm -f other`", ["- [ ]"]],
  [
    "moved down",
    "- [ ] `rm -f edited` passes",
    "- [ ] New and not checked\n- [ ] `rm -f edited` passes",
    ["- [ ]", "- [x]"],
  ],
];

test.each(edits)(
  "tasks verify --run ticks the right item or none if a criterion %s while it ran",
  async (_, from, to, boxes) => {
    const source = listWith("- [ ] `rm -f edited` passes");
    const list = writeList(source);
    const edit = join(dirname(list), "edit.mjs");
    writeFileSync(
      edit,
      `import { readFileSync, writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(list)}, readFileSync(${JSON.stringify(list)}, "utf8").replace(${JSON.stringify(from)}, ${JSON.stringify(to)}));`,
    );
    // The command edits its own list, as a user could while it runs.
    writeFileSync(join(dirname(list), "rm"), `#!/bin/sh\nexec '${process.execPath}' '${edit}'\n`, {
      mode: 0o755,
    });
    const path = `${dirname(list)}:${process.env["PATH"]}`;
    const { exitCode } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"], {
      env: { PATH: path },
    });
    expect(boxesOf(list)).toEqual(boxes);
    expect(exitCode).toBe(boxes.includes("- [x]") ? 0 : 1);
  },
);

test("tasks verify --run doesn't tick a task whose title changed while its commands ran", async () => {
  const source = listWith("- [ ] `sed -i 's/Build 1.1/Build something else/' tasks-0001-prd-test.md` passes");
  const list = writeList(source);
  const { exitCode, json } = await runJson(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect([exitCode, json.error.code]).toEqual([1, "task-changed"]);
  expect(boxesOf(list)).toEqual(["- [ ]"]);
});

test("tasks verify --run --dry-run runs nothing and shows the edit for the case that everything passes", async () => {
  const source = listWith("- [ ] `touch ran` passes", "- [ ] By hand");
  const list = writeList(source);
  const { exitCode, stdout, stderr } = await runTasks(["-f", list, "verify", "1.1", "--run", "--dry-run"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("-- [ ] `touch ran` passes\n+- [x] `touch ran` passes\n - [ ] By hand\n");
  expect(stderr).toContain("Nothing was run");
  expect(existsSync(fileBeside(list, "ran"))).toBe(false);
  expect(readFileSync(list, "utf8")).toBe(source);
});

test("tasks verify --run makes control characters in a command visible", async () => {
  const list = writeList(listWith("- [ ] `true #\u001B[2K\u202Egnihton` passes"));
  const { stdout } = await runTasks(["-f", list, "verify", "1.1", "--run", "--yes"]);
  expect(stdout).toContain("1  true #\\u{1b}[2K\\u{202e}gnihton\n");
  expect(stdout).not.toContain("\u001B");
});

test("tasks verify prints a criterion without a command as it is written", async () => {
  // The emoji and the Persian word need their joiners.
  const list = writeList(listWith("- [ ] The page shows 👩‍🚀 and می‌خواهم"));
  expect((await runTasks(["-f", list, "verify", "1.1"])).stdout).toContain("The page shows 👩‍🚀 and می‌خواهم");
});

test.each(["0", "-1", "soon"])("tasks verify --run refuses a time limit of %s", async (seconds) => {
  const list = writeList(listWith("- [ ] `touch ran` passes"));
  const { exitCode, json } = await runJson([
    "-f",
    list,
    "verify",
    "1.1",
    "--run",
    "--yes",
    `--timeout=${seconds}`,
  ]);
  expect([exitCode, json.error.code]).toEqual([2, "bad-timeout"]);
  expect(existsSync(fileBeside(list, "ran"))).toBe(false);
});

test("tasks verify accepts every spelling of a number, and a mistyped command gets a suggestion", async () => {
  const list = writeList(listWith("- [ ] `true` passes"));
  expect((await runJson(["-f", list, "verify", "task-1.1"])).json.task.number).toBe("1.1");
  expect((await runTasks(["-f", list, "verfy", "1.1"])).stderr).toContain("Did you mean verify?");
  expect(await runTasks(["-f", list, "verify", "9.9", "--run", "--yes"])).toMatchObject({ exitCode: 2 });
});

describeWith([terminal], "tasks verify --run on a terminal", () => {
  const typing = (keys: string) => ({ type: { when: /Run it\?[\s\S]*No/, keys } });

  test("asks first, and runs only after a yes", async () => {
    const list = writeList(listWith("- [ ] `touch ran` passes"));
    const args = ["-f", list, "verify", "1.1", "--run"];
    const refused = await runOnTerminal(args, typing("n"));
    expect(refused.exitCode).toBe(2);
    expect(refused.output.indexOf("touch ran")).toBeLessThan(refused.output.indexOf("Run it?"));
    expect([existsSync(fileBeside(list, "ran")), boxesOf(list)]).toEqual([false, ["- [ ]"]]);
    expect(await runOnTerminal(args, typing("y"))).toMatchObject({ exitCode: 0 });
    expect([existsSync(fileBeside(list, "ran")), boxesOf(list)]).toEqual([true, ["- [x]"]]);
  });

  test("ends the running command on Ctrl-C, and ticks nothing", async () => {
    const list = writeList(listWith("- [ ] `sleep 60 & echo $! > pid; wait` passes"));
    const args = ["-f", list, "verify", "1.1", "--run", "--yes"];
    const { exitCode, output } = await runOnTerminal(args, {
      type: { when: /1 of 1: [\s\S]*1 s/, keys: ctrlC },
    });
    expect(exitCode).toBe(130);
    expect(output).toContain("was ended, and nothing was written");
    await untilEnded(Number(readFileSync(fileBeside(list, "pid"), "utf8")));
    expect(boxesOf(list)).toEqual(["- [ ]"]);
  });
});
