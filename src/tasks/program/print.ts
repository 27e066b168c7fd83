import type { Report } from "../reporting/report.ts";
import { isTerminal } from "../terminal/paint.ts";
import { withoutSteering } from "../terminal/without-steering.ts";
import { writeOut } from "../terminal/write-out.ts";
import type { GlobalOptions } from "./common-options.ts";

/** Prints a command's answer in the form that was asked for, and sets the exit code. */
export function print(report: Report, { json }: GlobalOptions): void {
  if (json) printJson(report.json);
  // What goes into a file or a pipe stays as it is: a diff is to fit the list.
  else if (report.text !== "")
    writeOut("stdout", `${isTerminal() ? withoutSteering(report.text) : report.text}\n`);
  for (const note of report.notes ?? []) writeOut("stderr", `tasks: ${withoutSteering(note)}\n`);
  process.exitCode = report.exitCode ?? 0;
}

/** Prints why there is no answer: one line for people, on standard error, or JSON where that was asked for. */
export function printError(code: string, message: string, json: boolean): void {
  if (json) printJson({ error: { code, message } });
  else writeOut("stderr", `tasks: ${withoutSteering(message)}\n`);
}

function printJson(value: unknown): void {
  // People get it indented, programs and assistants get it short.
  writeOut("stdout", `${JSON.stringify(value, null, isTerminal() ? 2 : 0)}\n`);
}
