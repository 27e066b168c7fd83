import type { Command } from "commander";
import { assistantProgramNames } from "../assistants/assistant-program.ts";
import { action } from "./action.ts";
import type { CommandGroup } from "./command-group.ts";
import { dryRun, example } from "./common-options.ts";

const withRunning = (command: Command): Command =>
  command
    .option("--timeout <seconds>", "how long each command may take (default: 600)")
    .option("-y, --yes", "run without asking; needed with --run where nobody can be asked");

/** The commands that work through a list. */
export const workflowCommands: CommandGroup = {
  title: "Work through the list:",
  commands: {
    next: (command, print) =>
      command
        .description("show the task to work on: the one in progress, else the first that is ready")
        .option("--start", "start it, unless it is in progress already")
        .option(
          "--as <name>",
          "prefer the tasks of this owner, and start under this name (default: TASKS_AS)",
        )
        .option("--explain", "say why this one, what it unblocks, and what holds the others")
        .addOption(dryRun())
        .addHelpText("after", example("tasks next --start --as ann"))
        .action(action(print, async () => (await import("../commands/next.ts")).next)),

    start: (command, print) =>
      command
        .argument("[number]", "the task; without it the first that is ready, picked and marked in one step")
        .description("set a task In Progress, once every dependency is Complete")
        .option("--as <name>", "write this owner into the task (default: TASKS_AS)")
        .option("--force", "take another owner's task; ignore dependencies that match no task")
        .addOption(dryRun())
        .addHelpText("after", example("tasks start 1.2 --as ann", "tasks start --as ann"))
        .action(action(print, async () => (await import("../commands/start.ts")).start)),

    check: (command, print) =>
      command
        .argument("<number>", "the task")
        .argument("[item...]", "positions of its verification items; without any they are listed")
        .description("tick verification items")
        .option("--all", "all of them")
        .option("--undo", "untick instead")
        .option("--force", "ignore dependencies that match no task")
        .addOption(dryRun())
        .addHelpText("after", example("tasks check 1.2", "tasks check 1.2 1 3", "tasks check 1.2 3 --undo"))
        .action(action(print, async () => (await import("../commands/check.ts")).check)),

    verify: (command, print) =>
      withRunning(command.argument("<number>", "the task"))
        .description("list a task's criteria, or run those that state a command and tick what passes")
        .option("--run", "run them; without it nothing is ever run")
        .option("--force", "ignore dependencies that match no task")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example("tasks verify 1.2", "tasks verify 1.2 --run", "tasks verify 1.2 --run --timeout 60"),
        )
        .action(action(print, async () => (await import("../commands/verify.ts")).verify)),

    complete: (command, print) =>
      withRunning(command)
        .alias("done")
        .argument("<number>", "the task")
        .description("mark a task Complete, once its dependencies are and every verification item is ticked")
        .option("--verified", "state that the open items were checked, and tick them")
        .option("--run", "first run the criteria that state a command, as verify does")
        .option("--force", "ignore dependencies that match no task")
        .addOption(dryRun())
        .addHelpText(
          "after",
          example("tasks complete 1.2", "tasks done 1.2 --verified", "tasks complete 1.2 --run"),
        )
        .action(action(print, async () => (await import("../commands/complete.ts")).complete)),

    run: (command, print) =>
      command
        .description(
          "work through the list with an assistant; each task is proven by its criteria's commands",
        )
        .requiredOption("--with <assistant>", `${assistantProgramNames.join(", ")}, or a command`)
        .option("--as <name>", "the owner of the tasks (default: TASKS_AS, else the assistant's program)")
        .option("--attempts <count>", "how many attempts a task gets before it is blocked (default: 2)")
        .option("--max-tasks <count>", "stop after this number of tasks")
        .option(
          "--timeout <seconds>",
          "how long an attempt and each command may take (default: 1800 and 600)",
        )
        .option("-y, --yes", "run without asking; needed where nobody can be asked")
        .option("--dry-run", "show the order and the first prompt, start nothing")
        .addHelpText(
          "after",
          example("tasks run --with claude --max-tasks 1", 'tasks run --with "./agent.sh" --dry-run'),
        )
        .action(action(print, async () => (await import("../commands/run.ts")).run)),

    block: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("set a task Blocked, with the reason")
        .requiredOption("--reason <text>", "what it waits for")
        .addOption(dryRun())
        .addHelpText("after", example('tasks block 2.1 --reason "waiting for the API key"'))
        .action(action(print, async () => (await import("../commands/block.ts")).block)),

    unblock: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("unblock a task: In Progress if it was started, else Not Started")
        .addOption(dryRun())
        .addHelpText("after", example("tasks unblock 2.1"))
        .action(action(print, async () => (await import("../commands/unblock.ts")).unblock)),

    release: (command, print) =>
      command
        .argument("[number]", "the task")
        .description("take the owner away; In Progress becomes Not Started")
        .option(
          "--stale <time>",
          "release every task that was claimed longer ago, such as 4h, in any worktree",
        )
        .addOption(dryRun())
        .addHelpText("after", example("tasks release 2.1", "tasks release --stale 4h"))
        .action(action(print, async () => (await import("../commands/release.ts")).release)),

    reset: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("set a task back to Not Started, with its boxes unticked")
        .option("--force", "even while a begun task depends on it")
        .addOption(dryRun())
        .addHelpText("after", example("tasks reset 1.2"))
        .action(action(print, async () => (await import("../commands/reset.ts")).reset)),
  },
};
