import { Option } from "commander";
import { graphFormats } from "../graph/formats.ts";
import { lintFormats } from "../lint/format-diagnostics.ts";
import { action } from "./action.ts";
import type { CommandGroup } from "./command-group.ts";
import { dryRun, example } from "./common-options.ts";

/** The commands that report the state of a list and change nothing. */
export const reportingCommands: CommandGroup = {
  title: "See the state of the list:",
  commands: {
    progress: (command, print) =>
      command
        .alias("status")
        .description("show the progress: counts, phases, effort left and what is next")
        .addHelpText("after", example("tasks progress"))
        .action(action(print, async () => (await import("../commands/progress.ts")).progress)),

    list: (command, print) =>
      command
        .description("list the tasks, or those that match every option")
        .option("--status <status>", "only tasks with this status")
        .option("--owner <name>", "only tasks of this owner")
        .option("--phase <phase>", "only tasks of this phase")
        .option("--ready", "only tasks that could be started now")
        .option("--search <text>", "only tasks that contain this text")
        .addOption(
          new Option(
            "--all-lists",
            "every list of the repository with its progress, in place of tasks",
          ).conflicts(["status", "owner", "phase", "ready", "search"]),
        )
        .addHelpText("after", example("tasks list --ready", 'tasks list --phase 2 --status "Not Started"'))
        .action(action(print, async () => (await import("../commands/list.ts")).list)),

    show: (command, print) =>
      command
        .argument("<number>", "the task")
        .description("show one task in full, with what it waits for and what waits for it")
        .addHelpText("after", example("tasks show 1.2"))
        .action(action(print, async () => (await import("../commands/show.ts")).show)),

    log: (command, print) =>
      command
        .argument("[number]", "the task; without it all of them")
        .description("show the history of the list or one task: changes of status from git, and the proof")
        .addHelpText("after", example("tasks log", "tasks log 1.2"))
        .action(action(print, async () => (await import("../commands/log.ts")).log)),

    graph: (command, print) =>
      command
        .description("show what can be done in parallel, wave by wave, and the critical path")
        .addOption(
          new Option(
            "--format <format>",
            "how to show it (default: text on a terminal, else mermaid)",
          ).choices(graphFormats),
        )
        .addHelpText(
          "after",
          example(
            "tasks graph",
            "tasks graph --format html > plan.html",
            "tasks graph --format dot | dot -Tpdf > plan.pdf",
          ),
        )
        .action(action(print, async () => (await import("../commands/graph.ts")).graph)),

    lint: (command, print) =>
      command
        .argument("[file...]", "the lists (default: the one that every command takes)")
        .description("check a list and report problems by line and column")
        .option("--prd <path>", "also compare the list with this PRD: requirements, numbers, non-goals")
        .option(
          "--strict",
          "warnings count as errors, except shared-file, missing-number and many-requirements",
        )
        .option(
          "--fix",
          "repair what is safe: stale ranges and header status, missing Dependencies, misspelt labels",
        )
        .addOption(dryRun())
        .addOption(new Option("--format <format>", "how to print").choices(lintFormats).default("text"))
        .addHelpText(
          "after",
          example(
            "tasks lint",
            "tasks lint --prd docs/0001-prd-sign-in.md --strict",
            "tasks lint --fix --dry-run",
            "tasks lint --format sarif > lint.sarif",
          ),
        )
        .action(action(print, async () => (await import("../commands/lint.ts")).lint)),

    audit: (command, print) =>
      command
        .description(
          "find completions that were not earned: open items, unfinished dependencies, missing files",
        )
        .addHelpText("after", example("tasks audit"))
        .action(action(print, async () => (await import("../commands/audit.ts")).audit)),
  },
};
