import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";

const FILE = ".env";
/** The byte order mark that some editors write. It would become part of the first variable's name. */
const BYTE_ORDER_MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * Adds the variables of `.env`, if the file exists, to the environment. Variables that are already set stay.
 *
 * @throws {ConfigError} if the file can't be read or is not plain UTF-8
 */
export function loadEnvFile(): void {
  const bytes = read();
  if (bytes === undefined) return;
  if (BYTE_ORDER_MARKS.some((mark) => mark.every((byte, index) => bytes[index] === byte))) {
    throw new ConfigError(`${FILE} begins with a byte order mark: save it as UTF-8 without one`);
  }
  process.loadEnvFile(FILE);
}

function read(): Buffer | undefined {
  try {
    return readFileSync(FILE);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    const reason = code === "EISDIR" ? "it is a folder" : message;
    throw new ConfigError(`${FILE} can't be read: ${reason}`, { cause: error });
  }
}
