import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import type { AnyOperation, Declaration, ToolDeclaration } from "../commands/operation.ts";
import { openList } from "../list-file/open-list.ts";
import { inputRefusal, isRefusal, refusedPath } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { requirePathsInProject, toolInputOf } from "./tool-input.ts";

export interface McpOptions {
  readonly commands: readonly AnyOperation[];
  /** The list of every call; without it each call names one, or it is found as any command finds it. */
  readonly list?: string;
  readonly version: string;
}

/**
 * Serves the operations of the command to an assistant over standard input and output, until the input closes.
 * Clients of the handshake protocols and of the stateless one are served alike.
 */
export function serveMcp(options: McpOptions): void {
  serveStdio(() => createServer(options), {
    // The SDK reports an invalid message in dozens of lines.
    onerror: ({ message }) =>
      process.stderr.write(`tasks: mcp: ${message.replaceAll(/\s+/g, " ").slice(0, 200)}\n`),
  });
}

function createServer({ commands, list, version }: McpOptions): McpServer {
  const server = new McpServer(
    { name: "groundwork-tasks", title: "Task list", version },
    {
      instructions:
        'Works through a Markdown task list: next or start, do the steps, check each verification item once it was seen to hold, complete. Never edit the list by hand while working through it. number: a task, as a string ("1.10" is not 1.1). as: the worker, who becomes the owner. list, prd, out, source: paths in the project; without list it is found from the current folder up. dryRun: show the edit as a diff, write nothing. force: override the refusal. A refusal may name a parameter as an option of the command: --phase-title is phaseTitle. cut: what an answer leaves out, because it would be too long.',
    },
  );
  for (const { declaration, run } of commands)
    if (declaration.tool) offerTool(server, declaration, declaration.tool, run, list);
  return server;
}

/** Tools of both kinds stay within the project, and `undo` restores whatever they destroy. */
const annotations: Readonly<Record<ToolDeclaration["does"], ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  edits: { destructiveHint: false },
  settles: { destructiveHint: false, idempotentHint: true },
  removes: { destructiveHint: true },
};

function offerTool(
  server: McpServer,
  declaration: Declaration,
  tool: ToolDeclaration,
  run: AnyOperation["run"],
  list: string | undefined,
): void {
  const { schema, paths, toWords } = toolInputOf(declaration);
  // A server that was started with a list serves only that one.
  const takesList = list === undefined && !tool.takesNoList;
  const inputSchema = takesList ? schema.extend({ list: z.string().optional() }) : schema;
  const config = { description: tool.summary, inputSchema, annotations: annotations[tool.does] };
  server.registerTool(declaration.name, config, async (given) => {
    try {
      requirePathsInProject(given, ["list", ...paths], list ?? process.env["TASKS_FILE"]);
      const input = { ...toWords(given), ...(list === undefined ? {} : { list }), json: true };
      requireExactNumbers(Object.values(given), input);
      const { json = {} } = (await run(input)) ?? {};
      return answer(
        { ...json, ...shortened(json, tool.shortens) },
        tool.isLong ? mostOfLong : mostCharacters,
      );
    } catch (thrown) {
      const error = refusedPath(thrown) ?? thrown;
      // A refusal is an error with the line that the command would print.
      if (isRefusal(error)) return refusal(error.message);
      throw error;
    }
  });
}

/**
 * A number in JSON has lost a zero at its end.
 * @throws Refusal if the list also has the task with that zero.
 */
function requireExactNumbers(values: readonly unknown[], options: { readonly list?: string }): void {
  for (const value of values) {
    if (typeof value !== "number" || Number.isInteger(value)) continue;
    const longer = `${value}0`;
    if (openList(options.list).list.tasks.every(({ number }) => number !== longer)) continue;
    throw inputRefusal("inexact-number", `${value} may be ${longer}: send the number as a string.`);
  }
}

/** The lists of which only some fields of each item are answered. */
const shortened = (json: Answer, fields: ToolDeclaration["shortens"] = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, kept]) => {
      const items = json[name] as readonly Readonly<Record<string, unknown>>[];
      return [name, items.map((item) => Object.fromEntries(kept.map((field) => [field, item[field]])))];
    }),
  );

function answer(json: Answer, most: number): CallToolResult {
  const value = bounded(json, most);
  // "Nothing is ready to start" is a report of the command, but an error for an assistant.
  const error = value["error"] as { message?: unknown } | undefined;
  if (typeof error?.message === "string") return refusal(error.message);
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

/** Cut, because a refusal quotes its input, which may be long. */
const refusal = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: shortenText(message, mostCharacters) }],
});

/** An assistant pays for every word of an answer, and most refuse long ones. */
const mostItems = 100;
const mostItemsInside = 50;
const mostCharacters = 8000;
const mostCharactersInList = 500;
/** Of a text to work from, such as a brief. */
const mostOfLong = 100_000;

type Answer = Report["json"];

/** The answer with long texts and lists cut. `cut` lists those that were. */
function bounded(answer: Answer, most: number): Answer {
  const cut: string[] = [];
  const note = (path: string, longest: number, length: number, unit = ""): void => {
    if (length > longest) cut.push(`${path}: ${longest} of ${length}${unit}`);
  };
  const shorten = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      // A path with an index belongs to an item of a list.
      const longest = /\.\d/.test(path) ? mostCharactersInList : most;
      note(path, longest, value.length, " characters");
      return shortenText(value, longest);
    }
    if (Array.isArray(value)) {
      const longest = path.includes(".") ? mostItemsInside : mostItems;
      note(path, longest, value.length);
      return value.slice(0, longest).map((item, index) => shorten(item, `${path}.${index}`));
    }
    return typeof value === "object" && value !== null ? fieldsOf(value, `${path}.`) : value;
  };
  const fieldsOf = (value: object, path: string): Answer =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorten(one, path + name)]));
  const value = fieldsOf(answer, "");
  return cut.length > 0 ? { ...value, cut } : value;
}

/** The text, cut if it is too long for an answer. */
const shortenText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
