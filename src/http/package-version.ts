import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in package.json, which lies equally far above the sources and above what is built from them. */
export const packageVersion: string = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
).version;
