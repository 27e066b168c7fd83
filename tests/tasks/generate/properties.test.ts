import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { draftTasks, writeList } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../../src/tasks/generate/prd-rules.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { faultsOf } from "./faults-of.ts";
import { prdText, sanePrd } from "./generated-prds.ts";

describe("the list for a generated PRD in plain sentences", () => {
  it("has none of the faults that the checker finds", () => {
    fc.assert(
      fc.property(sanePrd, (source) => {
        const prd = readPrdModel(source, "0001-prd-shop.md");
        const text = writeList({ title: prd.title, prd: "x.md", created: "2026-01-15" }, draftTasks(prd));
        expect(faultsOf(readTaskList(text))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("has no task for something that only the non-goals mention", () => {
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

describe("the list for a generated PRD", () => {
  it("passes lint, carries every requirement, and has each task after those that it depends on", () => {
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

  it("is drafted without an exception for random text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (source) => {
        draftTasks(readPrdModel(source, "x.md"));
      }),
    );
  });
});
