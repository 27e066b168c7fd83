import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in package.json, which is as far above `src/` as above `dist/`. */
export const packageVersion: string = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
).version;
