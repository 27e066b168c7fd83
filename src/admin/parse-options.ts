import type { ParseArgsOptionsConfig } from "node:util";
import { parseArgs } from "node:util";
import { AdminError } from "./admin-error.ts";

/**
 * Reads a command's options.
 *
 * @param usage shown with the error
 * @throws {AdminError} for an option that is unknown or lacks its value, and for a stray argument
 */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  return usingUsage(usage, () =>
    parseArgs({ args: [...args], options, strict: true, allowPositionals: false }),
  ).values;
}

/** As `parseOptions`, where a command takes arguments too. */
export const parseArguments = <Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) => usingUsage(usage, () => parseArgs({ args: [...args], options, strict: true, allowPositionals: true }));

function usingUsage<Result>(usage: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new AdminError(`${(error as Error).message.split("\n", 1)[0]} Usage: ${usage}`);
  }
}
