import type { CallToolResult } from "@modelcontextprotocol/server";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import type { Report } from "../cli/reporting/report.ts";
import type { AnyOperation } from "../commands/operation.ts";
import { isRefusal } from "../refusal.ts";
import { bounded, shortenText } from "./bounded.ts";
import { requirePathsInProject } from "./paths-in-project.ts";
import type { Tool } from "./tools.ts";
import { toolsOf } from "./tools.ts";

export interface McpOptions {
  readonly commands: readonly AnyOperation[];
  /** The list of every call; without it each call names one, or it is found as any command finds it. */
  readonly list?: string;
  readonly version: string;
}

const mostWords = 200;

/**
 * Serves the operations of the command to an assistant over standard input and output, until the input closes.
 * Clients of the handshake protocols and of the stateless one are served alike.
 */
export function serveMcp(options: McpOptions): void {
  serveStdio(() => createServer(options), {
    // The SDK reports an invalid message in dozens of lines.
    onerror: ({ message }) =>
      process.stderr.write(`tasks: mcp: ${message.replaceAll(/\s+/g, " ").slice(0, mostWords)}\n`),
  });
}

function createServer({ commands, list, version }: McpOptions): McpServer {
  const server = new McpServer(
    { name: "groundwork-tasks", title: "Task list", version },
    {
      instructions:
        'Works through a Markdown task list: next or start, do the steps, check each verification item once it was seen to hold, complete. Never edit the list by hand while working through it. number: a task, as a string ("1.10" is not 1.1). as: the worker, who becomes the owner. list, prd, out, source: paths in the project; without list it is found from the current folder up. dryRun: show the edit as a diff, write nothing. force: override the refusal. cut: what an answer leaves out, because it would be too long.',
    },
  );
  for (const tool of toolsOf(commands)) offerTool(server, tool, list);
  return server;
}

function offerTool(server: McpServer, tool: Tool, list: string | undefined): void {
  const { name, description, input, annotations, mostCharacters, run } = tool;
  // A server that was started with a list serves only that one.
  const takesList = list === undefined && !tool.takesNoList;
  const inputSchema = takesList ? input.extend({ list: z.string().optional() }) : input;
  server.registerTool(name, { description, inputSchema, annotations }, (given) =>
    toolResult(() => {
      requirePathsInProject(given, ["list", ...tool.paths], list ?? process.env["TASKS_FILE"]);
      return run(list === undefined ? given : { ...given, list });
    }, mostCharacters),
  );
}

/** Runs a tool. Its report is the answer. A refusal is an error with the line that the command would print. */
async function toolResult(run: () => Promise<Report>, mostCharacters?: number): Promise<CallToolResult> {
  try {
    return answer(await run(), mostCharacters);
  } catch (error) {
    if (isRefusal(error)) return refusal(error.message);
    throw error;
  }
}

function answer({ json }: Report, mostCharacters: number | undefined): CallToolResult {
  const value = bounded(json as Readonly<Record<string, unknown>>, mostCharacters);
  // "Nothing is ready to start" is a report of the command, but an error for an assistant.
  const error = value["error"] as { message?: unknown } | undefined;
  if (typeof error?.message === "string") return refusal(error.message);
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

/** Cut, because a refusal quotes its input, which may be long. */
const refusal = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: shortenText(message) }],
});
