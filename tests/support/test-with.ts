import { describe, test } from "vitest";
import type { Need } from "./machine.ts";

/**
 * A test that depends on the machine. If a need is not met, the test is skipped with the reason on standard error; with
 * `CI=true` it fails instead.
 */
export function testWith(needs: readonly Need[], name: string, run: () => Promise<void> | void): void {
  const missing = needs.find((need) => !need.isMet());
  if (missing === undefined) test(name, run);
  else if (mustBeThere(missing)) test(name, () => failFor(missing));
  else test.skip(skippedName(name, missing), run);
}

/** Like `testWith`, for a group of tests. Its function is not called if a need is not met. */
export function describeWith(needs: readonly Need[], name: string, group: () => void): void {
  const missing = needs.find((need) => !need.isMet());
  if (missing === undefined) describe(name, group);
  else if (mustBeThere(missing)) test(name, () => failFor(missing));
  else test.skip(skippedName(name, missing));
}

const mustBeThere = ({ isOptional }: Need): boolean => process.env["CI"] === "true" && isOptional !== true;

function skippedName(name: string, missing: Need): string {
  process.stderr.write(`Skipped, because there is no ${missing.name}: ${name}\n`);
  return `${name} (there is no ${missing.name})`;
}

function failFor({ name }: Need): never {
  throw new Error(`There is no ${name}, and with CI=true no test is skipped for that`);
}
