import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import type { Task, TaskList } from "../../../src/tasks/document/task-list.ts";
import { coverRequirements, uncoveredIds } from "../../../src/tasks/generate/coverage.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { draftedList, prdOf, taskText, updatedList } from "../../support/updated-list.ts";

const subjects = [
  "The system must",
  "Members must be able to",
  "The app should automatically",
  "Caretakers can",
];
const verbs = ["display", "save", "export", "archive", "validate", "import", "sort", "prevent", "send"];
const objects = [
  "orders",
  "the monthly report",
  "a member's address",
  "loans",
  "reminder emails",
  "opening hours",
];
const tails = [
  "",
  " by date",
  " as CSV",
  " within 2 seconds",
  " of up to 10 MB",
  " (see ID-1)",
  " (optional)",
];

const sentence = fc
  .tuple(...[subjects, verbs, objects, tails].map((words) => fc.constantFrom(...words)))
  .map(([subject, verb, object, tail]) => `${subject} ${verb} ${object}${tail}.`);

interface Requirement {
  readonly area: string;
  readonly text: string;
  readonly points: readonly string[];
}
const requirement: fc.Arbitrary<Requirement> = fc.record({
  area: fc.constantFrom("Orders", "Members", "Reports"),
  text: sentence,
  points: fc.array(sentence, { maxLength: 3 }),
});

type Style = "number" | "id" | "heading";

/** A PRD with requirements numbered by position. */
function prdText(style: Style, requirements: readonly Requirement[]): string {
  const areas = Map.groupBy(requirements, ({ area }) => area);
  let count = 0;
  const lines = [...areas].flatMap(([area, own]) => [
    `### ${area}`,
    "",
    ...own.flatMap(({ text, points }) => {
      count += 1;
      const said = text.replace("ID-1", style === "number" ? "Requirement 1" : "FR-1");
      const head = {
        number: `${count}. ${said}`,
        id: `- **FR-${count}**: ${said}`,
        heading: `#### FR-${count}: ${said}\n`,
      };
      const indent = style === "heading" ? "" : "    ";
      return [
        head[style],
        ...points.map((point) => `${indent}- ${point}`),
        ...(style === "heading" ? [""] : []),
      ];
    }),
    "",
  ]);
  return ["# PRD: Shop", "", "## Functional Requirements", "", ...lines].join("\n");
}

type Edit = (requirements: readonly Requirement[]) => readonly Requirement[];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(12), requirement).map(
    ([at, one]): Edit =>
      (all) =>
        all.toSpliced(at, 0, one),
  ),
  fc.nat(12).map(
    (at): Edit =>
      (all) =>
        all.length > 1 ? all.toSpliced(at % all.length, 1) : all,
  ),
  fc.tuple(fc.nat(12), fc.nat(12)).map(
    ([from, to]): Edit =>
      (all) => {
        const one = all[from % all.length];
        return one ? all.toSpliced(from % all.length, 1).toSpliced(to, 0, one) : all;
      },
  ),
  fc.tuple(fc.nat(12), requirement).map(
    ([at, { text }]): Edit =>
      (all) =>
        changed(all, at, (one) => ({ ...one, text })),
  ),
  fc.nat(12).map(
    (at): Edit =>
      (all) =>
        changed(all, at, (one) => ({ ...one, text: one.text.replace(".", " twice.") })),
  ),
  fc.nat(12).map(
    (at): Edit =>
      (all) =>
        changed(all, at, (one) => ({ ...one, area: "Members" })),
  ),
  fc.tuple(fc.nat(12), requirement).map(
    ([at, { points }]): Edit =>
      (all) =>
        changed(all, at, (one) => ({ ...one, points })),
  ),
  fc.nat(12).map(
    (at): Edit =>
      (all) => {
        const [one, other] = [all[at % all.length], all[(at + 1) % all.length]];
        if (!one || !other || one === other) return all;
        return changed(all, at, () => ({ ...one, text: `${one.text} ${other.text}` })).filter(
          (each) => each !== other,
        );
      },
  ),
);

function changed(
  all: readonly Requirement[],
  at: number,
  change: (one: Requirement) => Requirement,
): readonly Requirement[] {
  return all.map((one, index) => (index === at % all.length ? change(one) : one));
}

const state = fc.constantFrom(
  "Not Started",
  "Not Started",
  "In Progress",
  "Complete",
  "Blocked - a key",
  "Owned",
);

/** The list with these statuses for its tasks, in order. */
function withStates(source: string, states: readonly string[]): string {
  let index = 0;
  return source.replaceAll(/(### Task [\s\S]*?)(?=\n---\n|$)/g, (task: string) => {
    const status = states[index++ % states.length] ?? "";
    const lines = status === "Owned" ? "**Owner**: ann" : `**Status**: ${status}`;
    const begun = task.replace("**Complexity**", `${lines}\n**Complexity**`);
    return status === "Complete" ? begun.replaceAll("- [ ]", "- [x]") : begun;
  });
}

const isKept = ({ status }: Task): boolean => status.value === "Complete" || status.value === "In Progress";

/** A task without the two lines that can change even if it is complete. */
const withoutLines = (text: string): string =>
  text.replaceAll(/^\*\*(?:Requirements|Status)\*\*:.*\n?/gm, "");

const errorsIn = (list: TaskList): readonly string[] =>
  lintList(list)
    .filter(({ severity }) => severity === "error")
    .map(({ line, rule, message }) => `${line} ${rule} ${message}`);

const cases = fc.record({
  style: fc.constantFrom<Style>("number", "id", "heading"),
  requirements: fc.array(requirement, { minLength: 1, maxLength: 8 }),
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  states: fc.array(state, { minLength: 1, maxLength: 8 }),
});

describe("a list that is updated after a random edit of its PRD", () => {
  it("keeps started tasks, carries every requirement, and has no error after the edit is undone", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ style, requirements, edits, states }) => {
        const before = prdText(style, requirements);
        const after = prdText(
          style,
          edits.reduce<readonly Requirement[]>((all, one) => one(all), requirements),
        );
        // A PRD without a requirement to build is refused.
        fc.pre(
          [before, after].every((prd) => prdOf(prd).requirements.some(({ optional }) => optional === null)),
        );
        const list = withStates(draftedList(before), states);
        const updated = await updatedList(list, before, after);
        const old = readTaskList(list);
        for (const task of old.tasks.filter(isKept)) {
          const [was, is] = [taskText(old, task.number), taskText(updated.list, task.number)];
          expect(withoutLines(is)).toBe(withoutLines(was));
          const now = updated.list.tasks.find(({ number }) => number === task.number);
          const status = now?.status.value === "Blocked" ? "In Progress" : now?.status.value;
          expect(status).toBe(task.status.value);
        }
        expect(errorsIn(updated.list)).toEqual([]);
        expect(uncoveredIds(coverRequirements(prdOf(after), updated.list))).toEqual([]);
        const back = await updatedList(updated.text, after, before);
        expect(errorsIn(back.list)).toEqual([]);
        expect(uncoveredIds(coverRequirements(prdOf(before), back.list))).toEqual([]);
      }),
      { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 40) },
    );
  });
});
