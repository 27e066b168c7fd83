import type { Command } from "commander";
import type { Print } from "./action.ts";
import { action } from "./action.ts";
import { dryRun, example } from "./common-options.ts";

/** Declares the commands that lead from a PRD to a list. */
export function declarePlanningCommands(program: Command, print: Print): void {
  program.commandsGroup("From a PRD to a list:");
  program
    .command("generate")
    .argument("<prd>", "the product requirements document")
    .description("read a PRD and write its task list")
    .option(
      "--assistant-dir <dir>",
      "the assistant whose tasks folder it goes to (default: the PRD's own, else claude)",
    )
    .option("--out <path>", "write it there")
    .option("--stdout", "print it, write nothing")
    .option("--force", "overwrite a list that exists")
    .option("--explain", "tell how each part of the PRD was read")
    .option(
      "--with <command>",
      "let an assistant's command write it: prompt on its input, list on its output",
    )
    .option("--timeout <seconds>", "how long that command may take for each answer (default: 600)")
    .option("--date <date>", "the day of the Created line, YYYY-MM-DD (default: today)")
    .addOption(dryRun())
    .addHelpText(
      "after",
      example(
        "tasks generate docs/0001-prd-sign-in.md",
        "tasks generate docs/0001-prd-sign-in.md --stdout --explain",
        'tasks generate docs/0001-prd-sign-in.md --with "claude -p"',
      ),
    )
    .action(action(print, async () => (await import("../commands/generate.ts")).generate));
  program
    .command("coverage")
    .description("each requirement of the PRD and the tasks that carry it")
    .option("--prd <path>", "the PRD (default: the one the list names, beside the list)")
    .addHelpText("after", example("tasks coverage", "tasks coverage --prd docs/0001-prd-sign-in.md"))
    .action(action(print, async () => (await import("../commands/coverage.ts")).coverage));
}
