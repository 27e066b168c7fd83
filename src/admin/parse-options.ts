import type { ParseArgsOptionsConfig } from "node:util";
import { parseArgs } from "node:util";
import { AdminError } from "./admin-error.ts";

/**
 * Reads a command's options and arguments.
 *
 * @param usage shown with the error
 * @param allowPositionals whether the command takes arguments
 * @throws {AdminError} for an option that is unknown or lacks its value, and for a stray argument
 */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    throw new AdminError(`${(error as Error).message.split("\n", 1)[0]} Usage: ${usage}`);
  }
}
