import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Set by the build, so that no run has to read package.json. */
declare const packageVersion: string | undefined;

/** The version of the package. */
export function ownVersion(): string {
  if (typeof packageVersion === "string") return packageVersion;
  const manifest = readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8");
  return String((JSON.parse(manifest) as { version: unknown }).version);
}
