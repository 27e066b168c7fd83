import { readFileSync } from "node:fs";
import { instance } from "@viz-js/viz";
import { describe, expect, test } from "vitest";
import { answers } from "../../../src/tasks/reporting/answers.ts";
import { awkwardTitles } from "../../support/awkward-titles.ts";
import { listOf } from "../../support/list-of.ts";
import { runJson, runTasks, writeList } from "../../support/tasks-command.ts";

const plan = [
  { number: "1.1", status: "Complete" },
  { number: "1.2", depends: "1.1", lines: ["**Files**: `src/a.ts`"] },
  { number: "1.3", lines: ["**Owner**: ann"], status: "In Progress" },
  { number: "2.1", depends: "1.2, 1.3" },
  { number: "2.2", lines: ["**Files**: `src/a.ts`"] },
];
const awkward = listOf(
  awkwardTitles.map((title, index) => ({
    number: `1.${index + 1}`,
    title,
    depends: index ? `1.${index}` : "None",
  })),
);
const faulty = listOf([
  { number: "1.1", depends: "1.2" },
  { number: "1.2", depends: "1.1" },
  { number: "1.3", depends: 'the "payment" team, 9.9' },
  { number: "1.3", depends: "1.3" },
]);

test("tasks graph --json matches its schema for a task without an estimate", async () => {
  const list = writeList(listOf([{ number: "1.1" }]).replace("**Complexity**: Low\n", ""));
  const { json } = await runJson(["-f", list, "graph"]);
  expect(json.tasks[0].estimateMinutes).toBe(null);
  expect(answers.graph.safeParse(json)).toMatchObject({ success: true });
});

test("tasks graph --json prints waves, the critical path and minutes by task number", async () => {
  const list = writeList(listOf(plan));
  const before = readFileSync(list, "utf8");
  const { exitCode, json } = await runJson(["-f", list, "graph"]);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({
    title: "Test",
    waves: [
      ["1.2", "1.3"],
      ["2.1", "2.2"],
    ],
    criticalPath: ["1.2", "2.1"],
    criticalMinutes: 60,
    minutesLeft: 120,
    edges: [
      { from: "1.1", to: "1.2" },
      { from: "1.2", to: "2.1" },
      { from: "1.3", to: "2.1" },
    ],
    conflicts: [{ from: "1.2", to: "2.2", file: "src/a.ts" }],
    problems: [],
    cycles: [],
  });
  expect(json.tasks[2]).toMatchObject({
    number: "1.3",
    status: "In Progress",
    wave: 1,
    owner: "ann",
    ready: false,
  });
  expect(json.output).toBeUndefined();
  expect(readFileSync(list, "utf8")).toBe(before);
  const { json: drawn } = await runJson(["-f", list, "graph", "--format", "dot"]);
  expect([drawn.format, drawn.output.startsWith("digraph")]).toEqual(["dot", true]);
});

test("tasks graph prints Mermaid by default if the output isn't a terminal", async () => {
  const { stdout } = await runTasks(["-f", writeList(listOf(plan)), "graph"]);
  expect(stdout).toMatch(/^flowchart TD\n/);
  expect(stdout).toContain('subgraph wave1 ["Wave 1 · 2 tasks · 30 min"]');
  expect(stdout).toContain("t1_2 --> t2_1\n");
});

test("tasks graph --format text prints the waves, and the task that each conflicting task was put after", async () => {
  const { stdout } = await runTasks(["-f", writeList(listOf(plan)), "graph", "--format", "text"]);
  expect(stdout).toContain("Test · 4 tasks left in 2 waves\n");
  expect(stdout).toContain("Critical path  1 h: 1.2 → 2.1\n");
  expect(stdout).toMatch(/Wave 2 · 2 tasks · 30 min\n {2}○ 2\.1 .*\n {2}○ 2\.2 .*after 1\.2: src\/a\.ts/);
});

test("tasks graph counts the tasks that wait for something outside the list apart from the waves", async () => {
  const held = { number: "1.2", depends: "the payment team" };
  const printed = async (tasks: Parameters<typeof listOf>[0]): Promise<string> =>
    (await runTasks(["-f", writeList(listOf(tasks)), "graph", "--format", "text"])).stdout;
  expect(await printed([{ number: "1.1" }, held])).toContain(
    "Test · 2 tasks left: 1 in 1 wave, 1 waiting for something outside the list\n",
  );
  expect(await printed([held])).toContain("Test · 1 task left: 1 waiting for something outside the list\n");
});

test("tasks graph reports that nothing is left when all tasks are Complete", async () => {
  const list = writeList(listOf([{ number: "1.1", status: "Complete" }]));
  expect((await runTasks(["-f", list, "graph", "--format", "text"])).stdout).toBe(
    "Test: nothing left to do.\n",
  );
  const { json } = await runJson(["-f", list, "graph"]);
  expect([json.waves, json.criticalPath, json.minutesLeft]).toEqual([[], [], 0]);
});

describe("tasks graph of a list with cycles and unknown dependencies", () => {
  test.each(["mermaid", "dot", "svg", "html", "text"])("draws %s", async (format) => {
    const { exitCode, stdout } = await runTasks(["-f", writeList(faulty), "graph", "--format", format]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("1.2");
  });

  test.each([
    ["text", '"'],
    ["html", "&quot;"],
  ])("names the faults in %s", async (format, quote) => {
    const { stdout } = await runTasks(["-f", writeList(faulty), "graph", "--format", format]);
    expect(stdout).toContain("Task 1.1 waits for 1.2, which closes the cycle 1.1 → 1.2 → 1.1.");
    expect(stdout).toContain(`Task 1.3 waits for ${quote}9.9${quote}, which is not a task in this list.`);
  });
});

test.each([
  ["a typical list", listOf(plan)],
  ["a list with awkward titles", awkward],
  ["a list with cycles", faulty],
])("Graphviz accepts the dot output for %s and shows each title", async (_, text) => {
  const { stdout } = await runTasks(["-f", writeList(text), "graph", "--format", "dot"]);
  const { status, output, errors } = (await instance()).render(stdout, { format: "json" });
  // Without fonts, Graphviz estimates widths.
  const faults = errors.filter(({ message }) => !message.includes("no value for width of non-ASCII"));
  expect([status, faults]).toEqual(["success", []]);
  const { objects } = JSON.parse(output ?? "") as { objects: readonly { name: string; label?: string }[] };
  const labels = objects.filter(({ name }) => /^t\d/.test(name)).map(({ label }) => label ?? "");
  expect(labels).toHaveLength(text.match(/^### Task/gm)?.length ?? 0);
  if (text === awkward) {
    expect(labels[0]?.replaceAll("\\n", " ")).toBe(`1.1 Say "hello" to 'them' 30 min`);
    expect(labels[7]?.replaceAll("\\n", " ")).toContain("&amp; counting");
  }
});

test("tasks graph --format html escapes all text of the list", async () => {
  const { stdout } = await runTasks(["-f", writeList(awkward), "graph", "--format", "html"]);
  expect(stdout).not.toMatch(/<script|<img|onerror="/);
});

test.each(["mermaid", "dot", "svg", "html"])(
  "tasks graph draws a chain of 3,000 tasks as %s",
  async (format) => {
    const tasks = Array.from({ length: 3000 }, (_, index) => ({
      number: `1.${index + 1}`,
      depends: index === 0 ? "None" : `1.${index}`,
    }));
    const { exitCode, stdout } = await runTasks([
      "-f",
      writeList(listOf(tasks)),
      "graph",
      "--format",
      format,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("1.3000");
  },
);

test("tasks graph refuses an unknown format, and a mistyped command gets a suggestion", async () => {
  const list = writeList(listOf(plan));
  const { exitCode, stderr } = await runTasks(["-f", list, "graph", "--format", "png"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("Allowed choices are text, mermaid, dot, svg, html");
  expect((await runTasks(["-f", list, "grahp"])).stderr).toContain("Did you mean graph?");
  expect((await runTasks(["graph", "--help"])).stdout).toContain("$ tasks graph --format html > plan.html");
});
