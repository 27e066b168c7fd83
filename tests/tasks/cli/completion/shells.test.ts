import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listOf } from "../../../support/list-of.ts";
import { BASH_COMPLETION, bashCompletion, program, terminal } from "../../../support/machine.ts";
import { ShellSession } from "../../../support/shell-session.ts";
import { runTasks, temporaryFolder, writeFile } from "../../../support/tasks-command.ts";
import { describeWith, testWith } from "../../../support/test-with.ts";

let folder: string;
let env: Record<string, string>;
let session: ShellSession | undefined;

/** A folder with a list, a home folder, and a `tasks` on the PATH that prints its arguments. */
beforeEach(async () => {
  folder = temporaryFolder();
  const tasks = [
    { number: "1.1", title: "Model: the loan", status: "Complete", items: ["- [x] It is stored"] },
    { number: "1.2", title: "Endpoint", items: ["- [ ] It answers 201", "- [ ] It answers 409"] },
    { number: "2.1", title: "Mail" },
  ];
  writeFile(folder, "tasks/tasks-0001-prd-test.md", listOf(tasks));
  const built = `"${process.execPath}" "${resolve("dist/tasks/bin.js")}"`;
  const command = writeFile(
    folder,
    "bin/tasks",
    `#!/bin/sh\nif [ "$1" = __complete ]; then exec ${built} "$@"; fi\nprintf 'RAN'\nprintf ' <%s>' "$@"\necho ' END'\n`,
  );
  chmodSync(command, 0o755);
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await runTasks(["completion", shell], { cwd: folder });
    writeFile(folder, `completion.${shell}`, stdout);
  }
  env = { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, HOME: temporaryFolder() };
});

afterEach(() => session?.close());

/** Types a line with Tab and Enter. @returns the arguments of the command that ran */
async function ran(shell: ShellSession, keys: string, sign: RegExp): Promise<string> {
  // Enter is pressed only after the shell has shown the result of Tab.
  await shell.type(keys, sign);
  const text = await shell.type("\r", /RAN .* END/);
  return /RAN (.*) END/.exec(text)?.[1] ?? "";
}

const start = async (command: string, setUp: string): Promise<ShellSession> => {
  session = new ShellSession(command, folder, env);
  await session.type(`${setUp}; echo REA''DY\r`, /READY/);
  return session;
};

/** Lines that end with Tab, a pattern of the completed line, and the command's arguments. */
const lines: readonly (readonly [string, RegExp, string])[] = [
  ["tasks unbl\t", /unblock/, "<unblock>"],
  ["tasks start 2\t", /2\.1/, "<start> <2.1>"],
  ["tasks lint --format sa\t", /sarif/, "<lint> <--format> <sarif>"],
  ["tasks list --status In\t", /Progress/, "<list> <--status> <In Progress>"],
  ['tasks list --status "In\t', /Progress/, "<list> <--status> <In Progress>"],
  ["tasks next --ex\t", /explain/, "<next> <--explain>"],
  ["tasks add x --depends 1.1,2\t", /1\.1,2\.1/, "<add> <x> <--depends> <1.1,2.1>"],
];

describeWith([program("bash"), terminal], "tasks completion in bash", () => {
  it.each(lines)("completes %j", async (keys, sign, words) => {
    const shell = await start("bash --norc --noprofile -i", "PS1='$ '; source completion.bash");
    expect(await ran(shell, keys, sign)).toBe(words);
  });

  testWith(
    [bashCompletion],
    "works together with the distribution's completions, and offers files and all numbers",
    () => {
      const offered = (...words: string[]) => {
        const quoted = words.map((word) => `'${word}'`).join(" ");
        const script = `source ${BASH_COMPLETION}; source completion.bash
        COMP_WORDS=(tasks ${quoted}); COMP_CWORD=${words.length}; _tasks_completion; printf '%s\\n' "\${COMPREPLY[@]}"`;
        const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], {
          cwd: folder,
          env,
          encoding: "utf8",
        });
        expect(stderr).toBe("");
        return stdout.trim().split("\n");
      };
      expect(offered("show", "")).toEqual(["1.1", "1.2", "2.1"]);
      expect(offered("check", "1.2", "")).toEqual(["1", "2"]);
      expect(offered("lint", "comp").toSorted()).toEqual([
        "completion.bash",
        "completion.fish",
        "completion.zsh",
      ]);
      expect(offered("lint", "--format", "=", "g")).toEqual(["github"]);
      expect(offered("list", "--status", "N")).toEqual(["Not\\ Started"]);
    },
  );
});

describeWith([program("zsh"), terminal], "tasks completion in zsh", () => {
  const setUp = "PS1='$ '; autoload -Uz compinit; compinit -u -D; source ./completion.zsh";

  it.each(lines)("completes %j", async (keys, sign, words) => {
    const shell = await start("zsh -f -i", setUp);
    expect(await ran(shell, keys, sign)).toBe(words);
  });

  it("shows the numbers with their titles", async () => {
    const shell = await start("zsh -f -i", setUp);
    const text = await shell.type("tasks show \t", /2\.1 +-- .*Mail/);
    expect(text).toMatch(/1\.1 +-- Complete: Model: the loan\s+1\.2 +-- Not Started: Endpoint\s/);
  });

  it("works from a folder of zsh functions", async () => {
    const shell = await start(
      "zsh -f -i",
      "PS1='$ '; mkdir fns; cp completion.zsh fns/_tasks; fpath=($PWD/fns $fpath); autoload -Uz compinit; compinit -u -D",
    );
    expect(await ran(shell, "tasks start 2\t", /2\.1/)).toBe("<start> <2.1>");
  });
});

describeWith([program("fish")], "tasks completion in fish", () => {
  const offered = (line: string) => {
    const { stdout, stderr } = spawnSync(
      "fish",
      ["--no-config", "-c", `source completion.fish; complete -C '${line}'`],
      {
        cwd: folder,
        env,
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    return stdout.trimEnd().split("\n");
  };

  it("offers numbers with their titles, options, formats, statuses and files", () => {
    expect(offered("tasks show ")).toEqual([
      "1.1\tComplete: Model: the loan",
      "1.2\tNot Started: Endpoint",
      "2.1\tNot Started: Mail",
    ]);
    expect(offered("tasks check 1.2 ")).toEqual(["1\t[ ] It answers 201", "2\t[ ] It answers 409"]);
    expect(offered("tasks unbl")).toEqual([expect.stringMatching(/^unblock\t/)]);
    expect(offered("tasks lint --format sa")).toEqual(["sarif"]);
    expect(offered("tasks list --status In")).toEqual(["In Progress"]);
    expect(offered("tasks next --ex")).toEqual([expect.stringMatching(/^--explain\t/)]);
    expect(offered("tasks add x --depends 1.1,2")).toEqual([expect.stringMatching(/^1\.1,2\.1\t/)]);
    expect(offered("tasks lint comp").map((word) => word.split("\t")[0])).toEqual([
      "completion.bash",
      "completion.fish",
      "completion.zsh",
    ]);
  });
});

describe("tasks __complete", () => {
  const words = async (...typed: string[]) => {
    const outcome = await runTasks(["__complete", "--", ...typed], { cwd: folder });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    return outcome.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split("\t")[0]);
  };

  it("offers the declared commands and option values", async () => {
    const { stdout } = await runTasks(["--help"], { cwd: folder });
    const declared = [...stdout.matchAll(/^ {2}([a-z]+)(?:\|([a-z]+))?(?= |$)/gm)].flatMap((match) =>
      match.slice(1).filter((name) => name !== undefined),
    );
    expect((await words("")).toSorted()).toEqual(declared.toSorted());
    expect(await words("init", "--assistant", "")).toEqual([
      "claude",
      "cursor",
      "copilot",
      "gemini",
      "codex",
    ]);
    expect(await words("--list", "nowhere.md", "show", "")).toEqual([]);
    expect(await words("-f", "tasks/tasks-0001-prd-test.md", "show", "1.")).toEqual(["1.1", "1.2"]);
  });

  it.each([
    ["complexities", ["edit", "1.1", "--complexity", ""], ["Low", "Medium", "High"]],
    ["phases", ["list", "--phase", ""], ["1", "2"]],
    ["assistants with a program", ["run", "--with", "c"], ["claude", "codex", "copilot", "cursor"]],
    ["the owners of tasks", ["list", "--owner", ""], ["ann", "bob"]],
    ["the positions that were not named yet", ["check", "1.2", "1", ""], ["2"]],
    ["the command of an alias", ["done", "2."], ["2.1"]],
  ])("offers %s", async (_, typed, offered) => {
    const owned = listOf([
      { number: "1.1", lines: ["**Owner**: ann"] },
      { number: "1.2", lines: ["**Owner**: bob"], items: ["- [ ] One", "- [ ] Two"] },
      { number: "2.1", lines: ["**Owner**: ann"] },
    ]);
    writeFile(folder, "tasks/tasks-0001-prd-test.md", owned);
    expect(await words(...typed)).toEqual(offered);
  });

  it.each([
    ["as one word", ["--list=other.md", "show"]],
    ["as three words", ["--list", "=", "other.md", "show"]],
    ["after the command", ["show", "--list=other.md"]],
    ["after another list", ["-f", "tasks/tasks-0001-prd-test.md", "show", "--list=other.md"]],
    ["in a folder with = in its name", ["show", "--list=a=b/other.md"]],
  ])("offers the numbers of the list that is named with = %s", async (_, typed) => {
    for (const path of ["other.md", "a=b/other.md"]) {
      writeFile(folder, path, listOf([{ number: "7.1" }]));
    }
    expect(await words(...typed, "")).toEqual(["7.1"]);
  });

  it("offers nothing if the list or the number of arguments is wrong", async () => {
    writeFile(folder, "tasks/tasks-0002-prd-other.md", listOf([{ number: "1.1" }]));
    expect(await words("show", "")).toEqual([]);
    expect(await words("nonsense", "")).toContain("next");
    expect(await words("show", "1.1", "1.2", "")).toEqual([]);
  });

  it("tasks completion refuses an unknown shell", async () => {
    expect(await runTasks(["completion", "tcsh"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/tcsh.*bash, zsh, fish/),
    });
  });
});
