import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, test } from "vitest";

const MODULE = new URL("../../src/lower-priority.ts", import.meta.url).href;

/** The priority of a process that starts with `start` and then lowers it. */
function lowered(start: number): number {
  const script = `
    import { getPriority, setPriority } from "node:os";
    import { lowerPriority } from ${JSON.stringify(MODULE)};
    setPriority(${start});
    lowerPriority();
    console.log(getPriority());`;
  return Number(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
}

test.each([
  ["ten steps below the server", getPriority(), Math.min(19, getPriority() + 10)],
  ["the lowest if the server's own priority is low, because only root could raise it again", 19, 19],
])("a helper process of the server gets a priority that is %s", (_, start, expected) => {
  expect(lowered(start)).toBe(expected);
});
