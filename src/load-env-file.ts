import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";

const FILE = ".env";
/** The byte order marks of UTF-8 and UTF-16, which some editors write. One would become part of the first name. */
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

/**
 * Adds the variables of `.env`, if the file exists, to the environment. Variables that are already set stay.
 *
 * @throws {ConfigError} if the file can't be read or is not plain UTF-8
 */
export function loadEnvFile(): void {
  const bytes = read();
  if (bytes === undefined) return;
  if (BYTE_ORDER_MARK.test(bytes)) {
    throw new ConfigError(`${FILE} begins with a byte order mark: save it as UTF-8 without one`);
  }
  process.loadEnvFile(FILE);
}

/** @returns the file's bytes, each as a character; undefined if there is no file */
function read(): string | undefined {
  try {
    return readFileSync(FILE, "latin1");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const reason = code === "EISDIR" ? "it is a folder" : message;
    throw new ConfigError(`${FILE} can't be read: ${reason}`, { cause: error });
  }
}
