import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { DomainError } from "../domain/errors.ts";
import { loadEnvFile } from "../load-env-file.ts";
import { AdminError } from "./admin-error.ts";

interface AdminCommand {
  readonly usage: string;
  /** Arguments in, one line for the operator out. */
  run(args: readonly string[]): Promise<string>;
}

/** Each command loads only its own imports. */
const COMMANDS: Readonly<Record<string, () => Promise<AdminCommand>>> = {
  "create-admin": async () => {
    const { createAdmin, USAGE } = await import("./create-admin.ts");
    return { usage: USAGE, run: createAdmin };
  },
  "copy-database": async () => {
    const { copyDatabase, USAGE } = await import("./copy-database.ts");
    return { usage: USAGE, run: copyDatabase };
  },
  "set-user": async () => {
    const { setUser, USAGE } = await import("./set-user.ts");
    return { usage: USAGE, run: setUser };
  },
  "reset-link": async () => {
    const { printResetLink, USAGE } = await import("./reset-link.ts");
    return { usage: USAGE, run: printResetLink };
  },
  "export-users": async () => {
    const { exportUsers, USAGE } = await import("./export-users.ts");
    return { usage: USAGE, run: exportUsers };
  },
  "import-users": async () => {
    const { importUsers, USAGE } = await import("./import-users.ts");
    return { usage: USAGE, run: importUsers };
  },
  "clear-limits": async () => {
    const { clearLimits, USAGE } = await import("./clear-limits.ts");
    return { usage: USAGE, run: clearLimits };
  },
  backup: async () => {
    const { backup, USAGE } = await import("./backup.ts");
    return { usage: USAGE, run: backup };
  },
  migrate: async () => {
    const { migrate, USAGE } = await import("./migrate.ts");
    return { usage: USAGE, run: migrate };
  },
};

/** Runs the command named first; an error that an operator can fix is one line, and the exit code is 1. */
export async function runAdminCommand([name = "", ...args]: readonly string[]): Promise<void> {
  try {
    const load = COMMANDS[name];
    if (load === undefined)
      throw new AdminError(`unknown command; there are ${Object.keys(COMMANDS).join(", ")}`);
    const { usage, run } = await load();
    process.stdout.write(`${isHelp(args) ? `Usage: ${usage}` : await runConfigured(run, args)}\n`);
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
