import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export interface McpOptions {
  readonly cwd: string;
  /** Options of the command before `mcp`, such as `--list PATH`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether to use the stateless protocol instead of the one with a handshake. */
  readonly stateless?: boolean;
}

/** A long time limit, because the default of a minute is too short if many processes share a busy machine. */
export const patient = { timeout: 600_000 };

/** A new client, connected to a new server: the built command as a child process. */
export async function connectMcp({ cwd, args = [], env = {}, stateless }: McpOptions): Promise<Client> {
  const home = join(tmpdir(), `groundwork-home-${process.pid}`);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve("dist/tasks/bin.js"), ...args, "mcp"],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, XDG_STATE_HOME: join(home, "state"), ...env },
  });
  const mode = stateless ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport, patient);
  return client;
}
