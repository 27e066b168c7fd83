import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "./finding.ts";
import type { Load } from "./load.ts";
import { runLoad } from "./load.ts";
import type { SideProcess } from "./side-process.ts";
import { bearerCredentials, sessionCredentials, startGroundwork } from "./sides.ts";
import { percentile } from "./statistics.ts";
import type { Stores } from "./stores.ts";
import { MEDIUM } from "./stores.ts";

const MOST_MEMORY_MB = 60;
const MOST_DELAY_MS = 20;
const PROBES = 500;
const PROBE_PAUSE_MS = 5;
/** Not after every request, because reading the memory takes longer than a request. */
const PROBES_PER_LOOK = 10;
const WARM_UP_SECONDS = 4;
const PATH = "/bearer/api/v1/users/me";
const WHO_AM_I: Load = bearerCredentials.map((headers) => ({ method: "GET", path: PATH, headers }));
const READ_WITHOUT_END = `
  const { ADDRESS: address, COOKIE: cookie } = process.env;
  for (;;) for await (const _ of (await fetch(address, { headers: { cookie } })).body);`;

/** Measures how much memory the full list of users takes, and how much it delays other requests. */
export async function measureStream(folder: string, stores: Stores): Promise<Finding[]> {
  const server = await startGroundwork(folder, await stores(MEDIUM));
  const [{ cookie } = { cookie: "" }] = await sessionCredentials(server.origin);
  // Warms up the server, because it keeps the memory of its first few thousand requests.
  await runLoad(WHO_AM_I, { origin: server.origin, folder, connections: 32, seconds: WARM_UP_SECONDS });
  const idle = await probe(server);
  // A separate process, so that reading the list doesn't delay the measured requests.
  const reader = spawn(process.execPath, ["--input-type=module", "--eval", READ_WITHOUT_END], {
    env: { ADDRESS: `${server.origin}/session/api/v1/users`, COOKIE: cookie },
  });
  const busy = await probe(server);
  if (reader.exitCode !== null) throw new Error("the list could not be read");
  reader.kill();
  await server.stop();
  return describe(idle, busy);
}

/** The 99th percentile of the latency in milliseconds, and the peak memory meanwhile in megabytes. */
interface Probe {
  readonly p99: number;
  readonly peak: number;
}

/** Requests one row repeatedly. */
async function probe(server: SideProcess): Promise<Probe> {
  const durations: number[] = [];
  let peak = 0;
  for (let n = 0; n < PROBES; n++) {
    const start = performance.now();
    const response = await fetch(server.origin + PATH, {
      headers: bearerCredentials[n % bearerCredentials.length] ?? {},
    });
    await response.arrayBuffer();
    durations.push(performance.now() - start);
    if (n % PROBES_PER_LOOK === 0) peak = Math.max(peak, server.memory());
    await sleep(PROBE_PAUSE_MS);
  }
  return { p99: percentile(durations, 0.99), peak };
}

function describe(idle: Probe, busy: Probe): Finding[] {
  const [memory, delay] = [busy.peak - idle.peak, busy.p99 - idle.p99];
  return [
    {
      what: "memory while everyone is streamed, over idle",
      figure: `${memory.toFixed(0)} MB`,
      goal: `${MOST_MEMORY_MB} MB or less`,
      isMet: memory <= MOST_MEMORY_MB,
    },
    {
      what: `p99 of other requests meanwhile, over idle (${idle.p99.toFixed(1)} ms)`,
      figure: `${delay.toFixed(1)} ms`,
      goal: `${MOST_DELAY_MS} ms or less`,
      isMet: delay <= MOST_DELAY_MS,
    },
  ];
}
