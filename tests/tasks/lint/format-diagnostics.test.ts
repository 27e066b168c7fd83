import { describe, expect, it } from "vitest";
import { diagnosticsAsJson, formatDiagnostics } from "../../../src/tasks/lint/format-diagnostics.ts";

const diagnostic = {
  rule: "unknown-dependency",
  severity: "error",
  message: "100% unknown:\n1.7",
  offset: 12,
  file: "tasks/my list,1.md",
  line: 3,
  column: 19,
} as const;

describe("formatDiagnostics", () => {
  it("prints a line that editors can jump to", () => {
    expect(formatDiagnostics("text", [{ ...diagnostic, message: "What." }])).toBe(
      "tasks/my list,1.md:3:19 error unknown-dependency What.",
    );
  });

  it("prints a GitHub annotation and escapes everything that would end it", () => {
    expect(formatDiagnostics("github", [diagnostic])).toBe(
      "::error file=tasks/my list%2C1.md,line=3,col=19,title=unknown-dependency::100%25 unknown:%0A1.7",
    );
  });

  it("prints one JSON value of the documented form", () => {
    const { offset: _, ...documented } = diagnostic;
    expect(diagnosticsAsJson([diagnostic])).toEqual({ diagnostics: [documented] });
  });

  it("prints SARIF 2.1.0 in which every result names a declared rule", () => {
    const log = JSON.parse(formatDiagnostics("sarif", [diagnostic]));
    const [run] = log.runs;
    expect(log.version).toBe("2.1.0");
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toContain(run.results[0].ruleId);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "tasks/my%20list%2C1.md" },
      region: { startLine: 3, startColumn: 19 },
    });
  });
});
