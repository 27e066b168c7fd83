import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { DomainError } from "../domain/errors.ts";
import { loadEnvFile } from "../load-env-file.ts";
import { AdminError } from "./admin-error.ts";

/** The module of a command. */
interface AdminCommand {
  readonly USAGE: string;
  /** Arguments in, one line for the operator out. */
  run(args: readonly string[]): Promise<string>;
}

/** Each command loads only its own imports. */
const COMMANDS: Readonly<Record<string, () => Promise<AdminCommand>>> = {
  "create-admin": () => import("./create-admin.ts"),
  "copy-database": () => import("./copy-database.ts"),
  "set-user": () => import("./set-user.ts"),
  "reset-link": () => import("./reset-link.ts"),
  "export-users": () => import("./export-users.ts"),
  "import-users": () => import("./import-users.ts"),
  "revoke-access": () => import("./revoke-access.ts"),
  "clear-limits": () => import("./clear-limits.ts"),
  backup: () => import("./backup.ts"),
  migrate: () => import("./migrate.ts"),
};

/** Runs the command named first; an error that an operator can fix is one line, and the exit code is 1. */
export async function runAdminCommand([name = "", ...args]: readonly string[]): Promise<void> {
  try {
    const load = COMMANDS[name];
    if (load === undefined)
      throw new AdminError(`unknown command; there are ${Object.keys(COMMANDS).join(", ")}`);
    const { USAGE, run } = await load();
    process.stdout.write(`${isHelp(args) ? `Usage: ${USAGE}` : await runConfigured(run, args)}\n`);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.stderr.write(`${name}: ${describe(error)}\n`);
    process.exitCode = 1;
  }
}

/** For an unusable store, the engine's reason. */
const describe = ({ message, cause }: Error): string =>
  message === "service-unavailable" && cause instanceof Error
    ? `the store is unavailable: ${cause.message}`
    : message;

const isHelp = (args: readonly string[]): boolean => args.includes("--help") || args.includes("-h");

function runConfigured(run: AdminCommand["run"], args: readonly string[]): Promise<string> {
  loadEnvFile();
  return run(args);
}

const isForOperator = (error: unknown): error is Error =>
  [AdminError, ConfigError, DatabaseError, DomainError].some((kind) => error instanceof kind);
