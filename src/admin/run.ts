import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { isSystemError, reasonOf } from "../database/system-reason.ts";
import { DomainError } from "../domain/errors.ts";
import { loadEnvFile } from "../load-env-file.ts";
import { clearLimits, createAdmin, resetLink, revokeAccess, setUser } from "./account-commands.ts";
import type { AdminCommand } from "./command.ts";
import { AdminError } from "./command.ts";
import { exportUsers } from "./export-users.ts";
import { importUsers } from "./import-users.ts";
import { backup, copyDatabase, migrate } from "./store-commands.ts";

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  "create-admin": createAdmin,
  "copy-database": copyDatabase,
  "set-user": setUser,
  "reset-link": resetLink,
  "export-users": exportUsers,
  "import-users": importUsers,
  "revoke-access": revokeAccess,
  "clear-limits": clearLimits,
  backup,
  migrate,
};

/** Runs the command named first; an error that an operator can fix is one line, and the exit code is 1. */
export async function runAdminCommand([name = "", ...args]: readonly string[]): Promise<void> {
  // Without listeners, a full disk or a closed pipe would end the process, and a finished change would look like a bug.
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error) => {
    process.stderr.write(
      `${name}: the command is done, but its answer can't be written: ${reasonOf(error)}\n`,
    );
    process.exitCode = 1;
  });
  try {
    process.stdout.write(`${await answer(name, args)}\n`);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.stderr.write(`${name || "groundwork"}: ${describe(error)}\n`);
    process.exitCode = 1;
  }
}

async function answer(name: string, args: readonly string[]): Promise<string> {
  if (isHelp(name)) return Object.values(COMMANDS).map(usageOf).join("\n");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const fault = name === "" ? "no command was given" : "unknown command";
    throw new AdminError(`${fault}; there are ${Object.keys(COMMANDS).join(", ")}`);
  }
  if (args.some(isHelp)) return usageOf(command);
  loadEnvFile();
  return command.run(args);
}

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

const usageOf = ({ usage }: AdminCommand): string => `Usage: ${usage}`;

/** For an unusable store, the engine's reason. */
const describe = ({ message, cause }: Error): string =>
  message === "service-unavailable" && cause instanceof Error
    ? `the store is unavailable: ${cause.message}`
    : message;

const isForOperator = (error: unknown): error is Error =>
  isSystemError(error) ||
  [AdminError, ConfigError, DatabaseError, DomainError].some((kind) => error instanceof kind);
