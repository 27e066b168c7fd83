import type { Command } from "commander";
import type { GlobalOptions } from "./common-options.ts";
import { example } from "./common-options.ts";

/** Declares the commands that assistants and shells work through the list with. */
export function declareAssistantCommands(program: Command): void {
  program.commandsGroup("With assistants and shells:");
  program
    .command("mcp")
    .description("serve the list to an assistant: an MCP server on standard input and output")
    .addHelpText("after", example("tasks mcp", "tasks --list .claude/tasks/tasks-0001-prd-sign-in.md mcp"))
    .action(async (_options: unknown, command: Command) => {
      const { list } = command.optsWithGlobals<GlobalOptions>();
      // A program of its own in the package: no other command is to pay for what it consists of.
      const { serveMcp } = await import("../mcp/serve-mcp.ts");
      serveMcp({ ...(list === undefined ? {} : { list }), version: program.version() ?? "" });
    });
}
