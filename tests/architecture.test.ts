import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ICruiseOptions, ICruiseResult } from "dependency-cruiser";
import { cruise } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// @ts-expect-error the configuration is plain JavaScript, because the tool requires it
import configuration from "../.dependency-cruiser.mjs";

let tree: string;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "groundwork-architecture-"));
  cpSync("src", join(tree, "src"), { recursive: true });
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Checks a tree by the repository's rules. @returns the violations */
async function check(baseDir: string): Promise<ICruiseResult> {
  const { forbidden, allowed, allowedSeverity, options } = configuration;
  const ruleSet = { forbidden, allowed, allowedSeverity };
  const { output } = await cruise(["src"], {
    ...options,
    ruleSet,
    validate: true,
    baseDir,
  } as ICruiseOptions);
  return output as ICruiseResult;
}

test("all sources obey the dependency rules, and the check reads all of them", async () => {
  const { summary } = await check(process.cwd());
  expect(summary.violations).toEqual([]);
  // With an unknown compiler version, the checker would read no module and report nothing.
  expect(summary.totalCruised).toBeGreaterThan(globSync("src/**/*.ts").length);
});

describe("the dependency check finds a planted import:", () => {
  const planted = [
    ["session-api/planted.ts", "../bearer-api/api.ts", "wires-stay-apart"],
    ["bearer-api/planted.ts", "../session-api/api.ts", "wires-stay-apart"],
    ["tasks/planted.ts", "../domain/user.ts", "halves-never-meet"],
    ["services/planted.ts", "../tasks/cli/cli.ts", "server-stays-out-of-tasks"],
    ["domain/planted.ts", "../services/accounts.ts", "domain-imports-nothing"],
    ["session-api/planted-too.ts", "../repositories/user-rows.ts", "not-in-allowed"],
    ["repositories/planted.ts", "../services/accounts.ts", "not-in-allowed"],
    ["http/planted.ts", "../app.ts", "not-in-allowed"],
    ["tasks/document/planted.ts", "../list-file/find-list.ts", "not-in-allowed"],
    ["tasks/reporting/planted.ts", "../workflow/rules.ts", "not-in-allowed"],
    ["tasks/generate/planted.ts", "../workflow/rules.ts", "not-in-allowed"],
    ["tasks/commands/planted.ts", "../cli/create-program.ts", "not-in-allowed"],
    ["tasks/list-file/planted.ts", "./editing/edit-list.ts", "not-in-allowed"],
    ["tasks/list-file/claims/planted.ts", "../open-list.ts", "not-in-allowed"],
  ] as const;
  let violations: ICruiseResult["summary"]["violations"];
  // All of them in one check, because each takes seconds.
  beforeAll(async () => {
    for (const [file, target] of planted) writeFileSync(join(tree, "src", file), `import "${target}";\n`);
    violations = (await check(tree)).summary.violations;
  });

  test.each(planted)("%s importing %s breaks %s", (file, target, rule) => {
    const imported = join(dirname(join("src", file)), target);
    const found = violations.filter(({ from, to }) => from === join("src", file) && to === imported);
    expect(found.map((violation) => violation.rule.name)).toContain(rule);
  });
});
