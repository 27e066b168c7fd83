import type { Command } from "commander";
import { action } from "./action.ts";
import type { CommandGroup } from "./command-group.ts";
import { collect, dryRun, example } from "./common-options.ts";

const withFields = (command: Command): Command =>
  command
    .option("--complexity <complexity>", "Low, Medium or High")
    .option("--depends <numbers>", "the tasks that it depends on: 1.1,1.2 or None", collect)
    .option("--file <path>", "a file it touches; repeatable", collect)
    .option("--step <text>", "a step; repeatable", collect)
    .option("--verify <criterion>", "a criterion to check it by; repeatable", collect);

/** The commands that change the plan. */
export const revisingCommands: CommandGroup = {
  title: "Change the plan:",
  commands: {
    add: (command, print) =>
      withFields(
        command
          .argument("[title]", "what the task delivers")
          .description("add a task to the end of a phase, or before or after another one"),
      )
        .option("--phase <phase>", "the phase it goes to")
        .option("--phase-title <title>", "open that phase, with this title")
        .option("--method <method>", "of the endpoint to build, with --path")
        .option("--path <route>", "of the endpoint to build, with --method")
        .option("--before <number>", "put it before this task; later ones of the phase are renumbered")
        .option("--after <number>", "put it after this task; later ones of the phase are renumbered")
        .option("--force", "even where a renumbered task is in progress or has an owner")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example(
            'tasks add "Limit sign-in attempts" --phase 2 --depends 2.1 --verify "The sixth attempt answers 429"',
          ),
        )
        .action(action(print, async () => (await import("../commands/add.ts")).add)),

    edit: (command, print) =>
      withFields(command.argument("<number>", "the task").description("replace fields of a task"))
        .option("--title <title>", "its title")
        .addOption(dryRun())
        .addHelpText("after", example("tasks edit 2.3 --complexity High --depends 1.2,2.1"))
        .action(action(print, async () => (await import("../commands/edit.ts")).edit)),

    remove: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("remove a task; those that depended on it inherit its dependencies")
        .option("--reason <text>", "why, for the note under ## Changes")
        .option("-y, --yes", "do not ask")
        .option("--force", "even if it is in progress or has an owner")
        .addOption(dryRun())
        .addHelpText("after", example('tasks remove 2.3 --yes --reason "covered by 2.1"'))
        .action(action(print, async () => (await import("../commands/remove.ts")).remove)),

    move: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("move a task before or after another one")
        .option("--before <number>", "the task to move it before")
        .option("--after <number>", "the task to move it after")
        .option("--force", "even where a renumbered task is in progress or has an owner")
        .addOption(dryRun())
        .addHelpText("after", example("tasks move 2.4 --before 2.2"))
        .action(action(print, async () => (await import("../commands/move.ts")).move)),

    renumber: (command, print) =>
      command
        .description("close the gaps in the numbers; references follow")
        .option("--force", "even where a renumbered task is in progress or has an owner")
        .addOption(dryRun())
        .addHelpText("after", example("tasks renumber --dry-run"))
        .action(action(print, async () => (await import("../commands/renumber.ts")).renumber)),

    undo: (command, print) =>
      command
        .description("take back the last edit that this command made to the list, once")
        .addOption(dryRun())
        .addHelpText("after", example("tasks undo"))
        .action(action(print, async () => (await import("../commands/undo.ts")).undo)),
  },
};
