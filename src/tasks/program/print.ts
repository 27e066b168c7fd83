import type { Report } from "../reporting/report.ts";
import type { GlobalOptions } from "./common-options.ts";

/** Prints a command's answer in the form that was asked for, and sets the exit code. */
export function print(report: Report, { json }: GlobalOptions): void {
  if (json) printJson(report.json);
  else if (report.text !== "") process.stdout.write(`${report.text}\n`);
  for (const note of report.notes ?? []) process.stderr.write(`tasks: ${note}\n`);
  process.exitCode = report.exitCode ?? 0;
}

/** Prints why there is no answer: one line for people, on standard error, or JSON where that was asked for. */
export function printError(code: string, message: string, json: boolean): void {
  if (json) printJson({ error: { code, message } });
  else process.stderr.write(`tasks: ${message}\n`);
}

function printJson(value: unknown): void {
  // People get it indented, programs and assistants get it short.
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)}\n`);
}
