import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import bcrypt from "bcryptjs";
import { openDatabase } from "../../src/database/open-database.ts";
import { fillStore, userEmail } from "../../tests/support/fill-store.ts";
import type { ServerOverStore } from "./server-over-store.ts";
import { startServerOver } from "./server-over-store.ts";

const SMALL = 1_000;
const MIDDLE = 100_000;
const LARGE = 1_000_000;
/** Those that `fillStore` leaves active, which the bearer API lists. */
const ACTIVE = 0.95;
const PER_PAGE = 20;
const CONNECTIONS = 8;
const STARTS = 7;
const PASSWORD = "correct horse battery";

/** A server over a store of a certain size, and somebody who is logged in. */
interface Grown {
  readonly users: number;
  readonly path: string;
  readonly server: ServerOverStore;
  readonly authorization: string;
}

/** Two things that are measured in turn, and the ratio of their costs that is asked for. */
interface Comparison {
  readonly title: string;
  readonly base: () => Promise<number>;
  readonly grown: () => Promise<number>;
  readonly most: number;
}

/**
 * `npm run bench:growth -- 2 5` (seconds and rounds): what requests cost as the store grows. Each pair is measured in
 * turn, A B A B; the ratio is the median of those of the rounds. Exits with 1 where one is more than it may be.
 */
async function measureGrowth(seconds: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-growth-"));
  const running: Grown[] = [];
  try {
    for (const users of [SMALL, MIDDLE, LARGE]) running.push(await grow(folder, users));
    const [small, middle, large] = running as [Grown, Grown, Grown];
    const empty = join(folder, "empty.db");
    console.log("| what | base | grown | ratio | at most |\n|---|--:|--:|--:|--:|");
    for (const comparison of listComparisons(small, large, seconds)) await compare(comparison, rounds);
    const start = (path: string) => () => timeStart(path);
    await compare(
      { title: "start-up: empty, 1,000,000 users", base: start(empty), grown: start(large.path), most: 1.2 },
      STARTS,
    );
    await measureStream(middle);
  } finally {
    for (const { server } of running) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function grow(folder: string, users: number): Promise<Grown> {
  const path = join(folder, `${users}.db`);
  await (await openDatabase({ engine: "sqlite", path })).close();
  fillStore(path, { users, posts: SMALL, passwordHash: bcrypt.hashSync(PASSWORD, 4) });
  const server = await startServerOver(path);
  return { users, path, server, authorization: `Bearer ${await logIn(server, "bearer", "accessToken")}` };
}

async function logIn({ origin }: ServerOverStore, api: string, field: string): Promise<string> {
  const body = JSON.stringify({ email: userEmail(2), password: PASSWORD });
  const response = await fetch(`${origin}/${api}/api/v1/auth/login`, { method: "POST", body });
  return ((await response.json()) as Record<string, string>)[field] ?? "";
}

function listComparisons(small: Grown, large: Grown, seconds: number): Comparison[] {
  const page = (grown: Grown, number: number) => () =>
    cost(grown, seconds, { path: `/bearer/api/v1/users?page=${number}&per=${PER_PAGE}` });
  const last = Math.floor((LARGE * ACTIVE) / PER_PAGE);
  const login = (grown: Grown) => () =>
    cost(grown, seconds, { ...POST, path: "/bearer/api/v1/auth/login", body: LOGIN });
  const register = (grown: Grown) => () =>
    cost(grown, seconds, { ...POST, path: "/bearer/api/v1/auth/register", body: REGISTRATION });
  return [
    { title: "first page: 1,000, 1,000,000 users", base: page(small, 1), grown: page(large, 1), most: 1.3 },
    { title: "of 1,000,000: first, last page", base: page(large, 1), grown: page(large, last), most: 10 },
    {
      title: "of 1,000,000: first, middle page",
      base: page(large, 1),
      grown: page(large, Math.floor(last / 2)),
      most: Number.POSITIVE_INFINITY,
    },
    { title: "login: 1,000, 1,000,000 users", base: login(small), grown: login(large), most: 1.3 },
    {
      title: "registration: 1,000, 1,000,000 users",
      base: register(small),
      grown: register(large),
      most: 1.3,
    },
  ];
}

const POST = { method: "POST" } as const;
const LOGIN = JSON.stringify({ email: userEmail(3), password: PASSWORD });
const REGISTRATION = JSON.stringify({ email: "new-[<id>]@example.com", password: PASSWORD, name: "New" });

/** @returns what one request takes of the server's time, in milliseconds, with several under way */
async function cost(grown: Grown, seconds: number, request: autocannon.Request): Promise<number> {
  const result = await autocannon({
    url: grown.server.origin,
    connections: CONNECTIONS,
    duration: seconds,
    idReplacement: true,
    requests: [{ ...request, headers: { authorization: grown.authorization } }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${request.path} failed`);
  return 1_000 / result.requests.average;
}

async function compare({ title, base, grown, most }: Comparison, rounds: number): Promise<void> {
  const pairs: { before: number; after: number }[] = [];
  await base();
  await grown();
  for (let round = 0; round < rounds; round++) pairs.push({ before: await base(), after: await grown() });
  const ratio = median(pairs.map(({ before, after }) => after / before));
  const [before, after] = [median(pairs.map((pair) => pair.before)), median(pairs.map((pair) => pair.after))];
  const limit = Number.isFinite(most) ? most : "";
  console.log(
    `| ${title} | ${before.toFixed(3)} ms | ${after.toFixed(3)} ms | ${ratio.toFixed(2)} | ${limit} |`,
  );
  if (ratio > most) process.exitCode = 1;
}

async function timeStart(path: string): Promise<number> {
  const server = await startServerOver(path);
  await server.stop();
  return server.startMs;
}

const MOST_MEMORY_MB = 60;
const MOST_DELAY_MS = 20;
const PROBES = 300;
const READ_WITHOUT_END = `
  const { ADDRESS, AUTHORIZATION: authorization } = process.env;
  for (;;) for await (const _ of (await fetch(ADDRESS, { headers: { authorization } })).body);`;

/** The list of everyone, written out while somebody else asks for one row again and again. */
async function measureStream({ server, authorization, users }: Grown): Promise<void> {
  const headers = { authorization: `Bearer ${await logIn(server, "session", "token")}` };
  const idleMemory = server.memoryMb();
  const idle = await probe(server, authorization, PROBES, () => {});
  // A process of its own, whose work is not to delay the other requests.
  const reader = spawn(process.execPath, ["--input-type=module", "--eval", READ_WITHOUT_END], {
    env: { ADDRESS: `${server.origin}/session/api/v1/users`, AUTHORIZATION: headers.authorization },
  });
  let peak = 0;
  const during = await probe(server, authorization, PROBES, () => {
    peak = Math.max(peak, server.memoryMb());
  });
  if (reader.exitCode !== null) throw new Error("the list could not be read");
  reader.kill();
  const [before, after] = [percentile(idle, 0.99), percentile(during, 0.99)];
  console.log(
    `\nEveryone of ${users}, streamed over and over: ` +
      `${(peak - idleMemory).toFixed(0)} MB more memory at the peak; ` +
      `other requests' p99 ${before.toFixed(1)} ms idle, ${after.toFixed(1)} ms meanwhile`,
  );
  if (peak - idleMemory > MOST_MEMORY_MB || after - before > MOST_DELAY_MS) process.exitCode = 1;
}

/** @returns how long each request took, in milliseconds, in order of length */
async function probe(
  { origin }: ServerOverStore,
  authorization: string,
  count: number,
  afterEach: () => void,
): Promise<number[]> {
  const durations: number[] = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    const response = await fetch(`${origin}/bearer/api/v1/users/me`, { headers: { authorization } });
    await response.arrayBuffer();
    durations.push(performance.now() - start);
    afterEach();
    await sleep(5);
  }
  return durations.toSorted((one, other) => one - other);
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

await measureGrowth(Number(process.argv[2] ?? 2), Number(process.argv[3] ?? 5));
