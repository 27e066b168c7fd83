import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ContestSettings, Result } from "./contest.ts";
import { runContest } from "./contest.ts";
import type { Contest } from "./contests.ts";
import { contests } from "./contests.ts";
import type { Finding } from "./finding.ts";
import { measureLogins } from "./measure-logins.ts";
import { measureStartUp } from "./measure-start-up.ts";
import { measureStream } from "./measure-stream.ts";
import { describeResults, writeBetweenMarkers } from "./report.ts";
import { installSides } from "./sides.ts";
import type { Stores } from "./stores.ts";
import { createStores } from "./stores.ts";

const DOCUMENT = join(import.meta.dirname, "../../docs/performance.md");
const CONNECTIONS = 32;
/** The measurements other than contests, by their names for `--only`. */
const MEASUREMENTS = { stream: measureStream, "start-up": measureStartUp, logins: measureLogins } as const;
const NAMES = [...contests.map(({ name }) => name), ...Object.keys(MEASUREMENTS)];

const HELP = `npm run bench -- [options]
  --seconds N   how long a round takes at least (2)
  --rounds N    how many rounds each side gets at least (5)
  --only NAMES  of ${NAMES.join(", ")}; the table in docs/performance.md stays as it is`;

/** Measures the server against others and with growing stores, and writes the results to docs/performance.md. */
async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "2" },
      rounds: { type: "string", default: "5" },
      only: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(HELP);
  const names = values.only?.split(",") ?? NAMES;
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  const areNumbers = Number.isInteger(seconds) && seconds > 0 && Number.isInteger(rounds) && rounds > 0;
  if (!areNumbers || !names.every((name) => NAMES.includes(name))) throw new Error(HELP);

  installSides();
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const stores = createStores(folder);
  const settings = { folder, connections: CONNECTIONS, seconds, rounds };
  const results = await holdContests(names, stores, settings);
  const findings = await measureOthers(names, stores, folder);
  const text = describeResults(results, findings, settings);
  console.log(`\n${text}`);
  if (values.only === undefined) writeBetweenMarkers(DOCUMENT, text);
}

async function holdContests(
  names: readonly string[],
  stores: Stores,
  settings: ContestSettings,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const contest of contests.filter(({ name }) => names.includes(name))) {
    results.push(...(await holdContest(contest, stores, settings)));
  }
  return results;
}

async function holdContest(contest: Contest, stores: Stores, settings: ContestSettings): Promise<Result[]> {
  const entrants = await contest.enter(settings.folder, stores);
  const results = await runContest(entrants, {
    ...settings,
    connections: contest.connections ?? settings.connections,
    seconds: Math.max(settings.seconds, contest.leastSeconds ?? 0),
    rounds: Math.max(settings.rounds, contest.leastRounds ?? 0),
  });
  await Promise.all([...new Set(entrants.map((entrant) => entrant.process))].map((side) => side.stop()));
  return results;
}

async function measureOthers(names: readonly string[], stores: Stores, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (!names.includes(name)) continue;
    console.log(`measuring ${name}`);
    findings.push(...(await measure(folder, stores)));
  }
  return findings;
}

// The listeners of `exit` delete temporary files and stop processes.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
