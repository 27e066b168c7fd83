import type { CallToolResult } from "@modelcontextprotocol/server";
import { Refusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { bounded, shortenText } from "./bounded.ts";

/** Runs a tool: its report is the answer; a refusal is an error with the line that the command would print. */
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
  // Nothing ready to start is an answer to people and a refusal to scripts: it says so itself.
  const error = value["error"] as { message?: unknown } | undefined;
  if (typeof error?.message === "string") return refusal(error.message);
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
}

/** A refusal quotes what it was given, however long that is. */
const refusal = (message: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: shortenText(message) }],
});
