import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BashSession } from "../support/bash-session.ts";
import { Identities, isAsDocumented, readCommands, shownFiles } from "../support/console-blocks.ts";
import { program } from "../support/machine.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeWith } from "../support/test-with.ts";

const ORIGIN = "http://127.0.0.1:3000";
const HOME = "/home/ann";
const PASSWORD = "battery staple";

/** Runs every command of a page in order, with a server and an empty store, and collects the differences. */
async function findDifferences(page: string): Promise<string[]> {
  const text = readFileSync(page, "utf8");
  const folder = prepareFolder();
  const settings = { DATABASE_URL: `file:${folder}/docs.db`, SESSION_API_ACCESS: "open" };
  const server = await spawnServer(settings, folder);
  const shell = new BashSession(folder, { ...settings, BCRYPT_COST: "4", NO_COLOR: "1" });
  onTestFinished(async () => {
    shell.close();
    await server.stop("SIGKILL");
  });
  writeFiles(text.replaceAll(ORIGIN, server.origin), folder);
  const identities = new Identities();
  const differences: string[] = [];
  for (const { line, command, output } of readCommands(text)) {
    if (command === "npm ci && npm run dev") {
      // scripts/check-installation.ts runs these two in a fresh clone. Here only the note and the log line are compared.
      const logged = server.logLines
        .join("\n")
        .replaceAll(server.origin, ORIGIN)
        .replace(`${folder}/docs.db`, "data/groundwork.db");
      const printed = `Wrote .env with fresh secrets.\n${logged}`;
      if (!isAsDocumented(output, printed)) {
        differences.push(`${page}:${line} shows\n${output}\nbut prints\n${printed}`);
      }
      continue;
    }
    const documented = output.replace(/^Password:\n/, "");
    const real = identities.substitute(command).replaceAll(ORIGIN, server.origin);
    const printed = (await shell.run(real, PASSWORD))
      .replaceAll(server.origin, ORIGIN)
      .replaceAll(folder, HOME);
    if (!isAsDocumented(documented, printed)) {
      differences.push(`${page}:${line} $ ${command}\nshows\n${documented}\nbut prints\n${printed}`);
    }
    differences.push(...identities.learn(documented, printed).map((fault) => `${page}:${line} ${fault}`));
  }
  return differences;
}

/** The folder in which the pages' commands run: the examples, and the package as installed in a project. */
function prepareFolder(): string {
  const folder = realpathSync(temporaryFolder());
  cpSync("examples", join(folder, "examples"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(realpathSync("."), join(folder, "node_modules/groundwork"));
  return folder;
}

function writeFiles(page: string, folder: string): void {
  for (const { path, text } of shownFiles(page)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describeWith([program("bash"), program("curl")], "The commands of the pages", () => {
  test.each([
    "README.md",
    "docs/session-api.md",
    "docs/bearer-api.md",
    "docs/client.md",
    "docs/tasks.md",
    "docs/generate.md",
  ])("every command of %s prints what the page shows", async (page) => {
    expect(readCommands(readFileSync(page, "utf8"))).not.toEqual([]);
    expect((await findDifferences(page)).join("\n\n")).toBe("");
  });
});
