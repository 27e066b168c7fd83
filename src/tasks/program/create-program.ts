import { Command } from "commander";
import { writeOut } from "../terminal/write-out.ts";
import type { Print } from "./action.ts";
import { declareAssistantCommands } from "./assistant-commands.ts";
import { example } from "./common-options.ts";
import { declarePlanningCommands } from "./planning-commands.ts";
import { declareReportingCommands } from "./reporting-commands.ts";
import { declareRevisingCommands } from "./revising-commands.ts";
import { declareWorkflowCommands } from "./workflow-commands.ts";

/** The command line as it is declared; each command's own code is loaded when the command runs. */
export function createProgram(version: string, print: Print): Command {
  const program = new Command("tasks")
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
    // Errors are printed where all others are, in the form that was asked for.
    .configureOutput({ outputError: () => undefined, writeOut: (text) => writeOut("stdout", text) })
    .addHelpText("after", example("tasks next --start", "tasks check 1.1 --all", "tasks complete 1.1"));
  declareWorkflowCommands(program, print);
  declareReportingCommands(program, print);
  declareRevisingCommands(program, print);
  declarePlanningCommands(program, print);
  declareAssistantCommands(program, print);
  return program;
}
