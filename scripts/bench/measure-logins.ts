import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { userEmail } from "../../tests/support/fill-store.ts";
import type { Finding } from "./finding.ts";
import type { SideProcess } from "./side-process.ts";
import { bearerCredentials, PASSWORD, startGroundwork, startOther } from "./sides.ts";
import { inThreeDigits, median, percentile } from "./statistics.ts";
import type { Stores } from "./stores.ts";
import { SMALL } from "./stores.ts";

const CALLERS = [1, 2, 4, 8, 16, 32];
const MOST_CALLERS = 32;
const SECONDS = 8;
const READS_PER_SECOND = 200;
const ROUNDS = 3;
/** Longer than the time after which an idle hashing process ends. */
const IDLE_MS = 35_000;
const LEAST_SHARE = 1.5;
const MOST_EXTRA_MS = 5;
const MOST_MEMORY = 120;
const LOGIN = "/bearer/api/v1/auth/login";
/** Success, or a refusal of a login that would wait too long on a busy machine. */
const ANSWERS = [200, 429, 503];

/** Measures logins compared with one bcryptjs thread, reads during logins, and the memory afterwards. */
export async function measureLogins(folder: string, stores: Stores): Promise<Finding[]> {
  const store = await stores(SMALL);
  const server = await startGroundwork(folder, store);
  const bare = await startOther("bare", folder, store);
  const agent = new Agent({ keepAlive: true });
  try {
    return [
      ...(await measureRates(server, agent)),
      ...(await measureReads(server, bare, agent)),
      await measureIdleMemory(server),
    ];
  } finally {
    agent.destroy();
    await Promise.all([server.stop(), bare.stop()]);
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

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Latencies {
  readonly idle: number[];
  readonly busy: number[];
}

/** Measures reads from groundwork, and from bare `node:http` to see the machine's own scheduling delay. */
async function measureReads(server: SideProcess, bare: SideProcess, agent: Agent): Promise<Finding[]> {
  const sides = [
    { side: server, what: "`GET /users/me`", rounds: [] as Latencies[], most: MOST_EXTRA_MS },
    { side: bare, what: "the same from bare `node:http`", rounds: [] as Latencies[] },
  ];
  for (const { side } of sides) await readSteadily(side, agent);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, rounds } of sides) {
      const idle = await readSteadily(side, agent);
      const stop = logInOverAndOver(server, agent, MOST_CALLERS);
      const busy = await readSteadily(side, agent);
      await stop();
      rounds.push({ idle, busy });
    }
  }
  return sides.flatMap(({ what, rounds, most }) => describeReads(what, rounds, most));
}

/** @param most the allowed growth of the p99, in milliseconds */
function describeReads(what: string, rounds: readonly Latencies[], most?: number): Finding[] {
  const extra = rounds.map(({ idle, busy }) => percentile(busy, 0.99) - percentile(idle, 0.99));
  const medianOf = (when: keyof Latencies, share: number) =>
    inThreeDigits(median(rounds.map((latencies) => percentile(latencies[when], share))));
  return [
    {
      what: `${what}, ${READS_PER_SECOND}/s: p50 idle and while ${MOST_CALLERS} log in`,
      figure: `${medianOf("idle", 0.5)} and ${medianOf("busy", 0.5)} ms`,
    },
    {
      what: `its p99 while ${MOST_CALLERS} log in, over idle (${medianOf("idle", 0.99)} ms)`,
      figure: `${inThreeDigits(median(extra))} ms`,
      rounds: `${inThreeDigits(Math.min(...extra))} to ${inThreeDigits(Math.max(...extra))}`,
      ...(most !== undefined && { goal: `${most} ms or less`, isMet: median(extra) <= most }),
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

/** The number of hashes that one thread computes in a second on an idle machine. */
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

/** Logs in repeatedly, with a separate account for each caller. @returns a function that stops and counts the logins */
function logInOverAndOver(server: SideProcess, agent: Agent, callers: number): () => Promise<number> {
  let count = 0;
  let isOver = false;
  // The users in between are inactive or guests.
  const emails = Array.from({ length: callers }, (_, n) => userEmail(1 + n + Math.floor(n / 9)));
  const lanes = emails.map(async (email) => {
    const body = JSON.stringify({ email, password: PASSWORD });
    while (!isOver) {
      const status = await send(server, agent, { method: "POST", path: LOGIN }, body);
      if (status === 200 && !isOver) count += 1;
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return count;
  };
}

/** Reads at a fixed rate, whatever the latency. @returns for each read the milliseconds since it was due */
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

/**
 * @returns the status
 * @throws {Error} if the status is not one of `ANSWERS`
 */
const send = (side: SideProcess, agent: Agent, options: Request, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(new URL(options.path, side.origin), { ...options, agent }, (response) => {
      const { statusCode = 0 } = response;
      response.resume().once("end", () => {
        if (ANSWERS.includes(statusCode)) resolve(statusCode);
        else reject(new Error(`${options.method} ${options.path} answered ${statusCode}`));
      });
    });
    call.once("error", (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection at the same moment.
      const wasIdle = call.reusedSocket && error.code === "ECONNRESET";
      if (wasIdle) resolve(send(side, agent, options, body));
      else reject(error);
    });
    call.end(body);
  });
