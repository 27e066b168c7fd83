import { resolve } from "node:path";
import type { CommandResult } from "./run-command.ts";
import { runCommand } from "./run-command.ts";

const MAIN = resolve("dist/admin/main.js");

/** Runs a built maintenance command on a store. The input is its standard input. */
export const runAdmin = (
  databaseUrl: string,
  args: readonly string[],
  { input = "", env = {} }: { input?: string | Uint8Array; env?: Record<string, string> } = {},
): Promise<CommandResult> =>
  runCommand([MAIN, ...args], { input, env: { DATABASE_URL: databaseUrl, ...env } });
