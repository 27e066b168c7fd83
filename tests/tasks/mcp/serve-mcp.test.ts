import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer";
import { afterEach, describe, expect, it } from "vitest";
import { createProgram } from "../../../src/tasks/cli/create-program.ts";
import { program } from "../../support/machine.ts";
import type { McpOptions } from "../../support/mcp-client.ts";
import { connectMcp } from "../../support/mcp-client.ts";
import { runTasks, temporaryFolder, writeFile } from "../../support/tasks-command.ts";
import { testWith } from "../../support/test-with.ts";
import { addWorktree, createRepository } from "../../support/worktrees.ts";

const task = (number: string, title: string, depends: string) => `### Task ${number}: ${title}

**Complexity**: Low
**Dependencies**: ${depends}

**Steps**:

1. ${title}

**Verification**:

- [ ] ${title} is there
- [ ] \`touch never-run\` passes
`;
const list = `# Task List: Loans

**PRD**: 0001-prd-loans.md
**Created**: 2026-01-02
**Status**: Not Started

---

## Phase 1: All (Tasks 1.1-1.3)

${task("1.1", "Model", "None")}
${task("1.2", "Endpoint", "1.1")}
${task("1.3", "Mail", "None")}`;

const open: Client[] = [];
async function connect(options: McpOptions): Promise<Client> {
  const client = await connectMcp(options);
  open.push(client);
  return client;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

// biome-ignore lint/suspicious/noExplicitAny: tests read fields of JSON without a type
type Json = any;

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Json> {
  const result = await client.callTool({ name, arguments: input });
  const { text } = result.content[0] as { text: string };
  if (result.isError) throw new Error(text);
  expect(JSON.parse(text)).toEqual(result.structuredContent);
  return result.structuredContent;
}

function folderWithList(): { folder: string; file: string; text: () => string } {
  const folder = temporaryFolder();
  const file = writeFile(folder, "tasks/tasks-0001-prd-loans.md", list);
  return { folder, file, text: () => readFileSync(file, "utf8") };
}

describe.each([
  ["with a handshake", false],
  ["without a handshake", true],
])("tasks mcp %s", (_, stateless) => {
  it("takes a client through a whole task", async () => {
    const { folder, text } = folderWithList();
    const client = await connect({ cwd: folder, stateless });
    expect((await call(client, "next")).task).toMatchObject({ number: "1.1", ready: true });
    expect((await call(client, "start", { as: "ann" })).task).toMatchObject({
      number: "1.1",
      status: "In Progress",
      owner: "ann",
    });
    await expect(call(client, "complete", { number: "1.1" })).rejects.toThrow(/Model is there/);
    expect((await call(client, "check", { number: "1.1" })).task.verification).toHaveLength(2);
    const ticked = await call(client, "check", { number: "1.1", items: ["1"] });
    expect(ticked.task.verification[0]).toMatchObject({ checked: true });
    await call(client, "check", { number: "1.1", items: [2] });
    expect((await call(client, "complete", { number: "1.1" })).task.status).toBe("Complete");
    expect((await call(client, "next")).task.number).toBe("1.2");
    expect(await call(client, "progress")).toMatchObject({
      complete: 1,
      pending: 2,
      total: 3,
      status: "In Progress",
    });
    expect(text()).toContain("**Status**: Complete\n**Owner**: ann\n");
  });
});

describe("tasks mcp", () => {
  it("declares the input of each tool and whether it changes anything", async () => {
    const { folder } = folderWithList();
    const { tools } = await (await connect({ cwd: folder })).listTools();
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, [annotations?.readOnlyHint, annotations?.destructiveHint]]),
    );
    const names = (hint: readonly (boolean | undefined)[]) =>
      Object.keys(hints).filter((name) => JSON.stringify(hints[name]) === JSON.stringify(hint));
    expect(names([true, undefined]).join(" ")).toBe(
      "next verify progress list show log graph lint audit brief coverage",
    );
    expect(names([undefined, false]).join(" ")).toBe(
      "start check complete block unblock release reset add edit move renumber undo generate update import fix",
    );
    expect(names([undefined, true])).toEqual(["remove"]);
    expect(tools.find(({ name }) => name === "complete")?.annotations?.idempotentHint).toBe(true);
    expect(tools.every(({ inputSchema }) => inputSchema.type === "object")).toBe(true);
    expect(JSON.stringify(tools)).not.toMatch(/"run"|"timeout"/);
  });

  it("never runs a command", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    await call(client, "start", { number: "1.1" });
    await expect(call(client, "complete", { number: "1.1", run: true })).rejects.toThrow(
      /Unrecognized key: "run"/,
    );
    await expect(call(client, "verify", { number: "1.1", run: true })).rejects.toThrow(
      /Unrecognized key: "run"/,
    );
    await expect(call(client, "generate", { prd: "prd.md", with: "touch x" })).rejects.toThrow(
      /Unrecognized key: "with"/,
    );
    const { stdout } = await runTasks(["show", "1.1", "--json"], { cwd: folder });
    expect(JSON.parse(stdout).task.verification[1]).toEqual({
      text: "`touch never-run` passes",
      checked: false,
    });
  });

  it("refuses with the same message as the command", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    const refusals: [string, Record<string, unknown>, string[]][] = [
      ["start", { number: "1.2" }, ["start", "1.2"]],
      ["show", { number: "1.9" }, ["show", "1.9"]],
      ["remove", { number: "1.1" }, ["remove", "1.1"]],
      ["complete", { number: "1.1" }, ["complete", "1.1"]],
      [
        "add",
        { title: "X", verify: ["It is there"], phase: "7" },
        ["add", "X", "--verify", "Y", "--phase", "7"],
      ],
    ];
    for (const [name, input, args] of refusals) {
      const { stderr } = await runTasks(args, { cwd: folder });
      const answer = await client.callTool({ name, arguments: input });
      expect(answer).toMatchObject({ isError: true, content: [{ type: "text", text: stderr.slice(7, -1) }] });
    }
    await expect(call(client, "show", {})).rejects.toThrow("number: Expected a string or a number");
  });

  it("adds, lists, shows, removes and lints like the command", async () => {
    const { folder, text } = folderWithList();
    const client = await connect({ cwd: folder });
    const added = await call(client, "add", {
      title: "Remind members",
      verify: ["A mail is sent on the day before"],
      depends: ["1.1"],
      after: "1.1",
    });
    expect(added).toMatchObject({
      task: { number: "1.2" },
      renumbered: [
        { from: "1.2", to: "1.3" },
        { from: "1.3", to: "1.4" },
      ],
    });
    const { tasks } = await call(client, "list");
    expect(tasks.map((one: Json) => one.number)).toEqual(["1.1", "1.2", "1.3", "1.4"]);
    expect(Object.keys(tasks[0])).toEqual([
      ...["number", "title", "status", "ready", "dependencies", "owner", "claim"],
    ]);
    expect(await call(client, "show", { number: "1.2" })).toMatchObject({ waitsFor: [{ number: "1.1" }] });
    const before = text();
    expect((await call(client, "remove", { number: "1.1", yes: true, dryRun: true })).diff).toContain(
      "-### Task 1.1",
    );
    expect(text()).toBe(before);
    expect(await call(client, "remove", { number: "1.1", yes: true, reason: "done" })).toMatchObject({
      heirs: ["1.2", "1.3"],
    });
    const { diagnostics } = await call(client, "lint");
    expect(new Set(diagnostics.map((one: Json) => one.severity))).toEqual(new Set(["warning"]));
  });

  it("offers every operation that runs no program and changes no setup", async () => {
    const { folder } = folderWithList();
    const { tools } = await (await connect({ cwd: folder })).listTools();
    const { commands } = createProgram("0.0.0", []);
    const notOffered = ["run", "init", "completion", "merge", "mcp", "__complete"];
    const operations = commands.map((command) => command.name()).filter((name) => !notOffered.includes(name));
    // `lint --fix` is a separate tool, so that lint only reads.
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...operations, "fix"].toSorted());
  });

  it("takes a status and a complexity in any words that the command takes, and names the standard ones", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    await call(client, "start", { number: "1.3" });
    const numbers = async (status: string) =>
      (await call(client, "list", { status })).tasks.map(({ number }: Json) => number);
    expect([await numbers("todo"), await numbers("in progress")]).toEqual([["1.1", "1.2"], ["1.3"]]);
    const edited = await call(client, "edit", { number: "1.1", complexity: "high", requirement: ["FR-5"] });
    expect(edited.task).toMatchObject({ complexity: "High", requirements: ["FR-5"] });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "list")?.inputSchema.properties).toMatchObject({
      status: { type: "string", enum: ["Not Started", "In Progress", "Blocked", "Complete"] },
    });
  });

  it("costs an assistant fewer than 3,000 tokens", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    const { tools } = await client.listTools();
    expect(countTokens(JSON.stringify(tools) + client.getInstructions())).toBeLessThan(3000);
  });

  it("edits, moves, releases, resets, renumbers and undoes like the command", async () => {
    const { folder, text } = folderWithList();
    const client = await connect({ cwd: folder });
    const before = text();
    await call(client, "edit", { number: "1.1", title: "Loan model" });
    expect((await call(client, "show", { number: 1.1 })).task.title).toBe("Loan model");
    expect(await call(client, "undo")).toMatchObject({ undone: "edit" });
    expect(text()).toBe(before);
    await call(client, "start", { number: "1.1", as: "ann" });
    expect((await call(client, "release", { number: "1.1" })).task).toMatchObject({
      status: "Not Started",
      owner: null,
    });
    await call(client, "check", { number: "1.1", items: [1] });
    expect((await call(client, "reset", { number: "1.1" })).task.verification[0].checked).toBe(false);
    expect(await call(client, "move", { number: "1.3", after: 1.1, dryRun: true })).toMatchObject({
      renumbered: expect.arrayContaining([{ from: "1.3", to: "1.2" }]),
    });
    await call(client, "remove", { number: "1.2", yes: true });
    expect((await call(client, "renumber")).renumbered).toEqual([{ from: "1.3", to: "1.2" }]);
    expect((await call(client, "fix", { dryRun: true })).diff).toBeDefined();
  });

  testWith([program("git")], "lists claims of other worktrees, and releases stale claims", async () => {
    const root = createRepository(list);
    const other = addWorktree(root, "other");
    const client = await connect({ cwd: root });
    const theirs = await connect({ cwd: other });
    await call(theirs, "start", { number: "1.1", as: "ann" });
    const { tasks } = await call(client, "list");
    expect(tasks[0]).toMatchObject({ number: "1.1", claim: { owner: "ann", branch: "other" } });
    expect(tasks[1].claim).toBeNull();
    expect((await call(client, "release", { stale: "4h" })).released).toEqual([]);
    expect((await call(client, "release", { stale: "0s" })).released).toMatchObject([
      { number: "1.1", owner: "ann" },
    ]);
    await expect(call(client, "release", {})).rejects.toThrow("Name a task to release");
    await expect(call(client, "release", { number: "1.1", stale: "4h" })).rejects.toThrow("not both");
    await call(client, "edit", { number: "1.2", verify: ["It works correctly"] });
    expect((await call(client, "lint")).failing).toBe(0);
    expect((await call(client, "lint", { strict: true })).failing).toBeGreaterThan(0);
  });

  it("makes a list from a PRD or another tool's list, only inside the project", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    const long = "A loan ends after a week. ".repeat(5000);
    writeFile(
      folder,
      "prd.md",
      `# PRD\n\n## Functional Requirements\n\n- FR-1: Loans end.\n\n## Notes\n\n${long}`,
    );
    const { brief, cut } = await call(client, "brief", { prd: "prd.md" });
    expect(brief).toHaveLength(100_001);
    expect(cut).toEqual([expect.stringMatching(/^brief: 100000 of 1\d{5} characters$/)]);
    expect((await call(client, "coverage", { prd: "prd.md" })).uncovered).toEqual(["FR-1"]);
    const { text } = await call(client, "generate", { prd: "prd.md", stdout: true });
    expect(text).toContain("**Requirements**: FR-1");
    const outside = join(temporaryFolder(), "list.md");
    await expect(call(client, "generate", { prd: "prd.md", out: outside })).rejects.toThrow("out: ");
    writeFile(folder, "outline.md", "# Loans\n\n- [ ] 1. Borrow\n  - [ ] 1.1 Screen\n");
    expect(await call(client, "import", { source: "outline.md", out: "new.md" })).toMatchObject({
      list: "new.md",
      tasks: [{ number: "1.1", title: "Screen" }],
    });
    await expect(call(client, "import", { source: "/etc/passwd" })).rejects.toThrow("source: ");
  });

  it("keeps its answers short", async () => {
    const folder = temporaryFolder();
    const many = Array.from({ length: 120 }, (_, index) => `${index + 1}. ${"long ".repeat(600)}`).join("\n");
    const wild = list
      .replace("1. Model\n", `${many}\n`)
      .replaceAll("**Complexity**: Low", "**Complexity**: Gigantic");
    writeFile(folder, "tasks/tasks-0001-prd-loans.md", wild + task("1.4", "More", "9.9").repeat(120));
    const client = await connect({ cwd: folder });
    const shown = await call(client, "show", { number: "1.1" });
    expect(shown.task.steps).toHaveLength(50);
    expect(shown.cut).toContain("task.steps: 50 of 120");
    expect(JSON.stringify(shown).length).toBeLessThan(60_000);
    const { diagnostics, cut } = await call(client, "lint");
    expect(diagnostics).toHaveLength(100);
    expect(cut).toContainEqual(expect.stringMatching(/^diagnostics: 100 of \d+$/));
    expect((await call(client, "list")).tasks).toHaveLength(100);
  });

  it("never cuts a character in two, and reads numbers of 15 digits", async () => {
    const folder = temporaryFolder();
    const crowd = "👥".repeat(60_000);
    const far = task("999999999999999.1", `Crowd ${crowd}`, "None").replace("[ ] Crowd", "[ ] A crowd");
    writeFile(folder, "tasks/tasks-0001-prd-crowd.md", `# Task List: A crowd!\n\n## Phase 1: All\n\n${far}`);
    const client = await connect({ cwd: folder });
    const { task: next } = await call(client, "next");
    expect([next.phase, next.title.isWellFormed()]).toEqual([999_999_999_999_999, true]);
    const { total } = await call(client, "progress");
    expect(total).toBe(1);
  });

  it("refuses a JSON number that may have lost its last zero", async () => {
    const folder = temporaryFolder();
    const tasks = ["1.1", "1.10", "1.2"].map((number) => task(number, `Build ${number}`, "None"));
    writeFile(
      folder,
      "tasks/tasks-0001-prd-ten.md",
      `# Task List: Ten\n\n## Phase 1: All\n\n${tasks.join("\n")}`,
    );
    const client = await connect({ cwd: folder });
    await expect(call(client, "start", { number: 1.1 })).rejects.toThrow(
      "1.1 may be 1.10: send the number as a string.",
    );
    expect((await call(client, "show", { number: "1.1" })).task.number).toBe("1.1");
    expect((await call(client, "show", { number: 1.2 })).task.number).toBe("1.2");
  });

  it("never gives two clients the same task", async () => {
    const folder = temporaryFolder();
    const numbers = Array.from({ length: 12 }, (_, index) => `1.${index + 1}`);
    const text = `# Task List: Many\n\n## Phase 1: All\n\n${numbers.map((number) => task(number, `T${number}`, "None")).join("\n")}`;
    writeFile(folder, "tasks/tasks-0001-prd-many.md", text);
    const workers = await Promise.all(["ann", "ben"].map(() => connect({ cwd: folder })));
    const started = await Promise.all(
      workers.map(async (client, index) => {
        const own: string[] = [];
        for (let turn = 0; turn < 6; turn++) {
          own.push((await call(client, "start", { as: `worker-${index}` })).task.number);
        }
        return own;
      }),
    );
    expect(started.flat().toSorted()).toEqual(numbers.toSorted());
    await expect(call(workers[0] as Client, "start")).rejects.toThrow(/Nothing is ready to start/);
  });

  it("accepts a task number as a string or a number, and refuses unknown arguments", async () => {
    const { folder } = folderWithList();
    const client = await connect({ cwd: folder });
    expect((await call(client, "show", { number: 1.1 })).task.number).toBe("1.1");
    expect((await call(client, "show", { number: "1.1" })).task.number).toBe("1.1");
    await expect(call(client, "show", { number: "1.1", nmber: "1.2" })).rejects.toThrow(
      /Unrecognized key: "nmber"/,
    );
  });

  it("serves only the list that it was started with, or finds the list again for each call", async () => {
    const { folder, file } = folderWithList();
    const other = writeFile(temporaryFolder(), "other.md", list.replace("Loans", "Other"));
    const title = async (options: McpOptions, input = {}) =>
      (await call(await connect(options), "progress", input)).title;
    expect(await title({ cwd: folder, args: ["--list", other] })).toBe("Other");
    expect(await title({ cwd: folder, args: ["--list", other] }, {})).toBe("Other");
    await expect(title({ cwd: folder, args: ["--list", other] }, { list: file })).rejects.toThrow(/list/);
    expect(await title({ cwd: folder, env: { TASKS_FILE: other } })).toBe("Other");
    const second = writeFile(folder, "plans/second.md", list.replace("Loans", "Second"));
    expect(await title({ cwd: folder }, { list: second })).toBe("Second");
    const empty = temporaryFolder();
    const client = await connect({ cwd: empty });
    await expect(call(client, "next")).rejects.toThrow(/No task list found/);
    writeFile(empty, "tasks/tasks-0002-prd-new.md", list);
    expect((await call(client, "next")).task.number).toBe("1.1");
  });

  it("opens no file outside the project", async () => {
    const { folder, text } = folderWithList();
    const elsewhere = temporaryFolder();
    const other = writeFile(elsewhere, "other.md", list);
    symlinkSync(elsewhere, join(folder, "link"));
    const client = await connect({ cwd: folder });
    const before = text();
    for (const path of [other, relative(folder, other), "link/other.md", "/etc/passwd", "/dev/stdin"]) {
      await expect(call(client, "block", { number: "1.1", reason: "a key", list: path })).rejects.toThrow(
        `list: ${path} is outside the project, ${folder}`,
      );
      await expect(call(client, "lint", { prd: path })).rejects.toThrow(
        `prd: ${path} is outside the project`,
      );
    }
    await expect(call(client, "next", { list: "a\0b" })).rejects.toThrow(/zero byte/);
    await expect(call(client, "next", { list: "gone/x.md" })).rejects.toThrow(/there is no such file/);
    expect([text(), readFileSync(other, "utf8")]).toEqual([before, list]);
    // The folder of the named list belongs to the project, including a PRD there.
    writeFile(
      elsewhere,
      "prd.md",
      "# PRD\n\n## Functional Requirements\n\n- FR-1: A loan ends after a week\n",
    );
    const told = await connect({ cwd: folder, args: ["--list", other] });
    const { diagnostics } = await call(told, "lint", { prd: join(elsewhere, "prd.md") });
    expect(diagnostics.map(({ rule }: { rule: string }) => rule)).toContain("uncovered-requirement");
  });

  testWith([program("mkfifo")], "refuses a named pipe instead of waiting for it", async () => {
    const { folder } = folderWithList();
    execFileSync("mkfifo", [join(folder, "pipe.md")]);
    const client = await connect({ cwd: folder });
    await expect(call(client, "next", { list: "pipe.md" })).rejects.toThrow("list: pipe.md is not a file.");
  });

  it("refuses arguments of a megabyte", async () => {
    const { folder, text } = folderWithList();
    const client = await connect({ cwd: folder });
    const before = text();
    const long = "x".repeat(1_000_000);
    const refused: [string, Record<string, unknown>][] = [
      ["show", { number: long }],
      ["block", { number: "1.1", reason: long }],
      ["add", { title: long, verify: ["It answers 404"] }],
      ["add", { title: "Remind", verify: [long] }],
      ["add", { title: "Remind", verify: Array(1000).fill("It answers 404") }],
      ["add", { title: "Remind", verify: ["It answers 404"], phase: "9007199254740993", phaseTitle: "Far" }],
    ];
    for (const [name, input] of refused) {
      const error = await call(client, name, input).catch(({ message }: Error) => message);
      expect(error).toMatch(/Too big|not a phase number/);
      expect(error.length).toBeLessThan(500);
    }
    await expect(call(client, "show", { number: "1.1\n2.2" })).rejects.toThrow(
      '"1.1 2.2" is not a task number',
    );
    expect(text()).toBe(before);
  });

  it("prints only protocol messages, and exits when its input ends", async () => {
    const { folder } = folderWithList();
    const child = spawn(process.execPath, [resolve("dist/tasks/bin.js"), "mcp"], { cwd: folder });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await once(child.stdout, "data");
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })}\nnot JSON\n`,
    );
    await once(child.stdout, "data");
    child.stdin.end();
    const [exitCode] = await once(child, "close");
    expect(exitCode).toBe(0);
    const messages = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ["2.0", 1],
      ["2.0", 2],
    ]);
  });
});
