import type { Command } from "commander";
import type { GlobalOptions } from "./common-options.ts";
import type { Report } from "./reporting/report.ts";

/** Prints a command's answer. */
export type Print = (report: Report, options: GlobalOptions) => void;

/** The function of a command: takes its operands in order, then its options with the global ones. */
// biome-ignore lint/suspicious/noExplicitAny: commander hands over what the declaration says, and no type knows it
type Run = (...input: any[]) => Promise<Report>;

/**
 * The action of a command: loads its module, runs it and prints its report. The module is loaded only now, so that no
 * command pays for another's imports.
 */
export function action(print: Print, load: () => Promise<Run>): (...input: unknown[]) => Promise<void> {
  return async (...input) => {
    // Commander hands over the operands as declared, then the options, then the command.
    const command = input.at(-1) as Command;
    const options = command.optsWithGlobals<GlobalOptions>();
    const run = await load();
    print(await run(...input.slice(0, -2), options), options);
  };
}
