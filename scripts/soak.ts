import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../src/database/open-database.ts";
import { fillStore } from "../tests/support/fill-store.ts";
import { spawnServer } from "../tests/support/spawn-server.ts";
import { median } from "./bench/statistics.ts";

const REQUESTS_PER_SECOND = 200;
const TICK_MS = 50;
const SAMPLE_MS = 5_000;
const ACCOUNT = { email: "ada@example.com", password: "correct horse", name: "Ada" };

/** The figures that grow if something leaks. */
interface Stock {
  readonly memoryMb: number;
  readonly files: number;
  readonly walMb: number;
}

/** The allowed growth of each figure after the first fifth of the time, in which caches fill and code is compiled. */
const MOST_GROWTH: Stock = { memoryMb: 15, files: 10, walMb: 4 };

/** Larger than SQLite's cache (16 MB for each of two handles), which otherwise would grow with the store. */
const STORE = { users: 50_000, posts: 10_000, passwordHash: "none" };

type Send = () => Promise<Response>;

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", body: JSON.stringify(body), headers });

/** Read from /proc, so only on Linux. */
function takeStock(pid: number, database: string): Stock {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    memoryMb: Number(kilobytes) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    walMb: statSync(`${database}-wal`).size / 1024 / 1024,
  };
}

/** Logs in with a cookie and logs out. */
async function visit(origin: string): Promise<Response> {
  const login = await post(`${origin}/session/api/v1/auth/login`, ACCOUNT);
  await login.arrayBuffer();
  const cookie = login.headers.getSetCookie().map((value) => value.split(";", 1)[0]);
  return post(`${origin}/session/api/v1/auth/logout`, {}, { Cookie: cookie.join("; ") });
}

/** One request of each kind in turn: reads, logins, failed logins, writes, pages and unknown paths. */
function listRequests(origin: string, token: string): ((turn: number) => Send)[] {
  const headers = { Authorization: `Bearer ${token}` };
  const bearer = `${origin}/bearer/api/v1`;
  return [
    () => () => fetch(`${bearer}/users/me`, { headers }),
    () => () => fetch(`${bearer}/users?page=2`, { headers }),
    () => () => visit(origin),
    () => () => post(`${bearer}/auth/login`, { ...ACCOUNT, password: "wrong guess" }),
    (turn) => () => post(`${bearer}/auth/register`, { ...ACCOUNT, email: `user${turn}@example.com` }),
    (turn) => () => post(`${bearer}/posts`, { title: `Post ${turn}`, content: "…" }, headers),
    () => () => fetch(`${origin}/session/api/v1/posts`),
    () => () => fetch(`${origin}/nothing`),
    () => () => fetch(`${origin}/session/`),
    () => () => fetch(`${origin}/ready`),
  ];
}

/** Fills the engine's cache first, so that it does not grow during the measurement. */
async function readEveryone(origin: string): Promise<void> {
  const login = await post(`${origin}/session/api/v1/auth/login`, ACCOUNT);
  const { token } = (await login.json()) as { token: string };
  const everyone = await fetch(`${origin}/session/api/v1/users`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await everyone.arrayBuffer();
}

async function send(request: Send): Promise<void> {
  const answer = await request();
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${answer.url} answered ${answer.status}`);
}

/** Sends requests at a constant rate, as far as the machine can keep up, and samples the figures meanwhile. */
async function load(origin: string, minutes: number, takeSample: () => Stock): Promise<Stock[]> {
  await post(`${origin}/bearer/api/v1/auth/register`, ACCOUNT);
  const login = await post(`${origin}/bearer/api/v1/auth/login`, ACCOUNT);
  const { accessToken } = (await login.json()) as { accessToken: string };
  const requests = listRequests(origin, accessToken);
  await readEveryone(origin);
  const start = Date.now();
  const samples: Stock[] = [];
  let turn = 0;
  while (Date.now() - start < minutes * 60_000) {
    const batch = Array.from({ length: (REQUESTS_PER_SECOND * TICK_MS) / 1_000 }, () => {
      turn += 1;
      return requests[turn % requests.length]?.(turn) ?? fail();
    });
    await Promise.all([...batch.map(send), sleep(TICK_MS)]);
    if (Date.now() - start < (samples.length + 1) * SAMPLE_MS) continue;
    samples.push(takeSample());
    if ((samples.length * SAMPLE_MS) % 60_000 === 0) {
      console.log(
        `| ${(samples.length * SAMPLE_MS) / 60_000} | ${turn} | ${describe(samples.at(-1) ?? fail())} |`,
      );
    }
  }
  return samples;
}

function fail(): never {
  throw new Error("there is nothing to measure");
}

const describe = ({ memoryMb, files, walMb }: Stock): string =>
  `${memoryMb.toFixed(0)} MB | ${files} | ${walMb.toFixed(1)} MB`;

/** The minimum for memory, because it grows until a garbage collection and only the remainder counts. */
const summarize = (samples: readonly Stock[]): Stock => ({
  memoryMb: Math.min(...samples.map(({ memoryMb }) => memoryMb)),
  files: median(samples.map(({ files }) => files)),
  walMb: median(samples.map(({ walMb }) => walMb)),
});

/** Compares the second fifth of the time with the last. @returns whether all growth is within its limit */
function judge(samples: readonly Stock[]): boolean {
  const fifth = Math.floor(samples.length / 5);
  const early = summarize(samples.slice(fifth, fifth * 2));
  const late = summarize(samples.slice(-fifth));
  const grown = (["memoryMb", "files", "walMb"] as const).filter(
    (what) => late[what] - early[what] > MOST_GROWTH[what],
  );
  console.log(`\nsecond fifth: ${describe(early)}\nlast fifth: ${describe(late)}`);
  console.log(grown.length === 0 ? "flat" : `grown: ${grown.join(", ")}`);
  return grown.length === 0;
}

/** `npm run soak -- 10` (minutes, 1 to 120) exits with 1 if a figure grows under a constant load. */
async function soak(minutes: number): Promise<void> {
  if (!(minutes >= 1 && minutes <= 120)) throw new Error("give the minutes, from 1 to 120");
  const folder = mkdtempSync(join(tmpdir(), "groundwork-soak-"));
  const database = join(folder, "groundwork.db");
  await (await openDatabase({ engine: "sqlite", path: database })).close();
  fillStore(database, STORE);
  const server = await spawnServer({ DATABASE_URL: `file:${database}` }, folder);
  try {
    console.log("| minute | requests | memory | open files | WAL |\n|--:|--:|--:|--:|--:|");
    const pid = server.process.pid ?? fail();
    const samples = await load(server.origin, minutes, () => takeStock(pid, database));
    if (!judge(samples)) process.exitCode = 1;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

await soak(Number(process.argv[2] ?? 10));
