import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isOwnFolder, replaceOwnFile } from "../own-folder.ts";
import { isSystemError, systemReason } from "./system-error.ts";

/**
 * Writes a value into a file of a folder that only the user can write.
 * @returns why it could not be written
 */
export function writeOwnJson(file: string, value: unknown): string | undefined {
  try {
    return replaceOwnFile(file, JSON.stringify(value));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return `cannot write ${file}: ${reason}`;
  }
}

/** The properties in such a file; empty if it is missing or damaged, or if other users could have written it. */
export function readOwnJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = isOwnFolder(dirname(file)) ? JSON.parse(readFileSync(file, "utf8")) : null;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return {};
    throw error;
  }
}
