import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnServer } from "../tests/support/spawn-server.ts";

const REQUESTS_PER_SECOND = 200;
const TICK_MS = 50;
const ACCOUNT = { email: "ada@example.com", password: "correct horse", name: "Ada" };

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: "POST", body: JSON.stringify(body) });

/** What grows where something leaks: memory, open files, the write-ahead log. Linux only. */
function takeStock(pid: number, database: string): string {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  const files = readdirSync(`/proc/${pid}/fd`).length;
  const log = statSync(`${database}-wal`).size;
  return `${Math.round(Number(memory) / 1024)} MB, ${files} files, log ${Math.round(log / 1024)} kB`;
}

/** One of each kind of request, in turn: reads, a login of each API, a failed one, a write, a logout. */
async function mixedRequest(origin: string, token: string, turn: number): Promise<void> {
  const authorization = { Authorization: `Bearer ${token}` };
  const requests: (() => Promise<Response>)[] = [
    () => fetch(`${origin}/bearer/api/v1/users/me`, { headers: authorization }),
    () => fetch(`${origin}/bearer/api/v1/users`, { headers: authorization }),
    () => fetch(`${origin}/health`),
    () => post(`${origin}/session/api/v1/auth/login`, ACCOUNT),
    () => post(`${origin}/bearer/api/v1/auth/login`, { ...ACCOUNT, password: "wrong guess" }),
    () => post(`${origin}/bearer/api/v1/auth/register`, { ...ACCOUNT, email: `user${turn}@example.com` }),
    () => fetch(`${origin}/nothing`),
    () => fetch(`${origin}/session/`),
  ];
  const answer = await requests[turn % requests.length]?.();
  await answer?.arrayBuffer();
  if (answer === undefined || answer.status >= 500) throw new Error(`answered ${answer?.status}`);
}

/** `node scripts/soak.ts [minutes]`: whether anything grows under a steady load of mixed requests. */
async function soak(minutes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "groundwork-soak-"));
  const database = join(folder, "groundwork.db");
  const server = await spawnServer({ DATABASE_URL: `file:${database}`, LOG_LEVEL: "error" }, folder);
  try {
    await post(`${server.origin}/bearer/api/v1/auth/register`, ACCOUNT);
    const login = await post(`${server.origin}/bearer/api/v1/auth/login`, ACCOUNT);
    const { accessToken } = (await login.json()) as { accessToken: string };
    let turn = 0;
    for (let minute = 0; minute < minutes; minute++) {
      const end = Date.now() + 60_000;
      while (Date.now() < end) {
        const count = (REQUESTS_PER_SECOND * TICK_MS) / 1_000;
        const batch = Array.from({ length: count }, () => mixedRequest(server.origin, accessToken, turn++));
        await Promise.all([...batch, sleep(TICK_MS)]);
      }
      console.log(`minute ${minute + 1}: ${turn} requests, ${takeStock(server.process.pid ?? 0, database)}`);
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

await soak(Number(process.argv[2] ?? 10));
