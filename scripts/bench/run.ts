import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import bcrypt from "bcryptjs";
import { openDatabase } from "../../src/database/open-database.ts";
import { fillStore } from "../../tests/support/fill-store.ts";
import type { ContestSettings, Result } from "./contest.ts";
import { runContest } from "./contest.ts";
import type { Contest, Stores } from "./contests.ts";
import { contests } from "./contests.ts";
import { describeResults, writeBetweenMarkers } from "./report.ts";
import { installSides, PASSWORD } from "./sides.ts";

const DOCUMENT = join(import.meta.dirname, "../../docs/performance.md");
const CONNECTIONS = 32;
const COST = 10;

const HELP = `npm run bench -- [options]
  --seconds N   how long a round takes (2)
  --rounds N    how many rounds each side gets (5)
  --only NAMES  of ${contests.map(({ name }) => name).join(", ")}; the table in docs/performance.md stays as it is`;

/** Measures the server side by side with others, prints what came of it and writes it into docs/performance.md. */
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
  const chosen = choose(values.only?.split(","));
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!(Number.isInteger(seconds) && seconds > 0 && Number.isInteger(rounds) && rounds > 0))
    throw new Error(HELP);

  installSides();
  const folder = mkdtempSync(join(tmpdir(), "groundwork-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const stores = createStores(folder);
  const results: Result[] = [];
  for (const contest of chosen) {
    const settings = { folder, connections: CONNECTIONS, seconds, rounds };
    results.push(...(await holdContest(contest, stores, settings)));
  }
  const text = describeResults(results, seconds);
  console.log(`\n${text}`);
  if (chosen === contests) writeBetweenMarkers(DOCUMENT, text);
}

function choose(names: readonly string[] | undefined): readonly Contest[] {
  if (names === undefined) return contests;
  const chosen = contests.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(HELP);
  return chosen;
}

async function holdContest(contest: Contest, stores: Stores, settings: ContestSettings): Promise<Result[]> {
  const entrants = await contest.enter(settings.folder, stores);
  const results = await runContest(entrants, {
    ...settings,
    connections: contest.connections ?? settings.connections,
    seconds: Math.max(settings.seconds, contest.leastSeconds ?? 0),
  });
  await Promise.all([...new Set(entrants.map((entrant) => entrant.process))].map((side) => side.stop()));
  return results;
}

function createStores(folder: string): Stores {
  const paths = new Map<number, string>();
  return async (users) => {
    const known = paths.get(users);
    if (known !== undefined) return known;
    const path = join(folder, `${users}.db`);
    console.log(`filling a store with ${users.toLocaleString("en")} users`);
    await (await openDatabase({ engine: "sqlite", path })).close();
    fillStore(path, { users, posts: 1000, passwordHash: bcrypt.hashSync(PASSWORD, COST) });
    paths.set(users, path);
    return path;
  };
}

// What is left over is cleared away in the listeners of `exit`.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
