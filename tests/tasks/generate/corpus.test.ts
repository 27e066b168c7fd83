import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTaskList } from "../../../src/tasks/document/read-task-list.ts";
import { coverRequirements } from "../../../src/tasks/generate/coverage.ts";
import { planWork } from "../../../src/tasks/generate/plan-work.ts";
import { readPrd } from "../../../src/tasks/generate/prd/read-prd.ts";
import { writeList } from "../../../src/tasks/generate/write-list.ts";
import { lintList } from "../../../src/tasks/lint/lint-list.ts";
import { faultsOf } from "./faults-of.ts";

const folder = join(process.env["CORPUS_DIR"] ?? "", "prds");
const hasCorpus = process.env["CORPUS_DIR"] !== undefined && existsSync(folder);
const files = hasCorpus ? readdirSync(folder).map((name) => join(folder, name)) : [];

describe.skipIf(!hasCorpus)("PRDs that other people wrote (CORPUS_DIR names a folder with prds/)", () => {
  it.each(files)("%s gives a clean list that carries everything, or is rightly refused", (file) => {
    const source = readFileSync(file, "utf8");
    const prd = readPrd(source, basename(file));
    if (prd.requirements.length === 0) {
      expect(source).not.toMatch(/^\W*(?:\d[\d.]*\s)?(?:functional )?requirements\b/im);
      return;
    }
    const list = readTaskList(
      writeList({ title: prd.title, prd: basename(file), created: "2026-01-15" }, planWork(prd)),
    );
    expect(lintList(list, coverRequirements(prd, list)).filter(({ rule }) => rule !== "prd-name")).toEqual(
      [],
    );
    expect(faultsOf(list)).toEqual([]);
  });
});
