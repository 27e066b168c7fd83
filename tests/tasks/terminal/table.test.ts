import stringWidth from "string-width";
import { afterEach, expect, test } from "vitest";
import { table } from "../../../src/tasks/terminal/table.ts";

const columns = process.stdout.columns;
afterEach(() => {
  process.stdout.columns = columns;
});

/** The lines of a table on a terminal of the given width. */
function linesAt(width: number, ...rows: readonly (readonly string[])[]): readonly string[] {
  process.stdout.columns = width;
  return table(rows, 2).split("\n");
}

const title = "Send a link by email that is valid for 30 minutes";
const owner = "the whole platform engineering group in the Lisbon office";

test("table cuts one long cell next to the titles, and the titles keep their width", () => {
  const lines = linesAt(80, ["○", "1.1", title, "ready", ""], ["▶", "1.2", title, "In Progress", owner]);
  expect(lines.map((line) => stringWidth(line) <= 80)).toEqual([true, true]);
  expect(lines[0]).toContain("Send a link by email that is valid f…");
  expect(lines[1]).toMatch(/In Progress {2}the whole platform …$/);
});

test.each([40, 60, 80, 120])("table prints no line that is wider than a terminal of %i columns", (width) => {
  const waiting = "waits for 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7";
  for (const line of linesAt(width, ["○", "12.34", title, waiting, owner], ["○", "1.1", "A", "ready", ""])) {
    expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

test("table cuts nothing that fits, and never cuts a number", () => {
  expect(linesAt(200, ["○", "1.1", title, "ready", owner])[0]).toBe(`○  1.1  ${title}  ready  ${owner}`);
  expect(linesAt(10, ["○", "12.34", title, "ready", owner])[0]).toMatch(/^○ {2}12\.34 {2}/);
});

test("table cuts nothing on a terminal that does not know its size", () => {
  expect(linesAt(0, ["○", "1.1", title, "ready", owner])[0]).toBe(`○  1.1  ${title}  ready  ${owner}`);
});

test("table keeps the colour of a cell that it cuts, and ends it", () => {
  const [line = ""] = linesAt(40, ["○", "1.1", title, `\u001B[2m${owner}\u001B[22m`, ""]);
  expect(line).toContain("\u001B[2mthe w");
  expect(line.endsWith("…\u001B[22m")).toBe(true);
});
