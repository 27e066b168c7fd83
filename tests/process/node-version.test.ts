import { expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Options with which a script sees another version of Node.js. */
const asVersion = (version: string): string[] => [
  "--import",
  `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "${version}" })`,
];

test.each([
  ["dist/start.js", "groundwork"],
  ["dist/admin/main.js", "groundwork"],
  ["dist/tasks/bin.js", "tasks"],
])("%s refuses Node.js before 22.14 with one line", async (script, program) => {
  for (const version of ["20.20.2", "22.13.1"]) {
    expect(await runCommand([...asVersion(version), script, "--help"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `${program} needs Node.js 22.14 or newer; this is ${version}.\n`,
    });
  }
});

test.each(["22.14.0", "24.0.0"])("the tasks command runs on Node.js %s", async (version) => {
  const script = `${process.cwd()}/dist/tasks/bin.js`;
  const { code, stdout } = await runCommand([...asVersion(version), script, "--help"], {
    cwd: temporaryFolder(),
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining("Usage: tasks")]);
});
