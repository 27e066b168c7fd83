import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { userEmail } from "../../tests/support/fill-store.ts";
import type { Finding } from "./finding.ts";
import type { SideProcess } from "./side-process.ts";
import { bearerCredentials, PASSWORD, startGroundwork } from "./sides.ts";
import { inThreeDigits, percentile } from "./statistics.ts";
import type { Stores } from "./stores.ts";
import { SMALL } from "./stores.ts";

const CALLERS = [1, 2, 4, 8, 16, 32];
const MOST_CALLERS = 32;
const SECONDS = 8;
const READS_PER_SECOND = 200;
/** Longer than a hashing process may be idle. */
const IDLE_MS = 35_000;
const LEAST_SHARE = 1.5;
const MOST_EXTRA_MS = 5;
const MOST_MEMORY = 120;
const LOGIN = "/bearer/api/v1/auth/login";

/** Logins beside one bcryptjs thread, reads while people log in, and the memory once nobody does. */
export async function measureLogins(folder: string, stores: Stores): Promise<Finding[]> {
  const server = await startGroundwork(folder, await stores(SMALL));
  const agent = new Agent({ keepAlive: true });
  try {
    return [
      ...(await measureRates(server, agent)),
      ...(await measureReads(server, agent)),
      await measureIdleMemory(server),
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

async function measureRates(server: SideProcess, agent: Agent): Promise<Finding[]> {
  const thread = await countOnThread();
  const findings: Finding[] = [
    { what: "hashes/s of one bcryptjs thread, cost 10, nothing else running", figure: inThreeDigits(thread) },
  ];
  for (const callers of CALLERS) {
    const stop = logInOverAndOver(server, agent, callers);
    await sleep(SECONDS * 1000);
    const rate = (await stop()) / SECONDS;
    const goal =
      callers === MOST_CALLERS
        ? { goal: `${inThreeDigits(LEAST_SHARE * thread)} or more`, isMet: rate >= LEAST_SHARE * thread }
        : {};
    const share = `${inThreeDigits(rate / thread)} of one thread`;
    findings.push({ what: `logins/s, ${callers} callers, ${share}`, figure: inThreeDigits(rate), ...goal });
  }
  return findings;
}

async function measureReads(server: SideProcess, agent: Agent): Promise<Finding[]> {
  await readSteadily(server, agent);
  const idle = await readSteadily(server, agent);
  const stop = logInOverAndOver(server, agent, MOST_CALLERS);
  const busy = await readSteadily(server, agent);
  await stop();
  const [before, during] = [idle, busy].map((times) => percentile(times, 0.99)) as [number, number];
  const median = [idle, busy].map((times) => inThreeDigits(percentile(times, 0.5))).join(" and ");
  return [
    {
      what: `\`GET /users/me\`, ${READS_PER_SECOND}/s: p50 idle and while ${MOST_CALLERS} log in`,
      figure: `${median} ms`,
    },
    {
      what: `the same: p99 while ${MOST_CALLERS} log in, over idle (${inThreeDigits(before)} ms)`,
      figure: `${inThreeDigits(during - before)} ms`,
      goal: `${MOST_EXTRA_MS} ms or less`,
      isMet: during - before <= MOST_EXTRA_MS,
    },
  ];
}

async function measureIdleMemory(server: SideProcess): Promise<Finding> {
  await sleep(IDLE_MS);
  const memory = server.memory();
  return {
    what: "memory after 35 s without work, hashing processes included",
    figure: `${Math.round(memory)} MB`,
    goal: `${MOST_MEMORY} MB or less`,
    isMet: memory <= MOST_MEMORY,
  };
}

/** What one thread hashes in a second while nothing else runs. */
async function countOnThread(): Promise<number> {
  const script = `
    import { parentPort } from "node:worker_threads";
    import bcrypt from ${JSON.stringify(import.meta.resolve("bcryptjs"))};
    const hash = bcrypt.hashSync("password", 10);
    let count = 0;
    const end = performance.now() + ${SECONDS * 1000};
    for (; performance.now() < end; count++) bcrypt.compareSync("password", hash);
    parentPort.postMessage(count);
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const count = await new Promise<number>((resolve, reject) =>
    worker.once("message", resolve).once("error", reject),
  );
  return count / SECONDS;
}

/** Each caller has an account of their own. @returns a function that ends it and says how many logins there were */
function logInOverAndOver(server: SideProcess, agent: Agent, callers: number): () => Promise<number> {
  let count = 0;
  let isOver = false;
  // The users in between are inactive or guests.
  const emails = Array.from({ length: callers }, (_, n) => userEmail(1 + n + Math.floor(n / 9)));
  const lanes = emails.map(async (email) => {
    const body = JSON.stringify({ email, password: PASSWORD });
    while (!isOver) {
      await send(server, agent, { method: "POST", path: LOGIN }, body);
      if (!isOver) count += 1;
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return count;
  };
}

/** Reads at a fixed rate, however long an answer takes. @returns milliseconds from when each read was due */
async function readSteadily(server: SideProcess, agent: Agent): Promise<number[]> {
  const start = performance.now();
  const headers = bearerCredentials[0] ?? {};
  const reads: Promise<number>[] = [];
  while (reads.length < SECONDS * READS_PER_SECOND) {
    const due = start + (reads.length * 1000) / READS_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const read = send(server, agent, { method: "GET", path: "/bearer/api/v1/users/me", headers });
    reads.push(read.then(() => performance.now() - Math.max(due, start)));
  }
  return Promise.all(reads);
}

/** @throws {Error} where the answer is not 200 */
const send = (
  { origin }: SideProcess,
  agent: Agent,
  { path, ...options }: { method: string; path: string; headers?: Readonly<Record<string, string>> },
  body?: string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(new URL(path, origin), { ...options, agent }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${options.method} ${path} answered ${response.statusCode}`));
      });
    });
    call.once("error", reject).end(body);
  });
