import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestStore } from "../support/create-test-store.ts";
import { linesWith } from "../support/log-lines.ts";
import type { SpawnedServer } from "../support/spawn-server.ts";
import { failToStart, spawnServer } from "../support/spawn-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse";

interface Watched extends SpawnedServer {
  readonly metrics: string;
}

async function start(settings: Record<string, string> = {}): Promise<Watched> {
  const store = await createTestStore();
  const server = await spawnServer(
    { METRICS_PORT: "0", DATABASE_URL: store.url, ...settings },
    temporaryFolder(),
  );
  onTestFinished(async () => {
    await server.stop("SIGKILL");
    await store.remove();
  });
  return { ...server, metrics: linesWith(server, { msg: "metrics listening" })[0]?.address };
}

const scrape = async ({ metrics }: Watched): Promise<string> => {
  const answer = await fetch(metrics);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
};

/** The value of a series in Prometheus's notation; 0 if it is missing. */
function readSeries(text: string, series: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

const countOf = (text: string, api: string, route: string, method: string, status: string): number =>
  readSeries(
    text,
    `groundwork_http_request_duration_seconds_count{api="${api}",route="${route}",method="${method}",status="${status}"}`,
  );

const seriesOf = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line) => (/^groundwork_http.*_count/.test(line) ? [line.split(" ")[0] ?? ""] : []));

/** Uses a new connection, so that workers take turns. */
const send = (server: SpawnedServer, method: string, path: string, options: RequestInit = {}) =>
  fetch(server.origin + path, { method, ...options, headers: { Connection: "close", ...options.headers } });

const logIn = (server: SpawnedServer, password: string, email = "ada@example.com") =>
  send(server, "POST", "/session/api/v1/auth/login", { body: JSON.stringify({ email, password }) });

const register = (server: SpawnedServer) =>
  send(server, "POST", "/bearer/api/v1/auth/register", {
    body: JSON.stringify({ email: "ada@example.com", password: PASSWORD, name: "Ada" }),
  });

/** Polls long enough for a slow machine. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 90_000 });

/** Reads the metrics repeatedly during the traffic, as a busy scraper would. */
async function scrapeDuring(server: Watched, traffic: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = traffic.finally(() => {
    isDone = true;
  });
  let last = 0;
  while (!isDone) {
    const count = countOf(await scrape(server), "session", "/api/v1/auth/login", "POST", "200");
    expect(count).toBeGreaterThanOrEqual(last);
    last = count;
  }
  await done;
}

describe.each([
  ["one process", {}],
  ["WORKERS=2", { WORKERS: "2" }],
])("the metrics of %s", (_title, settings) => {
  test("count answers by route and status during traffic", async () => {
    const server = await start({ ...settings, RATE_LIMIT_LOGIN: "4/1h" });
    expect((await register(server)).status).toBe(200);
    const repeat = (times: number, work: () => Promise<Response>) =>
      Promise.all(Array.from({ length: times }, work));
    const traffic = async () => {
      await repeat(6, () => logIn(server, PASSWORD));
      await repeat(4, () => logIn(server, "wrong guess", "eve@example.com"));
      await repeat(3, () => logIn(server, "wrong guess", "eve@example.com"));
      await repeat(7, () => send(server, "GET", `/bearer/api/v1/users/${crypto.randomUUID()}`));
      await repeat(5, () => send(server, "GET", `/nowhere/${crypto.randomUUID()}`));
      await repeat(2, () => send(server, "GET", "/SESSION/api/users"));
    };
    await scrapeDuring(server, traffic());

    // A request is counted after its answer is sent, which may be a moment after the client has received it.
    await poll(async () => {
      const text = await scrape(server);
      return {
        logins: ["success", "failure", "limited"].map((outcome) =>
          readSeries(text, `groundwork_logins_total{outcome="${outcome}"}`),
        ),
        login: countOf(text, "session", "/api/v1/auth/login", "POST", "200"),
        user: countOf(text, "bearer", "/api/v1/users/:userID", "GET", "401"),
        classic: countOf(text, "session", "/api/users", "GET", "401"),
        nowhere: countOf(text, "none", "other", "GET", "404"),
        sessions: readSeries(text, "groundwork_open_sessions"),
      };
    }).toEqual({ logins: [6, 4, 3], login: 6, user: 7, classic: 2, nowhere: 5, sessions: 6 });
  });

  test("have a bounded number of series and contain no client's words", async () => {
    const server = await start(settings);
    const ask = (word: string) => [
      send(server, "GET", `/${word}`),
      send(server, "GET", `/session/api/v1/posts/${word}`),
      send(server, "DELETE", `/bearer/api/v1/users/${word}?${word}=${word}`),
      send(server, "REPORT", `/${word}`),
      send(server, "PURGE", `/bearer/api/v1/${word}`),
      logIn(server, word, `${word}@example.com`),
    ];
    const askAll = async (words: readonly string[]) => {
      for (const word of words) await Promise.all(ask(word));
    };
    await askAll(["first-word"]);
    const expected = [
      ["bearer", "/api/v1/users/:userID", "DELETE", "401"],
      ["none", "other", "GET", "404"],
      ["none", "other", "other", "404"],
      ["session", "/api/v1/auth/login", "POST", "401"],
      ["session", "/api/v1/posts/:id", "GET", "404"],
    ];
    await poll(async () => seriesOf(await scrape(server)).length).toBe(expected.length);
    await askAll(["second-word", "third-word", "4", "%41"]);
    await poll(async () => countOf(await scrape(server), "none", "other", "other", "404")).toBe(10);
    const text = await scrape(server);
    for (const [api = "", route = "", method = "", status = ""] of expected) {
      expect(countOf(text, api, route, method, status)).toBeGreaterThan(0);
    }
    expect(seriesOf(text)).toHaveLength(expected.length);
    expect(text).not.toMatch(/-word|@example/);
  });

  test("report hashing, the event loop, the store and the process", async () => {
    const server = await start(settings);
    await register(server);
    const text = await scrape(server);
    for (const name of [
      "groundwork_sqlite_wal_bytes",
      "groundwork_hashing_tasks",
      "groundwork_open_sessions",
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "process_cpu_seconds_total",
    ]) {
      expect(text).toMatch(new RegExp(`^# TYPE ${name} `, "m"));
      expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? \\d`, "m"));
    }
    expect(readSeries(text, "groundwork_sqlite_wal_bytes")).toBeGreaterThan(0);
  });
});

test("groundwork_hashing_tasks counts the running and the waiting tasks", async () => {
  const server = await start({ HASHING_CONCURRENCY: "1", BCRYPT_COST: "12" });
  const logins = Promise.all([1, 2, 3].map((n) => logIn(server, "wrong guess", `user${n}@example.com`)));
  await poll(async () => {
    const text = await scrape(server);
    return ["running", "waiting"].map((state) =>
      readSeries(text, `groundwork_hashing_tasks{state="${state}"}`),
    );
  }).toEqual([1, 2]);
  await logins;
});

test("the metrics survive the death of a worker", async () => {
  const server = await start({ WORKERS: "2" });
  const started = () => linesWith(server, { msg: "worker listening" });
  await poll(() => started().length).toBe(2);
  process.kill(started()[0].pid, "SIGKILL");
  await poll(() => started().length).toBe(3);
  expect(await scrape(server)).toContain("process_resident_memory_bytes");
});

test("the metrics are served only on the loopback address, which serves nothing else", async () => {
  const server = await start();
  const { hostname, port, origin } = new URL(server.metrics);
  expect(hostname).toBe("127.0.0.1");
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(server.metrics, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of outer) await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow();
});

test("the metrics aren't served unless METRICS_PORT is set", async () => {
  const server = await start({ METRICS_PORT: "" });
  expect(server.metrics).toBeUndefined();
});

test.each(["1", "2"])(
  "a start with WORKERS=%s fails with one line if the metrics port is taken",
  async (workers) => {
    const taken = createServer();
    await once(taken.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void taken.close());
    const store = await createTestStore();
    onTestFinished(store.remove);
    const port = String((taken.address() as AddressInfo).port);
    const settings = { METRICS_PORT: port, WORKERS: workers, DATABASE_URL: store.url };
    const { code, stderr } = await failToStart(settings, temporaryFolder());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `groundwork: METRICS_PORT can't be used: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    });
  },
);
