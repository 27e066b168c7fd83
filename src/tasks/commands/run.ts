import { basename } from "node:path";
import { assistantCommand, assistantProgramNames } from "../assistants/run-assistant.ts";
import { parseSeconds } from "../cli/options/option-values.ts";
import type { PresentedTask } from "../cli/reporting/answers.ts";
import type { Report } from "../cli/reporting/report.ts";
import { plural, withoutSteering } from "../cli/terminal/words.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { completeNumbers } from "../document/task-queries.ts";
import { readListText } from "../list-file/list-text.ts";
import { relativePath } from "../list-file/paths.ts";
import { writableFile } from "../list-file/replace-file.ts";
import { inputRefusal, Refusal } from "../refusal.ts";
import { belongsToAnother, workerOf } from "../workflow/next-task.ts";
import type { OpenedList } from "../workflow/open-list.ts";
import { openList } from "../workflow/open-list.ts";
import { whyNothingIsReady } from "../workflow/rules.ts";
import { prdTexts, taskPrompt } from "../workflow/running/task-prompt.ts";
import type { WorkResult } from "../workflow/running/work-on-task.ts";
import { workOnTask } from "../workflow/running/work-on-task.ts";
import { block } from "./block.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";
import { release } from "./release.ts";
import { start } from "./start.ts";

const declaration = {
  name: "run",
  summary: "work through the list with an assistant; each task is proven by its criteria's commands",
  options: {
    with: {
      value: "assistant",
      summary: `${assistantProgramNames.join(", ")}, or a command`,
      isRequired: true,
    },
    as: {
      value: "name",
      summary: "the owner of the tasks (default: TASKS_AS, else the assistant's program)",
    },
    attempts: {
      value: "count",
      summary: "how many attempts a task gets before it is blocked (default: 2)",
    },
    maxTasks: { value: "count", summary: "stop after this number of tasks" },
    timeout: {
      value: "seconds",
      summary: "how long an attempt and each command may take (default: 1800 and 600)",
    },
    yes: { short: "-y", summary: "run without asking; needed if there is no terminal to ask on" },
    dryRun: { summary: "show the order and the first prompt, start nothing" },
  },
  examples: ["tasks run --with claude --max-tasks 1", 'tasks run --with "./agent.sh" --dry-run'],
} as const satisfies Declaration;

type Stop = "nothing-ready" | "max-tasks" | "three-blocked";

interface Taken {
  readonly number: string;
  readonly title: string;
  readonly result: WorkResult;
}

const mostBlocked = 3;
/** Doing a task takes longer than answering a prompt. */
const assistantSeconds = 1800;

/** Works through the list with an assistant: each ready task in turn, proven by the commands of its criteria. */
export const run = operation(declaration, async (options) => {
  const command = assistantCommand(options.with);
  const attempts = parseCount("--attempts", options.attempts, 2);
  const most = parseCount("--max-tasks", options.maxTasks, Number.MAX_SAFE_INTEGER);
  const { path, list } = openList(options.list);
  const owner = workerOf(options) ?? nameOf(command);
  const order = planRun(list, owner, most);
  if (options.dryRun) return dryRun(path, list, order);
  const file = writableFile(path);
  const commands = criteriaAt(list);
  if (!options.yes) await confirmRun(command, order.length, options);
  const taken: Taken[] = [];
  let stopped: Stop = "max-tasks";
  while (taken.length < most) {
    const { task } = (await start.run({ list: path, as: owner })).json as {
      task: PresentedTask | null;
    };
    if (task === null) {
      stopped = "nothing-ready";
      break;
    }
    const result = await carryOut(file, task, commands, {
      assistant: options.with,
      owner,
      attempts,
      assistantSeconds: options.timeout === undefined ? assistantSeconds : parseSeconds(options.timeout),
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      json: options.json === true,
      onProgress: (line) => process.stderr.write(`tasks: ${withoutSteering(line)}\n`),
    });
    taken.push({ number: task.number, title: task.title, result });
    if (taken.length >= mostBlocked && taken.slice(-mostBlocked).every(isBlocked)) {
      stopped = "three-blocked";
      break;
    }
  }
  return report({ path, list: readTaskList(readListText(file)) }, taken, stopped);
});

/** @throws Refusal if it is not a whole number above 0. */
function parseCount(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const count = Number(given);
  if (/^\d{1,6}$/.test(given) && count > 0) return count;
  throw inputRefusal("bad-count", `${name} takes a number from 1 up, not "${given}".`);
}

/** The owner if none is named: the assistant's program. */
const nameOf = (command: string): string => basename(command.trim().split(/\s+/)[0] ?? "") || "assistant";

/** The criteria of every task, by its number and title. */
const criteriaAt = ({ tasks }: TaskList): ReadonlyMap<string, string> =>
  new Map(tasks.map((task) => [keyOf(task), JSON.stringify(task.verification.map(({ text }) => text))]));

const keyOf = ({ number, title }: Pick<Task, "number" | "title">): string => `${number} ${title}`;

const isBlocked = ({ result }: Taken): boolean => result.outcome === "failed";

async function carryOut(
  file: string,
  task: PresentedTask,
  criteria: ReadonlyMap<string, string>,
  options: Parameters<typeof workOnTask>[2],
): Promise<WorkResult> {
  const { number } = task;
  const result = isAsItWas(file, task, criteria)
    ? await workOnTask(file, number, options).catch(async (error: unknown) => {
        // The program does not exist, so there was no attempt, and the task is released.
        if (error instanceof Refusal && error.code === "assistant-not-found")
          await release.run({ number, list: file });
        throw error;
      })
    : ({
        outcome: "failed",
        attempts: 0,
        reason:
          "its criteria were changed while tasks run was under way; look at them, then tasks unblock it",
      } as const);
  if (result.outcome === "failed") await blockFor(file, number, result);
  return result;
}

async function blockFor(
  file: string,
  number: string,
  { attempts, reason }: { attempts: number; reason: string },
): Promise<void> {
  try {
    await block.run({ number, list: file, reason: reasonOnOneLine(reason) });
  } catch (error) {
    // In the list, the reason would be read as something else.
    if (!(error instanceof Refusal) || error.code !== "unsafe-edit") throw error;
    await block.run({ number, list: file, reason: `${plural(attempts, "attempt")} failed` });
  }
}

/** Whether the task's criteria are those at the start of the run. Later ones may be an assistant's. */
function isAsItWas(file: string, task: PresentedTask, criteria: ReadonlyMap<string, string>): boolean {
  return criteriaAt(readTaskList(readListText(file))).get(keyOf(task)) === criteria.get(keyOf(task));
}

const longestReason = 300;

/** The reason in the form of a Status line. */
function reasonOnOneLine(reason: string): string {
  const line = reason
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .replace(/\.$/, "");
  return line.length > longestReason ? `${line.slice(0, longestReason - 1)}…` : line;
}

function dryRun(path: string, list: TaskList, order: readonly Task[]): Report {
  const [task] = order;
  const prompt = task
    ? taskPrompt({ list, task, requirements: prdTexts({ path, list }, task), failures: null })
    : null;
  const tasks = order.map(({ number, title }) => ({ number, title }));
  const lines = order.map(({ number, title }, index) => `${index + 1}. ${number}  ${title}`);
  const text = [lines.join("\n") || whyNothingIsReady(list) || "Nothing left to do.", prompt ?? ""];
  return {
    json: { list: relativePath(path), tasks, prompt },
    text: text.filter(Boolean).join("\n\n").trimEnd(),
  };
}

function report({ path, list }: OpenedList, taken: readonly Taken[], stopped: Stop): Report {
  const reason = stopInWords(list, taken, stopped);
  const tasks = taken.map(({ number, title, result }) => ({
    number,
    title,
    outcome: result.outcome === "failed" ? ("blocked" as const) : result.outcome,
    attempts: result.attempts,
    reason: result.outcome === "complete" ? null : result.reason,
  }));
  const lines = tasks.map(
    ({ number, title, outcome, reason: why }) =>
      `${wordsFor[outcome]} ${number}  ${title}${why ? `: ${why}` : ""}`,
  );
  const isLeft = list.tasks.some(({ status }) => status.value !== "Complete");
  const isDone =
    taken.every(({ result }) => result.outcome === "complete") && !(taken.length === 0 && isLeft);
  return {
    json: { list: relativePath(path), tasks, stopped, reason },
    text: [...lines, reason].join("\n"),
    exitCode: isDone ? 0 : 1,
  };
}

const wordsFor = { complete: "Complete     ", blocked: "Blocked      ", review: "Needs review " } as const;

function stopInWords(list: TaskList, taken: readonly Taken[], stopped: Stop): string {
  const done = `${taken.filter(({ result }) => result.outcome === "complete").length} of ${plural(taken.length, "task")} completed.`;
  if (stopped === "three-blocked") return `${done} Stopped after three tasks in a row were blocked.`;
  if (stopped === "max-tasks") return `${done} Stopped at --max-tasks.`;
  return `${done} ${whyNothingIsReady(list) ?? "All tasks of the list are Complete."}`;
}

/** The tasks that a run would take, in order, if it completes each of them. */
function planRun(list: TaskList, owner: string, most: number): readonly Task[] {
  const complete = new Set(completeNumbers(list));
  const order: Task[] = [];
  const isFree = (task: Task): boolean =>
    task.status.value === "Not Started" &&
    task.status.understood &&
    !order.includes(task) &&
    !belongsToAnother(task, owner) &&
    task.dependencies.unknown.length === 0 &&
    task.dependencies.resolved.every((number) => complete.has(number));
  while (order.length < most) {
    const next = list.tasks.find(isFree);
    if (!next) break;
    order.push(next);
    complete.add(next.number);
  }
  return order;
}

/** @throws Refusal if the person declines, or can't be asked. */
async function confirmRun(
  command: string,
  tasks: number,
  options: { readonly json?: boolean },
): Promise<void> {
  const { requireYes } = await import("../cli/terminal/ask.ts");
  const question = `Run "${command}" on up to ${tasks} tasks, and after each the commands of its criteria?`;
  await requireYes(question, options, {
    ifUnasked:
      "Nothing was run. To run an assistant and the list's commands without a terminal to ask on, add --yes.",
    ifNo: "Nothing was run.",
  });
}
