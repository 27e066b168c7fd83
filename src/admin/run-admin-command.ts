import { existsSync } from "node:fs";
import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database.ts";
import { DomainError } from "../domain/errors.ts";
import { AdminError } from "./admin-error.ts";

/** A maintenance command: its arguments in, one line for the operator out. */
type AdminCommand = (args: readonly string[]) => Promise<string>;

/** Loaded one at a time: none needs what the others do. */
const COMMANDS: Readonly<Record<string, () => Promise<AdminCommand>>> = {
  "create-admin": async () => (await import("./create-admin.ts")).createAdmin,
  "copy-database": async () => (await import("./copy-database.ts")).copyDatabase,
  "set-user": async () => (await import("./set-user.ts")).setUser,
  backup: async () => (await import("./backup.ts")).backup,
  migrate: async () => (await import("./migrate.ts")).migrate,
};

/** Runs the command named first; what an operator can mend is said in one line, and the exit code is 1. */
export async function runAdminCommand([name = "", ...args]: readonly string[]): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile();
  try {
    const load = COMMANDS[name];
    if (load === undefined)
      throw new AdminError(`unknown command; there are ${Object.keys(COMMANDS).join(", ")}`);
    const command = await load();
    process.stdout.write(`${await command(args)}\n`);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

const isForOperator = (error: unknown): error is Error =>
  [AdminError, ConfigError, DatabaseError, DomainError].some((kind) => error instanceof kind);
