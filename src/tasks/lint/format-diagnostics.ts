import type { Diagnostic } from "../document/diagnostic.ts";
import { severityOfRule } from "../document/diagnostic.ts";

export const lintFormats = ["text", "json", "github", "sarif"] as const;
export type LintFormat = (typeof lintFormats)[number];

export interface FileDiagnostic extends Diagnostic {
  /** The path as the user gave it. */
  readonly file: string;
}

/** Prints diagnostics: for people, as GitHub annotations or as SARIF. */
export function formatDiagnostics(
  format: Exclude<LintFormat, "json">,
  diagnostics: readonly FileDiagnostic[],
): string {
  if (format === "sarif") return JSON.stringify(sarifLog(diagnostics), null, 2);
  return diagnostics.map(format === "github" ? asAnnotation : asLine).join("\n");
}

/** The value that `lint --json` prints. */
export const diagnosticsAsJson = (diagnostics: readonly FileDiagnostic[]) => ({
  diagnostics: diagnostics.map(({ offset: _, ...shown }) => shown),
});

function asLine({ file, line, column, severity, rule, message }: FileDiagnostic): string {
  return `${file}:${line}:${column} ${severity} ${rule} ${message}`;
}

function asAnnotation({ file, line, column, severity, rule, message }: FileDiagnostic): string {
  const place = `file=${escapeProperty(file)},line=${line},col=${column},title=${rule}`;
  return `::${severity} ${place}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function sarifLog(diagnostics: readonly FileDiagnostic[]) {
  const rules = Object.entries(severityOfRule).map(([id, level]) => ({
    id,
    defaultConfiguration: { level },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "tasks", rules } },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map(asResult),
      },
    ],
  };
}

function asResult({ rule, severity, message, file, line, column }: FileDiagnostic) {
  const uri = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  const region = { startLine: line, startColumn: column };
  return {
    ruleId: rule,
    level: severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}
