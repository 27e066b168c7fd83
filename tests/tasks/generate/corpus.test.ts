import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { draftTasks, writeList } from "../../../src/tasks/generate/draft/draft-tasks.ts";
import { readPrdModel } from "../../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../../src/tasks/generate/prd-rules.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { corpus } from "../../support/machine.ts";
import { describeWith } from "../../support/test-with.ts";
import { faultsOf } from "./faults-of.ts";

const prds = corpus("prds");

describeWith([prds], "third-party PRDs", () => {
  const files = readdirSync(prds.folder).map((name) => join(prds.folder, name));

  it.each(files)(
    "%s gives a list without errors that carries every requirement, or is refused if it has none",
    (file) => {
      const source = readFileSync(file, "utf8");
      const prd = readPrdModel(source, basename(file));
      if (prd.requirements.length === 0) {
        expect(source).not.toMatch(/^\W*(?:\d[\d.]*\s)?(?:functional )?requirements\b/im);
        return;
      }
      const list = readTaskList(
        writeList({ title: prd.title, prd: basename(file), created: "2026-01-15" }, draftTasks(prd)),
      );
      const errors = lintList(list, prdRules(prd)).filter(
        ({ rule, severity }) => severity === "error" || rule === "uncovered-requirement",
      );
      expect(errors).toEqual([]);
      expect(faultsOf(list)).toEqual([]);
    },
  );
});
