import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { untilEnded, untilWritten } from "../../support/other-processes.ts";
import { runTasks, temporaryFolder } from "../../support/tasks-command.ts";

const prd = [
  "# PRD: Notes",
  "",
  "## Functional Requirements",
  "",
  "**FR-1**: Users can write a note of up to 200 characters.",
  "",
  "**FR-2**: The system must list all notes (see FR-1).",
  "",
].join("\n");
const goodList = [
  "# Task List: Notes",
  "",
  "**PRD**: 0001-prd-notes.md",
  "**Created**: 2026-01-02",
  "**Status**: Not Started",
  "",
  "---",
  "",
  "## Phase 1: All (Tasks 1.1-1.1)",
  "",
  "### Task 1.1: Write and list notes",
  "",
  "**Complexity**: Low",
  "**Dependencies**: None",
  "**Requirements**: FR-1, FR-2",
  "",
  "**Steps**:",
  "",
  "1. Write it",
  "",
  "**Verification**:",
  "",
  "- [ ] A note of 201 characters is refused",
  "",
].join("\n");

/** A command that starts another process, writes its id to the file `child`, and never ends. */
const endless = "sleep 1000 & echo $! > child; wait";

let folder: string;
const run = (...args: string[]) => runTasks(args, { cwd: folder });
const rulesFound = async (): Promise<readonly string[]> => {
  const { stdout } = await run("lint", "--json");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { rule: string }[] };
  return [...new Set(diagnostics.map(({ rule }) => rule))];
};
const list = () => readFileSync(join(folder, ".claude/tasks/tasks-0001-prd-notes.md"), "utf8");
/** The list without its last section, which records the version of the PRD. */
const listWithoutRecord = () =>
  list().replace(
    /\n---\n\n## Changes\n\n- \d{4}-\d\d-\d\d: generated from 0001-prd-notes\.md \([0-9a-f]{12}\)\n$/,
    "",
  );

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs/0001-prd-notes.md"), prd);
});

describe("tasks generate", () => {
  it("writes the list into the assistant's folder at the repository's root, and prints a summary", async () => {
    const { exitCode, stdout } = await run("generate", "docs/0001-prd-notes.md", "--date", "2026-01-02");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Wrote .claude/tasks/tasks-0001-prd-notes.md");
    expect(stdout).toMatch(/Total\s+2 tasks/);
    expect(list()).toContain(
      "# Task List: Notes\n\n**PRD**: 0001-prd-notes.md\n**Created**: 2026-01-02\n**Status**: Not Started\n\n---\n",
    );
    // If the PRD has no criteria, a draft repeats its sentence as the criterion, and lint warns about that.
    expect(await rulesFound()).toEqual(["restated-verification"]);
  });

  it("writes the list next to a PRD in an assistant's tasks folder, or where an option says", async () => {
    mkdirSync(join(folder, ".cursor/tasks"), { recursive: true });
    writeFileSync(join(folder, ".cursor/tasks/0001-prd-notes.md"), prd);
    await run("generate", ".cursor/tasks/0001-prd-notes.md");
    await run("generate", "docs/0001-prd-notes.md", "--assistant-dir", "gemini");
    await run("generate", "docs/0001-prd-notes.md", "--out", "plan/list.md");
    expect(readdirSync(join(folder, ".cursor/tasks"))).toContain("tasks-0001-prd-notes.md");
    expect(existsSync(join(folder, ".gemini/tasks/tasks-0001-prd-notes.md"))).toBe(true);
    expect(existsSync(join(folder, "plan/list.md"))).toBe(true);
  });

  it("never overwrites a list without --force", async () => {
    await run("generate", "docs/0001-prd-notes.md");
    writeFileSync(join(folder, ".claude/tasks/tasks-0001-prd-notes.md"), "mine");
    expect(await run("generate", "docs/0001-prd-notes.md")).toMatchObject({
      exitCode: 2,
      stderr:
        "tasks: .claude/tasks/tasks-0001-prd-notes.md exists and was not changed: --force overwrites it, --out PATH writes elsewhere. To bring the list up to date with a changed PRD: tasks update.\n",
    });
    expect(list()).toBe("mine");
    expect(await run("generate", "docs/0001-prd-notes.md", "--force")).toMatchObject({ exitCode: 0 });
    expect(list()).toContain("# Task List: Notes");
  });

  it.each([[], ["--force"], ["--dry-run"]])(
    "refuses a folder in place of the list (%j)",
    async (...options) => {
      const { exitCode, stderr } = await run(
        "generate",
        "docs/0001-prd-notes.md",
        "--out",
        "docs",
        ...options,
      );
      expect(exitCode).toBe(2);
      expect(stderr).toBe(
        "tasks: docs is a folder. Name a file with --out, such as docs/tasks-0001-prd-notes.md.\n",
      );
    },
  );

  it("never overwrites the PRD, even with --force", async () => {
    symlinkSync(join(folder, "docs/0001-prd-notes.md"), join(folder, "link.md"));
    for (const out of ["docs/0001-prd-notes.md", "link.md"])
      expect(await run("generate", "docs/0001-prd-notes.md", "--force", "--out", out)).toMatchObject({
        exitCode: 2,
        stderr: `tasks: --out: ${out} is the PRD itself. Name another file.\n`,
      });
    expect(readFileSync(join(folder, "docs/0001-prd-notes.md"), "utf8")).toBe(prd);
  });

  it("names a command that has an assistant write the same list", async () => {
    const options = ["--assistant-dir", "gemini", "--out", "the plan/list.md"];
    const { stderr } = await run("generate", "docs/0001-prd-notes.md", ...options);
    expect(stderr).toContain(
      "tasks generate docs/0001-prd-notes.md --with claude --assistant-dir gemini --out 'the plan/list.md' --force\n",
    );
    const printed = await run("generate", "docs/0001-prd-notes.md", "--stdout");
    expect(printed.stderr).toContain("tasks generate docs/0001-prd-notes.md --with claude --stdout\n");
  });

  it("prints the list on standard output with --stdout and the summary on standard error, and writes no file", async () => {
    const { stdout, stderr } = await run("generate", "docs/0001-prd-notes.md", "--stdout");
    expect(stdout.startsWith("# Task List: Notes\n")).toBe(true);
    expect(stdout).not.toContain("Total");
    expect(stderr).toMatch(/^tasks: Phase 1 /m);
    expect(stderr).toMatch(/^tasks: Total\s+2 tasks/m);
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it("shows what it would write with --dry-run", async () => {
    const { stdout } = await run("generate", "docs/0001-prd-notes.md", "--dry-run");
    expect(stdout).toContain("+# Task List: Notes");
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it("gives one JSON value with --json", async () => {
    const { stdout } = await run("generate", "docs/0001-prd-notes.md", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      path: ".claude/tasks/tasks-0001-prd-notes.md",
      tasks: [{ number: "1.1" }, { dependencies: ["1.1"] }],
      requirements: [{ id: "FR-1" }, { id: "FR-2" }],
      uncovered: [],
    });
  });

  it("prints with --explain how it read each part, writes nothing and calls no assistant", async () => {
    const explain = ["generate", "docs/0001-prd-notes.md", "--explain"];
    const { exitCode, stdout } = await run(...explain, "--with", "touch asked");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/3\s+Functional Requirements\s+requirements: FR-1, FR-2/);
    expect(stdout).not.toContain("# Task List");
    expect([".claude", "asked"].filter((name) => existsSync(join(folder, name)))).toEqual([]);
    const json = JSON.parse((await run(...explain, "--json")).stdout);
    expect(json).toMatchObject({ path: null, readings: [{ kind: "other" }, { kind: "requirements" }] });
  });

  it("prints the list and how it read the PRD with --stdout --explain", async () => {
    const { stdout, stderr } = await run("generate", "docs/0001-prd-notes.md", "--stdout", "--explain");
    expect(stdout.startsWith("# Task List: Notes\n")).toBe(true);
    expect(stderr).toContain("requirements: FR-1, FR-2");
  });

  it("separates header, phases and tasks with --- lines", async () => {
    const { stdout } = await run("generate", "docs/0001-prd-notes.md", "--stdout");
    const [header = "", ...sections] = stdout.split("\n\n---\n\n");
    const tasks = sections.filter((text) => !text.startsWith("## Changes\n"));
    expect(header).toMatch(/^# Task List: Notes\n[^#]*$/);
    expect(tasks.map((text) => text.match(/^### Task/gm)?.length)).toEqual(tasks.map(() => 1));
  });

  it("refuses a PRD without requirements and names the headings it found", async () => {
    writeFileSync(join(folder, "docs/x.md"), "# Picnic\n\n## Background\n\nIt rained.\n");
    const { exitCode, stderr } = await run("generate", "docs/x.md");
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"Picnic", "Background"');
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each([
    ["a missing PRD", ["generate", "docs/none.md"]],
    ["an invalid date", ["generate", "docs/0001-prd-notes.md", "--date", "2026-02-30"]],
    ["an invalid time limit", ["generate", "docs/0001-prd-notes.md", "--with", "cat", "--timeout", "soon"]],
    [
      "a list path below a file",
      ["generate", "docs/0001-prd-notes.md", "--out", "docs/0001-prd-notes.md/list.md"],
    ],
    ["an existing list", ["generate", "docs/0001-prd-notes.md", "--out", "docs/merge.md"]],
    [
      "an assistant's folder above the repository",
      ["generate", "docs/0001-prd-notes.md", "--assistant-dir", "../x"],
    ],
    [
      "an assistant's folder with an empty name",
      ["generate", "docs/0001-prd-notes.md", "--assistant-dir", ""],
    ],
    ["an empty PRD", ["generate", "docs/empty.md"]],
    ["a PRD that is not text", ["generate", "docs/binary.md"]],
    ["a folder instead of a PRD", ["generate", "docs"]],
    ["a PRD with merge conflicts", ["generate", "docs/merge.md"]],
  ])("answers %s with one line and exit code 2", async (_, args) => {
    writeFileSync(join(folder, "docs/merge.md"), `${prd}<<<<<<< ours\n`);
    writeFileSync(join(folder, "docs/empty.md"), "");
    writeFileSync(join(folder, "docs/binary.md"), new Uint8Array([0, 1, 2, 255, 254]));
    const { exitCode, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("refuses a PRD whose requirements are all done, and counts the points that it reads as context", async () => {
    const done = "# Port\n## Features\n- [x] Ships land\n";
    writeFileSync(join(folder, "docs/done.md"), done);
    writeFileSync(join(folder, "docs/more.md"), `${done}## Tariffs\n- Small: 3 EUR\n- Large: 5 EUR\n`);
    const refusal = ": every requirement is ticked as done, ruled out, or marked as optional or later work.";
    expect((await run("generate", "docs/done.md")).stderr).toBe(`tasks: docs/done.md${refusal}\n`);
    expect((await run("generate", "docs/more.md")).stderr).toBe(
      `tasks: docs/more.md${refusal} 2 other points may be work: tasks generate docs/more.md --explain shows how each section was read.\n`,
    );
    const explained = await run("generate", "docs/more.md", "--explain");
    expect([explained.exitCode, explained.stderr]).toEqual([0, ""]);
    expect(explained.stdout).toMatch(/Tariffs +context: without a task of their own 2/);
  });

  it("reads headings with accents", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Exigences fonctionnelles\n- EX-1: Le port ouvre.\n## Sécurité\n- Un mot de passe\n",
    );
    const { stdout } = await run("generate", "docs/port.md", "--explain");
    expect(stdout).toMatch(/Sécurité +quality: constraints 1/);
  });

  it("names what the PRD marks as optional, later or done, and counts the points of its plan and measures", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Functional Requirements\n- FR-1: Ships land.\n- FR-2: Ships sing. (optional)\n- FR-3: Ships fly. (future)\n## User Stories\n### US-1: Docking [x]\nAs a captain, I want to dock.\n- [x] Ropes hold.\n## Implementation Plan\n### Phase 1: Quay\n- [ ] Pour concrete\n- [ ] Paint it\n### Phase 2: Crane\n- [ ] Lift it\n## Success Metrics\n- Ships land within a day\n",
    );
    const { stderr } = await run("generate", "docs/port.md", "--stdout");
    expect(stderr).toContain("No task for FR-2 (optional), FR-3 (future), US-1 (done).");
    expect(stderr).toContain(
      'Without a task of their own: 3 points under "Implementation Plan" (line 10), 1 point under "Success Metrics" (line 16).',
    );
  });

  it("counts the prose beside requirements, without what introduces them", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Functional Requirements\nThe quay is old.\n\n- FR-1: Ships land.\n### Service Tiers\n**Hosting:**\n\nTwo machines run in Oslo.\n\n**Mail:**\n\nLetters leave through a relay.\n",
    );
    const { stderr } = await run("generate", "docs/port.md", "--stdout");
    expect(stderr).toContain(
      'Without a task of their own: 2 points under "Functional Requirements" (line 2).',
    );
    const { stdout } = await run("generate", "docs/port.md", "--explain");
    expect(stdout).toMatch(/Service Tiers +requirements: without a task of their own 2/);
  });

  it("names six sections without a task and counts the others", async () => {
    const sections = Array.from({ length: 7 }, (_, at) => `## Tariff ${"ABCDEFG"[at]}\n- Small: 3 EUR\n`);
    writeFileSync(
      join(folder, "docs/port.md"),
      `# Port\n## Functional Requirements\n- FR-1: Ships land.\n${sections.join("")}`,
    );
    const { stderr } = await run("generate", "docs/port.md", "--stdout");
    expect(stderr).toContain('1 point under "Tariff F" (line 14), 1 point in 1 more section.');
  });

  it("reports the sections whose points and stories have no task of their own", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Functional Requirements\n- FR-1: Ships land.\n## User Stories\n- As a captain, I want to land.\n## Tariffs\n- Small: 3 EUR\n- Large: 5 EUR\n",
    );
    const { stderr } = await run("generate", "docs/port.md", "--stdout");
    expect(stderr).toContain(
      'Without a task of their own: 1 point under "User Stories" (line 4), 2 points under "Tariffs" (line 6).',
    );
    const answer = await run("generate", "docs/port.md", "--stdout", "--json");
    expect(JSON.parse(answer.stdout).withoutTask).toEqual([
      { heading: "User Stories", line: 4, points: 1 },
      { heading: "Tariffs", line: 6, points: 2 },
    ]);
    const { stdout } = await run("generate", "docs/port.md", "--explain");
    expect(stdout).toMatch(/Tariffs +context: without a task of their own 2/);
    expect(stdout).toMatch(/User Stories +stories: without a task of their own 1/);
  });

  it("counts the questions that the PRD leaves open, also within a requirement", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Functional Requirements\n- FR-1: Ships land.\n- FR-2: Ships pay by [NEEDS CLARIFICATION: card or cash?].\n## Open Questions\n- Do ships sing?\n- Who paints the quay? Answer: the port.\n",
    );
    const { stderr } = await run("generate", "docs/port.md", "--stdout");
    expect(stderr).toContain("The PRD leaves 2 questions open (line 4, 6).");
    const answer = await run("generate", "docs/port.md", "--stdout", "--json");
    expect(JSON.parse(answer.stdout).openQuestions).toEqual([
      { text: "Do ships sing?", line: 6, section: "Open Questions" },
      { text: "card or cash?", line: 4, section: "FR-2" },
    ]);
  });

  it("recognizes a name whose words have hyphens", async () => {
    writeFileSync(
      join(folder, "docs/port.md"),
      "# Port\n## Features\n- **Double-Booking Prevention**: no berth is given twice\n",
    );
    const { stdout } = await run("generate", "docs/port.md", "--stdout");
    expect(stdout).toContain("Task 1.1: Implement Double-Booking Prevention");
  });

  it("follows a link to an existing list", async () => {
    writeFileSync(join(folder, "real.md"), "old");
    symlinkSync(join(folder, "real.md"), join(folder, "link.md"));
    await run("generate", "docs/0001-prd-notes.md", "--out", "link.md", "--force");
    expect(readFileSync(join(folder, "real.md"), "utf8")).toContain("# Task List");
  });
});

/** A command that prints one of the answers at each call, and stores its prompts. */
function assistant(...answers: readonly string[]): string {
  for (const [index, answer] of answers.entries()) writeFileSync(join(folder, `answer-${index}`), answer);
  const script = join(folder, "assistant.sh");
  writeFileSync(
    script,
    `#!/bin/sh\nn=$(ls ${folder}/prompt-* 2>/dev/null | wc -l)\ncat > ${folder}/prompt-$((n))\ni=$n; [ -f ${folder}/answer-$i ] || i=${answers.length - 1}\ncat ${folder}/answer-$i\n`,
    { mode: 0o755 },
  );
  return script;
}

const prompts = () => readdirSync(folder).filter((name) => name.startsWith("prompt-"));

describe("tasks generate --with", () => {
  const generate = (command: string, ...more: string[]) =>
    run("generate", "docs/0001-prd-notes.md", "--date", "2026-01-02", "--with", command, ...more);

  it("extracts the list from the command's output and removes the fence around it", async () => {
    const { exitCode } = await generate(assistant(`Here it is:\n\n\`\`\`markdown\n${goodList}\`\`\`\n`));
    expect(exitCode).toBe(0);
    expect(listWithoutRecord()).toBe(goodList);
    expect(prompts()).toHaveLength(1);
  });

  it("sends the findings of lint back to the assistant until the list is clean", async () => {
    const bad = goodList.replace("**Dependencies**: None", "**Dependencies**: 1.1");
    const { exitCode } = await generate(assistant(bad, goodList));
    expect(exitCode).toBe(0);
    expect(listWithoutRecord()).toBe(goodList);
    expect(readFileSync(join(folder, "prompt-1"), "utf8")).toContain("self-dependency");
  });

  it("sends back a requirement that no task carries", async () => {
    await generate(assistant(goodList.replace("FR-1, FR-2", "FR-1"), goodList));
    expect(readFileSync(join(folder, "prompt-1"), "utf8")).toMatch(/uncovered-requirement.*FR-2/);
  });

  it("tells the assistant how to fix each finding, and reports the number of rounds on standard error", async () => {
    const bad = goodList.replace("**Dependencies**: None", "**Dependencies**: 1.1");
    const { stderr } = await generate(assistant(bad, goodList));
    expect(readFileSync(join(folder, "prompt-1"), "utf8")).toMatch(
      /- line \d+, self-dependency: .* Remove the task's own number from its dependencies\./,
    );
    expect(stderr).toContain("The assistant took 2 rounds.");
  });

  it("doesn't ask again after an unchanged answer", async () => {
    const bad = goodList.replace("**Dependencies**: None", "**Dependencies**: 1.1");
    const worse = bad.replace("Low", "Tiny");
    const { exitCode, stderr } = await generate(assistant(worse, bad, bad));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("after 3 rounds");
    expect(prompts()).toHaveLength(3);
  });

  it("does not say that an optional requirement has no task, which the assistant decides", async () => {
    writeFileSync(join(folder, "docs/0001-prd-notes.md"), `${prd}\n- FR-9: Sing (optional)\n`);
    const { stderr } = await generate(assistant(goodList));
    expect(stderr).not.toContain("FR-9");
  });

  it("never writes a list that leaves out a requirement", async () => {
    const { exitCode, stderr } = await generate(assistant(goodList.replace("FR-1, FR-2", "FR-1")));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("uncovered-requirement");
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it.each([
    ["a status", "\n**Complexity**", "\n**Status**: Complete\n\n**Complexity**"],
    ["an owner", "\n**Complexity**", "\n**Owner**: ann\n**Complexity**"],
    ["a tick", "- [ ]", "- [x]"],
  ])("sends back a task that %s shows as begun, and never writes one", async (_, part, begun) => {
    const bad = goodList.replace(part, begun);
    expect(await generate(assistant(bad))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Task 1.1 must be Not Started"),
    });
    expect(existsSync(join(folder, ".claude"))).toBe(false);
    expect(readFileSync(join(folder, "prompt-1"), "utf8")).toContain("Task 1.1 must be Not Started");
  });

  it("writes no Status line into a task, and a header that says Not Started", async () => {
    const answer = goodList
      .replace("**Status**: Not Started", "**Status**: In Progress")
      .replace("\n**Complexity**", "\n**Status**: Not Started\n\n**Complexity**");
    const { stderr } = await generate(assistant(answer));
    expect(listWithoutRecord()).toBe(goodList);
    expect(stderr).not.toContain("stale-header-status");
  });

  it.each([
    [
      "another PRD and date",
      "**PRD**: other.md\n**Created**: May 5",
      "**PRD**: 0001-prd-notes.md\n**Created**: 2026-01-02",
    ],
    ["neither", "", "**PRD**: 0001-prd-notes.md\n\n**Created**: 2026-01-02"],
  ])("writes the PRD and the day into a header that names %s", async (_, answered, written) => {
    const lines = "**PRD**: 0001-prd-notes.md\n**Created**: 2026-01-02\n";
    const command = assistant(goodList.replace(lines, answered && `${answered}\n`));
    expect(await generate(command)).toMatchObject({ exitCode: 0 });
    expect(list()).toContain(`# Task List: Notes\n\n${written}\n`);
    expect(prompts()).toHaveLength(1);
  });

  it("shows remaining warnings, and with --strict doesn't write a list that has one", async () => {
    const vague = assistant(goodList.replace("A note of 201 characters is refused", "It works correctly"));
    expect(await generate(vague, "--strict")).toMatchObject({ exitCode: 1 });
    expect(existsSync(join(folder, ".claude"))).toBe(false);
    const { exitCode, stderr } = await generate(vague);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("vague-verification");
  });

  it.each(["ollama:", "ollama:a b", "ollama:$(touch x)", "ollama:-h"])(
    "refuses %s as a model name",
    async (name) => {
      expect(await generate(name)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("not a model's name"),
      });
    },
  );

  it.each([
    ["claude", "claude", "-p"],
    ["codex", "codex", "exec --skip-git-repo-check -"],
    ["gemini", "gemini", "--output-format text"],
    ["copilot", "copilot", "-s --no-ask-user"],
    ["cursor", "cursor-agent", "-p --output-format text"],
    ["ollama:qwen3:14b", "ollama", "run qwen3:14b --hidethinking"],
  ])("starts the program of %s in its non-interactive mode", async (name, program, args) => {
    const folderOfPrograms = join(folder, "bin");
    mkdirSync(folderOfPrograms);
    writeFileSync(join(folder, "list.md"), goodList);
    const script = `#!/bin/sh\necho "$@" > ${folder}/args\ncat > ${folder}/brief\ncat ${folder}/list.md\n`;
    writeFileSync(join(folderOfPrograms, program), script, { mode: 0o755 });
    const { exitCode } = await runTasks(["generate", "docs/0001-prd-notes.md", "--with", name], {
      cwd: folder,
      env: { PATH: `${folderOfPrograms}:${process.env["PATH"]}` },
    });
    expect(exitCode).toBe(0);
    expect(readFileSync(join(folder, "args"), "utf8").trim()).toBe(args);
    expect(readFileSync(join(folder, "brief"), "utf8")).toContain("## Requirements to carry");
  });

  it("gives up after three repair rounds and writes nothing", async () => {
    const bad = goodList.replace("**Dependencies**: None", "**Dependencies**: 1.1");
    const answers = [1, 2, 3, 4].map((round) => bad.replace("Write it", `Write it, try ${round}`));
    const { exitCode, stderr } = await generate(assistant(...answers));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("self-dependency");
    expect(prompts()).toHaveLength(4);
    expect(existsSync(join(folder, ".claude"))).toBe(false);
  });

  it("shows the beginning of an answer that isn't a list", async () => {
    const { exitCode, stderr } = await generate(assistant("I am sorry, I cannot do that."));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("I am sorry");
  });

  it("reports a command that fails, and ends one that exceeds its time limit with all its child processes", async () => {
    expect(await generate("echo no key >&2; exit 3")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("exit code 3: no key"),
    });
    const late = await generate(endless, "--timeout", "0.5");
    expect(late).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("0.5 seconds") });
    await untilEnded(Number(await untilWritten(join(folder, "child"))));
  });
});

it("tasks generate decodes the character references of a PRD", async () => {
  writeFileSync(
    join(folder, "docs/0001-prd-notes.md"),
    prd.replace("list all notes", "list caf&eacute; notes &amp; files"),
  );
  const { exitCode, stdout } = await run("generate", "docs/0001-prd-notes.md", "--stdout");
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/caf(é|&eacute;) notes (&|&amp;) files/)]);
});

describe("tasks generate --with a faulty assistant command", () => {
  const generate = (command: string, ...more: string[]) =>
    run("generate", "docs/0001-prd-notes.md", "--date", "2026-01-02", "--with", command, ...more);
  const nothingIsWritten = () => expect(existsSync(join(folder, ".claude"))).toBe(false);

  it("needs a command, with exit code 2", async () => {
    expect(await generate("")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--with needs the name of an assistant"),
    });
    nothingIsWritten();
  });

  it("names a command that doesn't exist, with exit code 2", async () => {
    expect(await generate("no-such-assistant")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"no-such-assistant" could not be started'),
    });
    nothingIsWritten();
  });

  it("accepts the answer of a command that doesn't read its input", async () => {
    writeFileSync(join(folder, "list.md"), goodList);
    // Longer than a pipe holds, so that writing it fails.
    writeFileSync(
      join(folder, "docs/0001-prd-notes.md"),
      `${prd}\n## Background\n\n${"We write a lot. ".repeat(40_000)}\n`,
    );
    expect(await generate(`exec 0<&-; cat ${folder}/list.md`)).toMatchObject({ exitCode: 0 });
    expect(listWithoutRecord()).toBe(goodList);
  });

  it("ends a command that prints without end", async () => {
    expect(await generate("yes")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("more than 8 MB"),
    });
    nothingIsWritten();
  });

  it("shows the beginning of an output of megabytes that isn't a list", async () => {
    const { exitCode, stderr } = await generate("head -c 3000000 /dev/zero | tr '\\0' x");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/is not a task list\. It begins: "x{160}…"/);
    expect(stderr.length).toBeLessThan(400);
    nothingIsWritten();
  });

  it("reports that a signal ended the command", async () => {
    expect(await generate("kill -9 $$")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("was ended by SIGKILL"),
    });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "ends the command and all its child processes on %s, and writes nothing",
    async (signal, exitCode) => {
      const running = generate(`echo $PPID > parent; ${endless}`);
      const child = Number(await untilWritten(join(folder, "child")));
      process.kill(Number(await untilWritten(join(folder, "parent"))), signal);
      expect(await running).toMatchObject({
        exitCode,
        stderr: expect.stringContaining("nothing was written"),
      });
      await untilEnded(child);
      nothingIsWritten();
    },
  );
});

describe("tasks coverage", () => {
  beforeEach(async () => {
    await run("generate", "docs/0001-prd-notes.md");
  });

  it("names the tasks of each requirement", async () => {
    const { exitCode, stdout } = await run("coverage", "--prd", "docs/0001-prd-notes.md", "--json");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      requirements: [{ id: "FR-1", tasks: [expect.any(String)] }, { id: "FR-2" }],
      uncovered: [],
    });
  });

  it("exits with 1 while no task carries a requirement", async () => {
    writeFileSync(join(folder, "docs/more.md"), `${prd}\n**FR-3**: Users can delete a note.\n`);
    const { exitCode, stdout, stderr } = await run("coverage", "--prd", "docs/more.md");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/FR-3\s+none/);
    expect(stderr).toContain("no task carries FR-3");
  });

  it("looks for the PRD next to the list, and asks for --prd if it is neither there nor where it was", async () => {
    renameSync(join(folder, "docs"), join(folder, "moved"));
    expect(await run("coverage")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--prd PATH"),
    });
    writeFileSync(join(folder, ".claude/tasks/0001-prd-notes.md"), prd);
    expect(await run("coverage")).toMatchObject({ exitCode: 0 });
  });
});
