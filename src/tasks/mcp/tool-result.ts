import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Report } from "../cli/reporting/report.ts";
import { Refusal } from "../refusal.ts";
import { bounded, shortenText } from "./bounded.ts";

/** Runs a tool. Its report is the answer. A refusal is an error with the line that the command would print. */
export async function toolResult(
  run: () => Promise<Report>,
  mostCharacters?: number,
): Promise<CallToolResult> {
  try {
    return answer(await run(), mostCharacters);
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.message);
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
