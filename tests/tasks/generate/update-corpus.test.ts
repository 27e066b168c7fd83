import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Prd } from "../../../src/tasks/generate/prd/model.ts";
import { corpus } from "../../support/machine.ts";
import { describeWith } from "../../support/test-with.ts";
import { draftedList, faultsWith, prdOf, updatedList } from "../../support/updated-list.ts";

const prds = corpus("prds");

const requiredOf = (prd: Prd) => prd.requirements.filter(({ optional }) => optional === null);

/** The PRD with one requirement removed and one number changed. */
function edited(source: string, prd: Prd): string {
  const required = requiredOf(prd);
  const gone = required[Math.floor(required.length / 2)];
  const lines = source.split("\n");
  const kept = lines.filter((_, index) => !gone || index + 1 < gone.line || index + 1 > gone.endLine);
  return kept
    .join("\n")
    .replace(
      /\b(\d+) (seconds|characters|minutes|days)\b/,
      (_, count, unit) => `${Number(count) + 2} ${unit}`,
    );
}

describeWith([prds], "third-party PRDs with one requirement removed and one number changed", () => {
  const files = readdirSync(prds.folder).map((name) => join(prds.folder, name));

  it.each(files)("the list for %s has no error after the change and after undoing it", async (file) => {
    const before = readFileSync(file, "utf8");
    const prd = prdOf(before);
    const after = edited(before, prd);
    const prdAfter = prdOf(after);
    if (requiredOf(prd).length === 0 || requiredOf(prdAfter).length === 0) return;
    const list = draftedList(before);
    const updated = await updatedList(list, before, after);
    // One of these PRDs repeats the requirement.
    const isLess = prdAfter.requirements.length < prd.requirements.length;
    if (isLess) expect(updated.decisions.length).toBeGreaterThan(0);
    expect(faultsWith(updated.text, after)).toEqual([]);
    const back = await updatedList(updated.text, after, before);
    expect(faultsWith(back.text, before)).toEqual([]);
  });
});
