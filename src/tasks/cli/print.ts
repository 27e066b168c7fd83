import type { GlobalOptions } from "./declare-command.ts";
import type { Report } from "./reporting/report.ts";
import { isTerminal } from "./terminal/paint.ts";
import { withoutSteering } from "./terminal/without-steering.ts";
import { writeOut } from "./terminal/write-out.ts";

/** Prints a command's answer as text or JSON, and sets the exit code. */
export function print(report: Report, { json }: GlobalOptions): void {
  if (json) printJson(report.json);
  // Output to a file or a pipe is not changed: a diff must match the list.
  else if (report.text !== "")
    writeOut("stdout", `${isTerminal() ? withoutSteering(report.text) : report.text}\n`);
  for (const note of report.notes ?? []) writeOut("stderr", `tasks: ${withoutSteering(note)}\n`);
  process.exitCode = report.exitCode ?? 0;
}

/** Prints an error: one line on standard error, or JSON with `--json`. */
export function printError(code: string, message: string, json: boolean): void {
  if (json) printJson({ error: { code, message } });
  else writeOut("stderr", `tasks: ${withoutSteering(message)}\n`);
}

function printJson(value: unknown): void {
  // Indented for people, compact for programs.
  writeOut("stdout", `${JSON.stringify(value, null, isTerminal() ? 2 : 0)}\n`);
}
