import { copyFileSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { BashSession } from "../support/bash-session.ts";
import { Identities, isAsDocumented, readCommands, shownFiles } from "../support/console-blocks.ts";
import { program } from "../support/machine.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testWith } from "../support/test-with.ts";

const PAGE = "docs/operating.md";
const PASSWORD = "battery staple";
const METRICS = "http://127.0.0.1:9464/metrics";
const BACKUPS = "/var/backups/groundwork";
const QUICK = { BCRYPT_COST: "4", NO_COLOR: "1" };

const originOf = (logged: string | undefined): string | undefined =>
  /"address":"([^"]+)"/.exec(logged ?? "")?.[1];

/** The page's machine: a folder with the installed package, and a supervisor with one server. */
function createMachine(page: string) {
  const folder = realpathSync(temporaryFolder());
  copyFileSync("package.json", join(folder, "package.json"));
  symlinkSync(realpathSync("dist"), join(folder, "dist"));
  const backups = join(folder, "backups");
  for (const { path, text } of shownFiles(page)) {
    const real = text.replaceAll(BACKUPS, backups).replace(/^(METRICS_PORT)=.*$/m, "$1=0");
    writeFileSync(join(folder, path), real);
  }
  const shell = new BashSession(folder, QUICK);
  let server: SpawnedServer | undefined;
  onTestFinished(async () => {
    shell.close();
    await server?.stop("SIGKILL");
  });

  return {
    /** @returns the log, after it has as many lines as the page shows */
    async start(lines: number): Promise<string> {
      const started = await spawnServer({ ...QUICK, DATABASE_URL: "file:data/groundwork.db" }, folder);
      server = started;
      await expect.poll(() => started.logLines.length, { timeout: 90_000 }).toBeGreaterThanOrEqual(lines);
      return started.logLines.slice(0, lines).join("\n").replaceAll(backups, BACKUPS);
    },
    async stop(): Promise<string> {
      await server?.stop();
      return "";
    },
    async run(command: string): Promise<string> {
      const metrics = originOf(server?.logLines.find((line) => line.includes("metrics listening")));
      const real = command
        .replaceAll("http://127.0.0.1:3000", server?.origin ?? "")
        .replaceAll(METRICS, metrics ?? "");
      return (await shell.run(real, PASSWORD)).replaceAll(backups, BACKUPS);
    },
  };
}

const needs = ["bash", "curl", "openssl"].map(program);

testWith(needs, "every command of docs/operating.md prints what the page shows", async () => {
  const page = readFileSync(PAGE, "utf8");
  const machine = createMachine(page);
  // The real npm, in the folder of the installed package.
  await machine.run("unset -f npm");
  const identities = new Identities();
  const differences: string[] = [];
  for (const { line, command, output } of readCommands(page)) {
    const documented = output.replace(/^Password:\n/, "");
    const printed = await carryOut(machine, identities.substitute(command), documented);
    if (!isAsDocumented(documented, printed)) {
      differences.push(`${PAGE}:${line} $ ${command}\nshows\n${documented}\nbut prints\n${printed}`);
    }
    differences.push(...identities.learn(documented, printed).map((fault) => `${PAGE}:${line} ${fault}`));
  }
  expect(differences.join("\n\n")).toBe("");
});

function carryOut(
  machine: ReturnType<typeof createMachine>,
  command: string,
  documented: string,
): Promise<string> {
  switch (command) {
    case "node dist/start.js":
    case "systemctl start groundwork":
      return machine.start(documented === "" ? 0 : documented.split("\n").length);
    case "systemctl stop groundwork":
      return machine.stop();
    default:
      return machine.run(command);
  }
}
