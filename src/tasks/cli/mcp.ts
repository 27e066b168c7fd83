import type { AnyOperation } from "../commands/operation.ts";
import { operation } from "../commands/operation.ts";
import { ownVersion } from "./own-version.ts";

/** Serves the list to an assistant, with a tool for each of the commands that is declared as one. */
export const mcp = (commands: readonly AnyOperation[]) =>
  operation(
    {
      name: "mcp",
      summary: "serve the list to an assistant: an MCP server on standard input and output",
      examples: ["tasks mcp", "tasks --list .claude/tasks/tasks-0001-prd-sign-in.md mcp"],
    },
    async ({ list }): Promise<undefined> => {
      // A separate script in the package, so that no other command loads it.
      const { serveMcp } = await import("../mcp/serve-mcp.ts");
      serveMcp({ commands, ...(list === undefined ? {} : { list }), version: ownVersion() });
    },
  );
