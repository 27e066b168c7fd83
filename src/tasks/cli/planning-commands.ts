import { assistantProgramNames } from "../assistants/assistant-program.ts";
import { action } from "./action.ts";
import type { CommandGroup } from "./command-group.ts";
import { dryRun, example } from "./common-options.ts";

/** The commands that make a list, from a PRD or from another tool's list. */
export const planningCommands: CommandGroup = {
  title: "Make a list:",
  commands: {
    generate: (command, print) =>
      command
        .argument("<prd>", "the product requirements document")
        .description("read a PRD and write its task list")
        .option(
          "--assistant-dir <dir>",
          "the assistant whose tasks folder it goes to (default: the PRD's own, else claude)",
        )
        .option("--out <path>", "write it there")
        .option("--stdout", "print it, write nothing")
        .option("--force", "overwrite a list that exists")
        .option("--explain", "show how each part of the PRD was read")
        .option(
          "--with <assistant>",
          `let an assistant write it: ${assistantProgramNames.join(", ")}, or a command that takes the brief on its input`,
        )
        .option("--strict", "with --with: warnings also keep the list from being written")
        .option("--timeout <seconds>", "how long that command may take for each answer (default: 600)")
        .option("--date <date>", "the day of the Created line, YYYY-MM-DD (default: today)")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example(
            "tasks generate docs/0001-prd-sign-in.md",
            "tasks generate docs/0001-prd-sign-in.md --stdout --explain",
            "tasks generate docs/0001-prd-sign-in.md --with claude",
          ),
        )
        .action(action(print, async () => (await import("../commands/generate.ts")).generate)),

    update: (command, print) =>
      command
        .argument("[prd]", "the product requirements document (default: the one the list names)")
        .description("bring the list up to date with its PRD, which has changed")
        .option(
          "--from <version>",
          "the version the list was made from: a file, or a revision such as HEAD~3",
        )
        .option("--record", "only record that the list follows the PRD as it is now")
        .option(
          "--with <assistant>",
          `let an assistant write the new tasks: ${assistantProgramNames.join(", ")}, or a command that takes the brief on its input`,
        )
        .option("--strict", "with --with: warnings in the new tasks keep the list from being written, too")
        .option("--timeout <seconds>", "how long that command may take for each answer (default: 600)")
        .option("--date <date>", "the day of the line under ## Changes, YYYY-MM-DD (default: today)")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example(
            "tasks update",
            "tasks update docs/0001-prd-sign-in.md --dry-run",
            "tasks update --from HEAD~3",
          ),
        )
        .action(action(print, async () => (await import("../commands/update.ts")).update)),

    brief: (command, print) =>
      command
        .argument("<prd>", "the product requirements document")
        .description(
          "print what an assistant needs to write the list: rules, form, requirements, facts, the PRD",
        )
        .option("--budget <characters>", "how long the facts about the repository may be (default: 8000)")
        .option("--date <date>", "the day of the Created line, YYYY-MM-DD (default: today)")
        .addHelpText("after", example("tasks brief docs/0001-prd-sign-in.md > brief.md"))
        .action(action(print, async () => (await import("../commands/brief.ts")).brief)),

    coverage: (command, print) =>
      command
        .description("each requirement of the PRD and the tasks that carry it")
        .option("--prd <path>", "the PRD (default: the one the list names, beside the list)")
        .addHelpText("after", example("tasks coverage", "tasks coverage --prd docs/0001-prd-sign-in.md"))
        .action(action(print, async () => (await import("../commands/coverage.ts")).coverage)),

    import: (command, print) =>
      command
        .argument(
          "<file>",
          "a checkbox outline, spec-kit's tasks.md, Task Master's tasks.json or Backlog.md's folder",
        )
        .description("bring another tool's list into the documented form")
        .option(
          "--assistant-dir <dir>",
          "the assistant whose tasks folder it goes to (default: the file's own, else claude)",
        )
        .option("--out <path>", "write it there")
        .option("--stdout", "print it, write nothing")
        .option("--force", "overwrite a list that exists")
        .option("--tag <tag>", "which of Task Master's tags (default: the only one, else master)")
        .option("--date <date>", "the day of the Created line, YYYY-MM-DD (default: today)")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example(
            "tasks import specs/001-sign-in/tasks.md",
            "tasks import .taskmaster/tasks/tasks.json --tag master",
          ),
        )
        .action(action(print, async () => (await import("../commands/import.ts")).importList)),
  },
};
