import { writeSync } from "node:fs";
import type { GlobalOptions } from "../commands/operation.ts";
import { isSystemError, unwritable } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { isTerminal } from "../terminal/paint.ts";
import { withoutSteering } from "../terminal/words.ts";

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

/**
 * Writes a text to standard output or standard error, completely and synchronously: loading Node's streams for one line
 * takes longer than reading the list. A closed pipe, as in `tasks list | head`, is not an error.
 * @throws Refusal if standard output can't be written. About standard error there is nowhere to report it.
 */
export function writeOut(to: "stdout" | "stderr", text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writtenOf(rest, to === "stdout" ? 1 : 2));
  } catch (error) {
    if (to === "stdout" && !isSystemError(error, "EPIPE")) throw unwritable("standard output", error);
  }
}

/** Writes what there is room for. If a non-blocking pipe is full, waits for its reader, so that texts stay in order. */
function writtenOf(bytes: Uint8Array, descriptor: 1 | 2): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (!isSystemError(error, "EAGAIN")) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pipePause);
    return 0;
  }
}

/** In milliseconds. */
const pipePause = 5;
