import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, temporaryFolder, writeFile, writeList } from "../../support/tasks-command.ts";

const clean = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.1" }]);
const warned = listOf([{ number: "1.1", items: ["- [ ] Works correctly"] }]);
const broken = listOf([{ number: "1.1" }, { number: "1.2", depends: "1.9" }]);

/** The line of a text in a list, counted as in an editor. */
const lineOf = (list: string, text: string) => list.slice(0, list.indexOf(text)).split("\n").length;

const rulesOf = ({ diagnostics }: { diagnostics: readonly { rule: string }[] }) =>
  diagnostics.map(({ rule }) => rule);

describe("the exit code of tasks lint", () => {
  test("is 0 for a clean list, and standard output is empty", async () => {
    const { exitCode, stdout, stderr } = await runTasks(["lint", writeList(clean)]);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "tasks: no problems found\n",
    });
  });

  test("is 0 if there are only warnings", async () => {
    const { exitCode, stdout } = await runTasks(["lint", writeList(warned)]);
    expect(stdout).toContain(" warning vague-verification ");
    expect(exitCode).toBe(0);
  });

  test("is 1 if there is an error", async () => {
    expect((await runTasks(["lint", writeList(broken)])).exitCode).toBe(1);
  });

  test("is 1 for a list without tasks and for one with merge conflicts", async () => {
    const empty = await runJson(["lint", writeList("# Task List: Empty\n")]);
    expect([empty.exitCode, rulesOf(empty.json)]).toEqual([1, expect.arrayContaining(["no-tasks"])]);
    const merging = await runJson(["lint", writeList(`${clean}\n<<<<<<< HEAD\n`)]);
    expect([merging.exitCode, rulesOf(merging.json)]).toEqual([
      1,
      expect.arrayContaining(["conflict-marker"]),
    ]);
  });

  test.each([
    ["a missing file", ["lint", "missing.md"]],
    ["an unknown format", ["lint", "--format", "xml"]],
    ["a folder without a list", ["lint"]],
  ])("is 2 for %s, with a one-line message", async (_, args) => {
    const { exitCode, stdout, stderr } = await runTasks(args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^tasks: [^\n]+\n$/);
  });

  test("is 2 for a list that isn't UTF-8, and --json prints the error as JSON", async () => {
    const path = writeList("");
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x41]));
    const { exitCode, json } = await runJson(["lint", path]);
    expect(exitCode).toBe(2);
    expect(json).toEqual({ error: { code: expect.any(String), message: expect.stringContaining("UTF-8") } });
  });
});

describe("the output of tasks lint --format", () => {
  const path = writeList(broken);
  const line = lineOf(broken, "1.9");

  test("text has file:line:column, severity and rule on one line", async () => {
    const { stdout } = await runTasks(["lint", path]);
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(stdout).toContain(`${path}:${line}:`);
    expect(stdout).toContain(" error unknown-dependency ");
  });

  test("json is the value that --json prints", async () => {
    const { exitCode, stdout } = await runTasks(["lint", path, "--format", "json"]);
    const { json } = await runJson(["lint", path]);
    expect(JSON.parse(stdout)).toEqual(json);
    expect(json.failing).toBe(1);
    expect(json.diagnostics).toEqual([
      {
        rule: "unknown-dependency",
        severity: "error",
        message: expect.any(String),
        file: path,
        line,
        column: expect.any(Number),
      },
    ]);
    expect(exitCode).toBe(1);
  });

  test("github is a workflow annotation", async () => {
    const { exitCode, stdout } = await runTasks(["lint", path, "--format", "github"]);
    expect(stdout).toMatch(
      new RegExp(`^::error file=[^,]+,line=${line},col=\\d+,title=unknown-dependency::.+\\n$`),
    );
    expect(exitCode).toBe(1);
  });

  test("sarif is a log of one run whose results name their rules", async () => {
    const { exitCode, stdout } = await runTasks(["lint", path, "--format", "sarif"]);
    const log = JSON.parse(stdout);
    const [run] = log.runs;
    expect([exitCode, log.version]).toEqual([1, "2.1.0"]);
    expect(run.results).toHaveLength(1);
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toContain(run.results[0].ruleId);
    expect(run.results[0].locations[0].physicalLocation.region.startLine).toBe(line);
  });
});

test.each([
  ["an HTML comment", "<!--\n### Task 1.9: Hidden\n-->"],
  ["a comment inside an element", "<div>\n<!-- ### Task 1.8: Other\n### Task 1.9: Hidden -->\n</div>"],
  ["indented code", "As code:\n\n    ### Task 1.9: Hidden"],
  ["a closed fence", "```\n### Task 1.9: Hidden\n```"],
])("tasks lint warns about a task heading inside %s", async (_, hidden) => {
  const path = writeList(`${clean}\n${hidden}\n`);
  const { exitCode, json } = await runJson(["lint", path]);
  expect([exitCode, [...new Set(rulesOf(json))]]).toEqual([0, ["task-in-fence"]]);
});

test("tasks lint reports a task heading inside a visible element as an error", async () => {
  const path = writeList(`${clean}\n<div>\n### Task 1.9: Hidden\n</div>\n`);
  const { exitCode, json } = await runJson(["lint", path]);
  expect([exitCode, rulesOf(json)]).toEqual([1, ["malformed-task"]]);
});

test("tasks lint reports several files in the order of its arguments", async () => {
  const [first, second] = [writeList(warned), writeList(broken)];
  const { exitCode, json } = await runJson(["lint", first, writeList(clean), second]);
  expect(json.diagnostics.map(({ file }: { file: string }) => file)).toEqual([first, second]);
  expect(exitCode).toBe(1);
});

describe("tasks lint --prd", () => {
  const prd =
    "# PRD: Test\n\n## Functional Requirements\n\n- **FR-1**: A user registers with an email.\n- **FR-2**: A user signs in.\n";

  test("warns about each requirement that no task carries", async () => {
    const folder = temporaryFolder();
    const prdPath = writeFile(folder, "0001-prd-test.md", prd);
    const list = writeFile(
      folder,
      "tasks.md",
      listOf([{ number: "1.1", lines: ["**Requirements**: FR-1"] }]),
    );
    const { exitCode, json } = await runJson(["lint", list, "--prd", prdPath]);
    expect(exitCode).toBe(0);
    expect(rulesOf(json)).toEqual(["uncovered-requirement"]);
    expect(json.diagnostics[0].message).toContain("FR-2");
  });

  test.each([
    ["accepts the name of the given PRD", "PRD.md", []],
    ["reports another name that has not the documented form", "other.md", ["prd-name"]],
  ])("%s in the PRD line", async (_, named, expected) => {
    const folder = temporaryFolder();
    const prdPath = writeFile(folder, "PRD.md", prd.replace(/- \*\*FR-2.*\n/, ""));
    const tasks = listOf([{ number: "1.1", lines: ["**Requirements**: FR-1"] }]);
    const list = writeFile(folder, "tasks.md", tasks.replace("0001-prd-test.md", named));
    expect(rulesOf((await runJson(["lint", list])).json)).toEqual(["prd-name"]);
    expect(rulesOf((await runJson(["lint", list, "--prd", prdPath])).json)).toEqual(expected);
  });

  test("exits with 2 if the PRD is missing", async () => {
    expect((await runTasks(["lint", writeList(clean), "--prd", "missing.md"])).exitCode).toBe(2);
  });
});

describe("tasks lint --fix", () => {
  const fixable = clean
    .replace("## Phase 1: Part 1", "## Phase 1: Part 1 (Tasks 1.1-1.7)")
    .replace("**Status**: Not Started", "**Status**: Complete");
  const fixed = clean.replace("## Phase 1: Part 1", "## Phase 1: Part 1 (Tasks 1.1-1.2)");

  test("repairs what is safe, reports nothing afterwards, and changes nothing on a second run", async () => {
    const path = writeList(fixable);
    for (let run = 0; run < 2; run++) {
      const { exitCode, json } = await runJson(["lint", "--fix", path]);
      expect([exitCode, json.diagnostics]).toEqual([0, []]);
      expect(readFileSync(path, "utf8")).toBe(fixed);
    }
  });

  test("rewrites known labels in the documented form and leaves all others", async () => {
    const own = ["**Complexity**: Low", "**Dependencies**: None", "**Verification**:"];
    const otherwise = ["__complexity:__ Low", "**Dependencies:** None", "**Verfication**："];
    const written = (labels: readonly string[], header: string, other: string) =>
      writeList(
        clean
          .replace("**Created**:", header)
          .replace("### Task 1.1: Build 1.1\n", `### Task 1.1: Build 1.1\n\n${other}`)
          .replace(/\*\*Complexity\*\*: Low\n\*\*Dependencies\*\*: None/, `${labels[0]}\n${labels[1]}`)
          .replace("**Verification**:", labels[2] ?? ""),
      );
    const other = "**Note:** Acceptance is **Done:** here.\n";
    const path = written(otherwise, "**created:**", other);
    const { exitCode, stderr } = await runTasks(["lint", "--fix", path]);
    expect(exitCode).toBe(0);
    const wanted = readFileSync(written(own, "**Created**:", other), "utf8");
    expect(readFileSync(path, "utf8")).toBe(wanted);
    expect(stderr).toContain(`tasks: ${path}: 4 repairs, which tasks undo takes back.\n`);
  });

  test("reports how many repairs it made, and nothing if it made none", async () => {
    const path = writeList(clean.replace("**Dependencies**: None\n", ""));
    const { stderr } = await runTasks(["lint", "--fix", path]);
    expect(stderr).toContain(`${path}: 1 repair, which tasks undo takes back.\n`);
    expect((await runTasks(["lint", "--fix", path])).stderr).toBe("tasks: no problems found\n");
  });

  test.each([
    "**Dependencies** 1.1",
    "*Dependencies*: 1.1",
    "| Dependencies | 1.1 |",
    "**Requires**: 1.1",
    "Depends on 1.1.",
    "**Dependencies**:\n> 1.1",
  ])("writes no dependencies into a task that states them in a form of its own: %s", async (line) => {
    const path = writeList(clean.replace("**Dependencies**: 1.1", line));
    const { exitCode, stdout } = await runTasks(["lint", "--fix", path]);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining("missing-dependencies")]);
    expect(readFileSync(path, "utf8")).toContain(`\n${line}\n`);
    expect(readFileSync(path, "utf8").match(/Dependencies\*\*: None/g)).toHaveLength(1);
  });

  test("repairs none of several lists if it can't read one of them", async () => {
    const text = clean.replace("**Dependencies**: None\n", "");
    const path = writeList(text);
    const { exitCode } = await runTasks(["lint", "--fix", path, `${path}.missing`]);
    expect([exitCode, readFileSync(path, "utf8")]).toEqual([2, text]);
  });

  test("leaves an error that it could only guess at, and exits with 1", async () => {
    const path = writeList(broken);
    expect((await runTasks(["lint", "--fix", path])).exitCode).toBe(1);
    expect(readFileSync(path, "utf8")).toBe(broken);
  });

  test("prints the edit as a diff with --dry-run and writes nothing", async () => {
    const path = writeList(fixable);
    const { stdout } = await runTasks(["lint", "--fix", "--dry-run", path]);
    expect(stdout).toContain("-**Status**: Complete\n+**Status**: Not Started");
    expect(readFileSync(path, "utf8")).toBe(fixable);
  });

  test("refuses a read-only list and one with merge conflicts", async () => {
    const readOnly = writeList(fixable);
    chmodSync(readOnly, 0o444);
    const merging = writeList(`${fixable}\n<<<<<<< HEAD\n`);
    for (const path of [readOnly, merging]) {
      const before = readFileSync(path, "utf8");
      expect((await runTasks(["lint", "--fix", path])).exitCode).toBe(2);
      expect(readFileSync(path, "utf8")).toBe(before);
    }
  });
});

describe("tasks lint --strict", () => {
  const sharing = listOf([
    { number: "1.1", lines: ["**Files**: src/a.ts"] },
    { number: "1.2", lines: ["**Files**: src/a.ts"] },
  ]);

  test("fails a list that has a warning, and says why", async () => {
    const { exitCode, stderr } = await runTasks(["lint", "--strict", writeList(warned)]);
    expect([exitCode, stderr]).toEqual([
      1,
      "tasks: 0 errors, 1 warning (1 counts as an error with --strict: vague-verification)\n",
    ]);
  });

  test("ignores warnings that can be wrong", async () => {
    const { exitCode, json } = await runJson(["lint", "--strict", writeList(sharing)]);
    expect([exitCode, rulesOf(json)]).toEqual([0, ["shared-file"]]);
  });
});
