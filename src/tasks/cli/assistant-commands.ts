import type { Command } from "commander";
import { Argument, Option } from "commander";
import { assistantNames } from "../assistants/assistant-names.ts";
import { action } from "./action.ts";
import type { CommandGroup } from "./command-group.ts";
import type { GlobalOptions } from "./common-options.ts";
import { collect, dryRun, example } from "./common-options.ts";
import { shells } from "./completion/shells.ts";

/** The commands for assistants, git and shells. */
export const assistantCommands: CommandGroup = {
  title: "With assistants and shells:",
  commands: {
    init: (command, print) =>
      command
        .description(
          "write an assistant's command files for this workflow (default: the assistants found in this project)",
        )
        .addOption(assistantOption())
        .option("--merge", "instead have git merge task lists with tasks merge")
        .option(
          "--remove",
          "take out what it wrote, and nothing else; all of it, or only --assistant or --merge",
        )
        .addOption(dryRun())
        .addHelpText("after", example("tasks init --assistant claude", "tasks init --remove --dry-run"))
        .action(action(print, async () => (await import("../commands/init.ts")).init)),

    merge: (command, print) =>
      command
        .argument("<base>", "the version that both come from")
        .argument("<ours>", "the version that the result is written to")
        .argument("<theirs>", "the other version")
        .description("merge two versions of a list, task by task: git's merge driver (tasks init --merge)")
        .addOption(dryRun())
        .addHelpText("after", example("tasks merge base.md ours.md theirs.md --dry-run"))
        .action(action(print, async () => (await import("../commands/merge.ts")).merge)),

    mcp: (command) =>
      command
        .description("serve the list to an assistant: an MCP server on standard input and output")
        .addHelpText(
          "after",
          example("tasks mcp", "tasks --list .claude/tasks/tasks-0001-prd-sign-in.md mcp"),
        )
        .action(serve),

    completion: (command, print) =>
      command
        .addArgument(new Argument("<shell>", "which shell").choices(shells))
        .description(
          "print the script that makes a shell complete this command, with the numbers of the list",
        )
        .addHelpText(
          "after",
          example(
            'tasks completion zsh > "$fpath[1]/_tasks"',
            "tasks completion fish > ~/.config/fish/completions/tasks.fish",
            "source <(tasks completion bash)",
          ),
        )
        .action(action(print, async () => (await import("../commands/completion.ts")).completion)),
  },
};

/** Declares the hidden command that the completion scripts call. */
export function declareCompleteWords(program: Command): void {
  program
    .command("__complete", { hidden: true })
    .argument("[word...]")
    .action(async (words: readonly string[]) => {
      (await import("../commands/complete-words.ts")).printCompletion(program, words);
    });
}

function assistantOption(): Option {
  const option = new Option("--assistant <name>", `${assistantNames.join(", ")}; repeatable`);
  // `init` checks the choices, because one word may hold several: `claude,cursor`.
  option.argChoices = [...assistantNames];
  return option.argParser(collect);
}

async function serve(_options: unknown, command: Command): Promise<void> {
  const { list } = command.optsWithGlobals<GlobalOptions>();
  // A script of its own in the package, so that no other command loads it.
  const { serveMcp } = await import("../mcp/serve-mcp.ts");
  serveMcp({ ...(list === undefined ? {} : { list }), version: command.parent?.version() ?? "" });
}
