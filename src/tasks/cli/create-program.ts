import { Command } from "commander";
import type { Print } from "./action.ts";
import { assistantCommands, declareCompleteWords } from "./assistant-commands.ts";
import type { CommandGroup } from "./command-group.ts";
import { example } from "./common-options.ts";
import { planningCommands } from "./planning-commands.ts";
import { reportingCommands } from "./reporting-commands.ts";
import { revisingCommands } from "./revising-commands.ts";
import { writeOut } from "./terminal/write-out.ts";
import { workflowCommands } from "./workflow-commands.ts";

const groups: readonly CommandGroup[] = [
  workflowCommands,
  reportingCommands,
  revisingCommands,
  planningCommands,
  assistantCommands,
];

/**
 * The command line for these words: all of it, or only the command that they name, because declaring the others takes
 * longer than reading a list. Each command's own code is loaded when the command runs.
 */
export function createProgram(version: string, print: Print, words: readonly string[]): Command {
  const program = createBareProgram(version);
  const named = commandIn(words);
  const group = groups.find(({ commands }) => Object.hasOwn(commands, named));
  if (group) group.commands[named]?.(program.command(named), print);
  else declareAll(program, print);
  return program;
}

function declareAll(program: Command, print: Print): void {
  for (const { title, commands } of groups) {
    program.commandsGroup(title);
    for (const [name, declare] of Object.entries(commands)) declare(program.command(name), print);
  }
  declareCompleteWords(program);
}

/** The name of the command, if there is one: the first word after the global options. */
function commandIn(words: readonly string[]): string {
  let at = 0;
  while (/^(?:-f|--list|--json|--no-color)$/.test(words[at] ?? "")) at += takesValue(words[at]) ? 2 : 1;
  return words[at] ?? "";
}

const takesValue = (option: string | undefined): boolean => option === "-f" || option === "--list";

function createBareProgram(version: string): Command {
  return (
    new Command("tasks")
      .description("Works through a Markdown task list, and changes only the lines it has to.")
      .option(
        "-f, --list <path>",
        "the list (default: TASKS_FILE, else tasks-*.md in .*/tasks or tasks, from here up)",
      )
      .option("--json", "print one JSON value and nothing else")
      .option("--no-color", "no colour (as with NO_COLOR, or outside a terminal)")
      .version(version, "-V, --version", "print the version")
      .helpOption("-h, --help", "show the help of a command")
      .helpCommand(false)
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      // `cli.ts` prints all errors, as text or JSON.
      .configureOutput({ outputError: () => undefined, writeOut: (text) => writeOut("stdout", text) })
      .addHelpText("after", example("tasks next --start", "tasks check 1.1 --all", "tasks complete 1.1"))
  );
}
