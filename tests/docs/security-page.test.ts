import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Commands and names in the last column that are not tests. */
const OTHERS = /^(node |npm |npx |KILL_ROUNDS|postgres$)/;

test("every test that docs/security.md names exists in the suite", () => {
  const tables = readFileSync("docs/security.md", "utf8").match(/^\|.*\| shown by \|\n(?:\|.*\|\n)+/gm) ?? [];
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(2));
  const named = rows.flatMap((row) => testsOf(row.split(" | ").at(-1) ?? ""));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file, parts }) => !isInSuite(file, parts))).toEqual([]);
});

/** Reads `file: title` and, for another test of the same file, `… title`. */
function testsOf(cell: string): { file: string; parts: string[] }[] {
  let file = "";
  return [...cell.matchAll(/`([^`]+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => !OTHERS.test(text) && /^(?:…|[\w-]+(\/[\w-]+)?(:|$))/.test(text))
    .map((text) => {
      const [, named, title] = /^((?:[\w-]+\/)[\w-]+|config|server)(?:: (.*))?$/.exec(text) ?? [];
      file = named ?? file;
      const parts = (named === undefined ? text : (title ?? "")).split("…").map((part) => part.trim());
      return { file, parts: parts.filter((part) => part !== "") };
    });
}

function isInSuite(file: string, parts: readonly string[]): boolean {
  const path = `tests/${file}.test.ts`;
  if (!existsSync(path)) return false;
  const source = readFileSync(path, "utf8");
  return parts.every((part) => source.includes(part));
}
