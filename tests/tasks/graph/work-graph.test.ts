import fc from "fast-check";
import { expect, test } from "vitest";
import { presentGraph } from "../../../src/tasks/commands/graph.ts";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { describeGraph } from "../../../src/tasks/graph/graph-words.ts";
import type { Link, Node, WorkGraph } from "../../../src/tasks/graph/work-graph.ts";
import { workGraph } from "../../../src/tasks/graph/work-graph.ts";
import { listOf } from "../../support/list-of.ts";

interface Words {
  readonly depends?: string;
  readonly files?: string;
  readonly status?: string;
  readonly complexity?: string;
}

/** A list of tasks 1.1, 1.2 and so on, with the given fields instead of the defaults. */
function graphOf(tasks: readonly Words[]): { graph: WorkGraph; json: ReturnType<typeof presentGraph> } {
  const text = listOf(
    tasks.map(({ depends, files, status }, index) => ({
      number: `1.${index + 1}`,
      ...(depends === undefined ? {} : { depends }),
      ...(status === undefined ? {} : { status }),
      lines: files === undefined ? [] : [`**Files**: ${files}`],
    })),
  );
  const complexities = tasks.map(({ complexity }) => complexity ?? "Low");
  const list = readTaskList(
    text.replaceAll("**Complexity**: Low", () => `**Complexity**: ${complexities.shift()}`),
  );
  const graph = workGraph(list);
  return { graph, json: presentGraph(list, graph) };
}

test("the work graph puts a task into the first wave after its dependencies, and a Complete task into none", () => {
  const { json } = graphOf([
    { status: "Complete" },
    { depends: "1.1" },
    {},
    { depends: "1.2, 1.3" },
    { depends: "1.3" },
  ]);
  expect(json.waves).toEqual([
    ["1.2", "1.3"],
    ["1.4", "1.5"],
  ]);
  expect(json.tasks[0]).toMatchObject({ wave: null, status: "Complete" });
});

test("the work graph puts two tasks with the same file into different waves, and names the conflict", () => {
  const { json } = graphOf([
    { files: "`src/a.ts`, `src/b.ts`" },
    { files: "src/c.ts" },
    { files: "`./src/b.ts` (modify)" },
  ]);
  expect(json.waves).toEqual([["1.1", "1.2"], ["1.3"]]);
  expect(json.conflicts).toEqual([{ from: "1.1", to: "1.3", file: "src/b.ts" }]);
});

test.each([
  ["src/a.ts", "`src/a.ts:12-40`", true],
  ["`src/api/`", "src/api/users.ts", true],
  ["src/api/*.ts", "src/api/v1/users.ts", true],
  ["Makefile", "Makefile (update)", true],
  ["`Dockerfile`", "Dockerfile", true],
  ["delete src/old.ts", "src/old.ts", true],
  ["src\\a.ts", "src/a.ts", true],
  ["app/[id]/page.tsx", "app/[id]/page.tsx", true],
  ["src/a.ts", "src/a.tsx", false],
  ["src/api", "src/apis/a.ts", false],
  ["None", "None", false],
  ["N/A", "N/A", false],
  ["various", "various", false],
  ["see https://a.test/x.md", "see https://a.test/x.md", false],
])("the work graph finds that %s and %s overlap: %s", (one, other, overlaps) => {
  const { json } = graphOf([{ files: one }, { files: other }]);
  expect(json.waves).toEqual(overlaps ? [["1.1"], ["1.2"]] : [["1.1", "1.2"]]);
});

test("the work graph puts a task in progress before a new task with the same file", () => {
  const { json } = graphOf([{ files: "a.ts" }, { files: "a.ts", status: "In Progress" }]);
  expect(json.waves).toEqual([["1.2"], ["1.1"]]);
});

test("the critical path is the chain with the most effort, not the one with the most tasks", () => {
  const { json } = graphOf([
    {},
    { depends: "1.1" },
    { depends: "1.2" },
    { complexity: "High" },
    { complexity: "Medium", depends: "1.4" },
  ]);
  expect([json.criticalPath, json.criticalMinutes, json.minutesLeft]).toEqual([["1.4", "1.5"], 360, 450]);
});

test("the work graph breaks a cycle at the dependency on a later task, and names the cycle", () => {
  const { json } = graphOf([{ depends: "1.3" }, { depends: "1.1" }, { depends: "1.2" }, { depends: "1.4" }]);
  expect(json.waves).toEqual([["1.1", "1.4"], ["1.2"], ["1.3"]]);
  expect(json.cycles).toEqual([{ from: "1.3", to: "1.1", path: ["1.1", "1.3", "1.2"] }]);
  expect(json.problems.map(({ message }) => message)).toEqual([
    "Task 1.4 waits for itself.",
    "Task 1.1 waits for 1.3, which closes the cycle 1.1 → 1.3 → 1.2 → 1.1.",
  ]);
});

test("the work graph reports an unknown dependency, and its task is not ready", () => {
  const { json } = graphOf([{ depends: "9.9, the payment team" }]);
  expect(json.problems).toMatchObject([
    { kind: "unknown-dependency", number: "1.1", name: "9.9" },
    { kind: "unknown-dependency", number: "1.1", name: "the payment team" },
  ]);
  expect(json.tasks[0]).toMatchObject({ wave: null, waiting: true, ready: false });
});

test("the work graph makes a task wait for both tasks with a number that is defined twice", () => {
  const list = readTaskList(
    listOf([
      { number: "1.1" },
      { number: "1.1", depends: "1.2" },
      { number: "1.2" },
      { number: "1.3", depends: "1.1" },
    ]),
  );
  expect(presentGraph(list, workGraph(list)).waves).toEqual([["1.1", "1.2"], ["1.1"], ["1.3"]]);
});

const words = fc.array(
  fc.record({
    dependencies: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 4 }),
    files: fc.uniqueArray(fc.constantFrom("a.ts", "b.ts", "src/", "src/c.ts", "src/d/e.ts"), {
      maxLength: 2,
    }),
    status: fc.constantFrom("Not Started", "In Progress", "Blocked", "Complete"),
    complexity: fc.constantFrom("Low", "Medium", "High"),
  }),
  { minLength: 1, maxLength: 14 },
);

test("every work graph has each open task in one wave after its dependencies, no shared file in a wave, and the longest chain", () => {
  fc.assert(
    fc.property(words, (tasks) => {
      const { graph } = graphOf(
        tasks.map(({ dependencies, files, ...rest }) => ({
          ...rest,
          depends: dependencies.map((number) => `1.${number}`).join(", ") || "None",
          ...(files.length > 0 ? { files: files.join(", ") } : {}),
        })),
      );
      const open = graph.nodes.filter(isOpen);
      expect(new Set(graph.waves.flat())).toEqual(new Set(open));
      for (const { from, to } of dependenciesIn(graph))
        if (to.wave !== null) expect(from.wave ?? 0).toBeLessThan(to.wave);
      for (const members of graph.waves) {
        const paths = members.flatMap((node) => node.paths);
        const nested = paths.filter((path) =>
          paths.some((other) => path !== other && path.startsWith(`${other}/`)),
        );
        // One task may name both a folder and a file in it.
        const own = members.flatMap((node) =>
          node.paths.filter((path) =>
            node.paths.some((other) => path !== other && path.startsWith(`${other}/`)),
          ),
        );
        expect(new Set(paths).size).toBe(paths.length);
        expect(nested).toEqual(own);
      }
      expect(graph.critical.minutes).toBe(longestChain(graph));
      const path = graph.critical.nodes;
      const edges = dependenciesIn(graph);
      expect(
        path.slice(1).every((to, at) => edges.some((edge) => edge.from === path[at] && edge.to === to)),
      ).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const isOpen = ({ task }: Node): boolean => task.status.value !== "Complete";

const dependenciesIn = ({ links }: WorkGraph): readonly Link[] =>
  links.filter(({ kind }) => kind === "plain" || kind === "critical");

/** Computed by trying all chains. */
function longestChain(graph: WorkGraph): number {
  const edges = dependenciesIn(graph);
  const from = (node: Node): number => {
    const before = edges
      .filter((edge) => edge.to === node && isOpen(edge.from))
      .map((edge) => from(edge.from));
    return (node.minutes ?? 0) + Math.max(0, ...before);
  };
  return Math.max(0, ...graph.nodes.filter(isOpen).map(from));
}

test("the work graph puts tasks that wait for something outside the list, and their dependents, into no wave", () => {
  const list = readTaskList(
    [
      "### Task 1.1: A\n- Dependencies: the vendor's key",
      "### Task 1.2: B\n- Dependencies: 1.1",
      "### Task 1.3: C\n- Dependencies: None\n",
    ].join("\n\n"),
  );
  const graph = workGraph(list);
  const json = presentGraph(list, graph);
  expect(json.waves).toEqual([["1.3"]]);
  expect(json.waiting).toEqual(["1.1", "1.2"]);
  expect(json.tasks.map(({ wave, waiting }) => [wave, waiting])).toEqual([
    [null, true],
    [null, true],
    [1, false],
  ]);
  expect(describeGraph(graph)).toContain("Waiting for something outside the list");
});
