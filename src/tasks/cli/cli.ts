import { CommanderError } from "commander";
import { rememberBetweenRuns } from "../document/reading-cache.ts";
import type { Refusal } from "../refusal.ts";
import { isRefusal, refusedPath } from "../refusal.ts";
import { allowColor } from "../terminal/paint.ts";
import { createProgram, rephrase } from "./create-program.ts";
import { ownVersion } from "./own-version.ts";
import { printError } from "./print.ts";

const wrongUse = 2;
const locked = 3;

void main(process.argv);

/** Runs the command line: the one place where refusals, wrong use and bugs become output and an exit code. */
async function main(argv: readonly string[]): Promise<void> {
  allowColor(!argv.includes("--no-color"));
  // Read directly from the arguments, because a parsing error must be printed as JSON too.
  const json = argv.includes("--json");
  rememberBetweenRuns();
  try {
    const said = argv.slice(2);
    const program = createProgram(ownVersion(), said);
    const words = rephrase(program, said);
    if (words.length > 0) await program.parseAsync(words, { from: "user" });
    else program.outputHelp();
  } catch (error) {
    process.exitCode = answerError(error, json);
    // The pending kernel wait for the lock would keep the process alive until the lock is granted.
    if (process.exitCode === locked) process.exit();
  }
}

function answerError(thrown: unknown, json: boolean): number {
  const error = refusedPath(thrown) ?? thrown;
  if (isRefusal(error)) {
    printRefusal(error, json);
    return error.exitCode;
  }
  if (error instanceof CommanderError) {
    // Commander also throws after printing the help or the version.
    if (error.exitCode === 0) return 0;
    printError("usage", inOneLine(error), json);
    return wrongUse;
  }
  printError("internal", `this is a bug: ${error instanceof Error ? error.stack : error}`, json);
  return wrongUse;
}

/** As a line on standard error if the JSON can't be written to standard output. */
function printRefusal({ code, message }: Refusal, json: boolean): void {
  try {
    printError(code, message, json);
  } catch {
    printError(code, message, false);
  }
}

/** For options without a command, commander has no message, because it has printed the help. */
function inOneLine({ code, message }: CommanderError): string {
  if (code === "commander.help") return "no command was given: tasks --help lists them";
  return message.replace(/^error: /, "").replaceAll("\n", " ");
}
