import cluster from "node:cluster";
import type { GaugeConfiguration } from "prom-client";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import type { Answer } from "../http/request-log.ts";
import { inTime } from "../in-time.ts";

/** A server's current state. */
export interface Figures {
  hashing(): { readonly waiting: number; readonly running: number };
  openSessions(): Promise<number>;
  readonly store: Database["figures"];
}

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Any other method counts as `other`, because Node.js accepts more than thirty. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** If the store does not answer, the other metrics are still reported. */
const PATIENCE_MS = 1_000;

/**
 * The metrics of this process, in Prometheus's format. No label contains a value that a client chose. In a worker, the
 * primary can read them too.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "groundwork_http_request_duration_seconds",
    help: "Time from a request to the end of its answer, by route and status",
    labelNames: ["api", "route", "method", "status"],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const logins = new Counter({
    name: "groundwork_logins_total",
    help: "Logins by outcome",
    labelNames: ["outcome"],
    registers,
  });
  if (cluster.isWorker) answerPrimary(registry);

  return {
    observeAnswer({ api, route, operationId, method, status, isAborted, seconds }: Answer): void {
      const labels = { api, route, method: METHODS.has(method) ? method : "other" };
      requests.observe({ ...labels, status: isAborted ? "aborted" : String(status) }, seconds);
      if (operationId === "logIn" && !isAborted) logins.inc({ outcome: outcomeOf(status) });
    },
    /** Reads these too, at each scrape. */
    watch: (figures: Figures) => watch(figures, registers),
    read: () => registry.metrics(),
  };
}

/** @returns the metrics of all workers: counts are summed, and a figure that they share is reported once */
export function createClusterReader(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}

function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // The first one listens for the primary's requests.
  new AggregatorRegistry();
}

function outcomeOf(status: number): string {
  if (status === 200) return "success";
  if (status === 401) return "failure";
  if (status === 429) return "limited";
  return status >= 500 ? "error" : "invalid";
}

function watch({ hashing, openSessions, store }: Figures, registers: Registry[]): void {
  // Read before the open sessions, whose query would be reported as one that waits for a connection.
  if (store.engine === "sqlite") {
    new Gauge({
      name: "groundwork_sqlite_wal_bytes",
      help: "Size of the write-ahead log",
      registers,
      aggregator: "max",
      collect() {
        this.set(store.walBytes());
      },
    });
  } else {
    const help = "Connections that are busy or idle, and queries that wait for one";
    watchStates({ name: "groundwork_postgres_pool", help, registers }, store.connections);
  }
  const help = "Password hashes that wait for a process or are computed";
  watchStates({ name: "groundwork_hashing_tasks", help, registers }, hashing);
  new Gauge({
    name: "groundwork_open_sessions",
    help: "Sessions that have not ended; absent while the store does not answer",
    registers,
    // Each worker reports the number of all open sessions.
    aggregator: "max",
    async collect() {
      const count = await inTime(openSessions(), PATIENCE_MS, undefined).catch(() => undefined);
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
}

/** A gauge with a value for each state. */
function watchStates(gauge: GaugeConfiguration<"state">, read: () => object): void {
  new Gauge({
    ...gauge,
    labelNames: ["state"],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state }, count);
    },
  });
}
