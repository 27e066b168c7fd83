import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { draftTasks } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../../src/tasks/generate/prd-rules.ts";
import { writeList } from "../../../src/tasks/generate/write-list.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { faultsOf } from "./faults-of.ts";

const words = fc.constantFrom(
  "display",
  "save",
  "users",
  "orders",
  "the list",
  "by date",
  "within 2 seconds",
  "a file of up to 10 MB",
  "`src/a.ts`",
  "POST /api/orders",
  "must",
  "not",
  "Überblick",
  "주문",
  "#3",
  "(see FR-1)",
  "*",
  "|",
  "<b>",
  "correctly",
  "works",
  "None",
  "Task 1.1",
  "- [ ]",
);
const sentence = fc
  .array(words, { minLength: 1, maxLength: 7 })
  .map((parts) => `The system must ${parts.join(" ")}`);
const requirement = fc.record({
  text: sentence,
  details: fc.array(sentence, { maxLength: 14 }),
  reference: fc.option(fc.nat(20)),
});

/** A PRD in one of the usual layouts, with references between its requirements, forwards and in circles too. */
const prdText = fc
  .record({
    layout: fc.constantFrom("bold", "heading", "number", "bullet"),
    areas: fc.array(fc.array(requirement, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ layout, areas }) => {
    let number = 0;
    const lines = ["# PRD: Shop", "", "## Functional Requirements", ""];
    for (const [index, requirements] of areas.entries()) {
      lines.push(`### Area ${"ABCD"[index]}`, "");
      for (const { text, details, reference } of requirements) {
        number += 1;
        const said = `${text}${reference === null ? "" : `, see FR-${reference}`}`;
        const head = {
          bold: `**FR-${number}**: ${said}`,
          heading: `#### FR-${number}: ${said}`,
          number: `${number}. ${said}`,
          bullet: `- FR-${number}: ${said}`,
        }[layout];
        lines.push(
          head ?? "",
          "",
          ...details.map(
            (detail) => `${layout === "number" || layout === "bullet" ? "    " : ""}- ${detail}`,
          ),
          "",
        );
      }
    }
    return lines.join("\n");
  });

const verbs = [
  "display",
  "save",
  "export",
  "send",
  "calculate",
  "archive",
  "validate",
  "import",
  "sort",
  "prevent",
];
const objects = [
  "orders",
  "the monthly report",
  "a member's address",
  "loans",
  "reminder emails",
  "the opening hours",
];
const tails = ["", " by date", " as CSV", " within 2 seconds", " of up to 10 MB", " when a member signs out"];
const subjects = [
  "The system must ",
  "Members must be able to ",
  "The app should automatically ",
  "Administrators can ",
  "",
];
const saneSentence = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.constantFrom(...verbs),
    fc.constantFrom(...objects),
    fc.constantFrom(...tails),
  )
  .map(([subject, verb, object, tail]) => {
    const deed = `${verb} ${object}${tail}`;
    return subject === "" ? `${deed.charAt(0).toUpperCase()}${deed.slice(1)}` : `${subject}${deed}`;
  });

/** A PRD of sentences that a person might have written, with points below some of them. */
const sanePrd = fc
  .array(
    fc.record({
      area: fc.constantFrom("Orders", "Members", "Reports"),
      text: saneSentence,
      points: fc.array(saneSentence, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((requirements) => {
    const lines = requirements.flatMap(({ area, text, points }, index) => [
      `### ${area}`,
      "",
      `**FR-${index + 1}**: ${text}${points.length > 0 ? ":" : "."}`,
      "",
      ...points.map((point) => `- ${point}`),
      "",
    ]);
    return ["# PRD: Shop", "", "## Functional Requirements", "", ...lines].join("\n");
  });

describe("the list of a PRD in plain sentences", () => {
  it("has nothing that a strict reader would strike out", () => {
    fc.assert(
      fc.property(sanePrd, (source) => {
        const prd = readPrdModel(source, "0001-prd-shop.md");
        const text = writeList({ title: prd.title, prd: "x.md", created: "2026-01-15" }, draftTasks(prd));
        expect(faultsOf(readTaskList(text))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("has no task that only the non-goals speak of", () => {
    fc.assert(
      fc.property(sanePrd, (source) => {
        const plan = JSON.stringify(
          draftTasks(
            readPrdModel(
              `${source}\n## Non-Goals\n\n- **FR-99**: The system must paint zebras\n- No zebra rides\n`,
              "x.md",
            ),
          ),
        );
        expect(plan).not.toMatch(/zebra/i);
      }),
      { numRuns: 40 },
    );
  });
});

describe("any PRD's list", () => {
  it("passes lint, carries every requirement, and puts each task after those it depends on", () => {
    fc.assert(
      fc.property(prdText, (source) => {
        const prd = readPrdModel(source, "0001-prd-shop.md");
        const text = writeList(
          { title: prd.title, prd: "0001-prd-shop.md", created: "2026-01-15" },
          draftTasks(prd),
        );
        const list = readTaskList(text);
        expect(prd.requirements.length).toBeGreaterThan(0);
        expect(
          lintList(list, prdRules(prd)).filter(
            ({ rule, severity }) => severity === "error" || rule === "uncovered-requirement",
          ),
        ).toEqual([]);
        const seen = new Set<string>();
        for (const task of list.tasks) {
          expect(task.dependencies.resolved.filter((number) => !seen.has(number))).toEqual([]);
          seen.add(task.number);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is the same for the same PRD", () => {
    fc.assert(
      fc.property(prdText, (source) => {
        const once = JSON.stringify(draftTasks(readPrdModel(source, "x.md")));
        expect(JSON.stringify(draftTasks(readPrdModel(source, "x.md")))).toBe(once);
      }),
      { numRuns: 30 },
    );
  });

  it("never throws on text that is no PRD", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (source) => {
        draftTasks(readPrdModel(source, "x.md"));
      }),
    );
  });
});
