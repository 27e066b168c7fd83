import { basename } from "node:path";
import { assistantCommand, assistantProgramNames, requireProgram } from "../assistants/run-assistant.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { completeNumbers, nameOf } from "../document/task-queries.ts";
import { readListText } from "../list-file/list-text.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { openList } from "../list-file/open-list.ts";
import { writableFile } from "../list-file/replace-file.ts";
import { parseSeconds } from "../options/option-values.ts";
import { inputRefusal, isRefusal } from "../refusal.ts";
import type { Answer, PresentedTask } from "../reporting/answers.ts";
import type { Report } from "../reporting/report.ts";
import { aboutList } from "../reporting/report.ts";
import { requireYes } from "../terminal/ask.ts";
import { plural, withoutSteering } from "../terminal/words.ts";
import { belongsToAnother, workerOf } from "../workflow/next-task.ts";
import { whyNothingIsReady } from "../workflow/rules.ts";
import { reserveOwner } from "../workflow/running/reserve-owner.ts";
import { prdTexts, taskPrompt } from "../workflow/running/task-prompt.ts";
import type { WorkResult } from "../workflow/running/work-on-task.ts";
import { changedCriteria, folderFor, workOnTask } from "../workflow/running/work-on-task.ts";
import { block } from "./block.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";
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

type Finished = Extract<Answer<"run">, { readonly stopped: unknown }>;
type Taken = Finished["tasks"][number];

const mostBlocked = 3;
/** Doing a task takes longer than answering a prompt. */
const assistantSeconds = 1800;

export const run = operation(declaration, async ({ timeout, ...options }) => {
  const command = assistantCommand(options.with);
  const attempts = parseCount("--attempts", options.attempts, 2);
  const most = parseCount("--max-tasks", options.maxTasks, Number.MAX_SAFE_INTEGER);
  const opened = openList(options.list);
  const owner = workerOf(options) ?? programOf(command);
  const order = planRun(opened.list, owner, most);
  if (options.dryRun) return showPlan(opened, order);
  const file = writableFile(opened.path);
  requireProgram(command, folderFor(file));
  await reserveOwner(file, owner);
  if (!options.yes) await confirmRun(command, order.length, options);
  const work: Work = {
    assistant: options.with,
    owner,
    attempts,
    assistantSeconds: parseSeconds(timeout, assistantSeconds),
    ...(timeout === undefined ? {} : { timeout }),
    json: options.json === true,
    onProgress: (line) => process.stderr.write(`tasks: ${withoutSteering(line)}\n`),
  };
  const criteria = criteriaIn(opened.list);
  const { taken, stopped } = await takeTasks(most, async () => {
    const { json } = await start.run({ list: opened.path, as: owner });
    const { task } = json as { readonly task: PresentedTask | null };
    return task && (await carryOut(file, task, criteria, work));
  });
  return report({ ...opened, list: readTaskList(readListText(file)) }, taken, stopped);
});

/** @throws Refusal if it is not a whole number above 0. */
function parseCount(name: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const count = Number(given);
  if (/^\d{1,6}$/.test(given) && count > 0) return count;
  throw inputRefusal("bad-count", `${name} takes a number from 1 up, not "${given}".`);
}

/** The owner if none is named: the assistant's program, which may come after assignments such as `MODEL="x y"`. */
function programOf(command: string): string {
  const words = /^[\s(]*(?:[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s'"])*\s+)*([\w./+@-]+)/.exec(command);
  return basename(words?.[1] ?? "") || "assistant";
}

/** @throws Refusal if the person declines, or can't be asked. */
function confirmRun(command: string, tasks: number, options: { readonly json?: boolean }): Promise<void> {
  const question = `Run "${command}" on up to ${tasks} tasks, and after each the commands of its criteria?`;
  return requireYes(question, options, {
    ifUnasked:
      "Nothing was run. To run an assistant and the list's commands without a terminal to ask on, add --yes.",
    ifNo: "Nothing was run.",
  });
}

/** Takes tasks until none is left, enough are taken, or several in a row were blocked. */
async function takeTasks(
  most: number,
  takeNext: () => Promise<Taken | null>,
): Promise<{ readonly taken: readonly Taken[]; readonly stopped: Finished["stopped"] }> {
  const taken: Taken[] = [];
  while (taken.length < most) {
    const task = await takeNext();
    if (task === null) return { taken, stopped: "nothing-ready" };
    taken.push(task);
    const last = taken.slice(-mostBlocked);
    if (last.length === mostBlocked && last.every(({ outcome }) => outcome === "blocked"))
      return { taken, stopped: "three-blocked" };
  }
  return { taken, stopped: "max-tasks" };
}

type Work = Parameters<typeof workOnTask>[2];
type Criteria = ReadonlyMap<string, string>;

/** The criteria of every task, by its number and title. */
const criteriaIn = ({ tasks }: TaskList): Criteria =>
  new Map(tasks.map((task) => [nameOf(task), JSON.stringify(task.verification.map(({ text }) => text))]));

/** Has the assistant do a task that was started, if its criteria are still those from the start of the run. */
async function carryOut(file: string, task: PresentedTask, criteria: Criteria, work: Work): Promise<Taken> {
  const { number, title } = task;
  const now = criteriaIn(readTaskList(readListText(file)));
  const isChanged = now.get(nameOf(task)) !== criteria.get(nameOf(task));
  const result = isChanged ? notAttempted : await workOnTask(file, number, work);
  const reason = result.outcome === "complete" ? null : result.reason;
  if (result.outcome === "failed") await blockFor(file, number, result);
  const outcome = result.outcome === "failed" ? "blocked" : result.outcome;
  return { number, title, outcome, attempts: result.attempts, reason };
}

const notAttempted = {
  outcome: "failed",
  attempts: 0,
  reason: changedCriteria,
} as const satisfies WorkResult;

async function blockFor(
  file: string,
  number: string,
  { attempts, reason }: { attempts: number; reason: string },
): Promise<void> {
  try {
    await block.run({ number, list: file, reason: reasonOnOneLine(reason) });
  } catch (error) {
    // In the list, the reason would be read as something else.
    if (!isRefusal(error) || error.code !== "unsafe-edit") throw error;
    await block.run({ number, list: file, reason: `${plural(attempts, "attempt")} failed` });
  }
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

function report({ path, list }: OpenedList, tasks: readonly Taken[], stopped: Finished["stopped"]): Report {
  const complete = tasks.filter(({ outcome }) => outcome === "complete").length;
  const why = {
    "three-blocked": "Stopped after three tasks in a row were blocked.",
    "max-tasks": "Stopped at --max-tasks.",
    "nothing-ready": whyNothingIsReady(list) ?? "All tasks of the list are Complete.",
  };
  const reason = `${complete} of ${plural(tasks.length, "task")} completed. ${why[stopped]}`;
  const lines = tasks.map(
    (task) =>
      `${wordsFor[task.outcome]} ${task.number}  ${task.title}${task.reason ? `: ${task.reason}` : ""}`,
  );
  const isDone = tasks.length > 0 || list.tasks.every(({ status }) => status.value === "Complete");
  return aboutList(path, {
    json: { tasks, stopped, reason },
    text: [...lines, reason].join("\n"),
    exitCode: isDone && complete === tasks.length ? 0 : 1,
  });
}

const wordsFor = { complete: "Complete     ", blocked: "Blocked      ", review: "Needs review " } as const;

/** The order of the tasks and the first prompt. */
function showPlan({ path, list }: OpenedList, order: readonly Task[]): Report {
  const [task] = order;
  const requirements = task ? prdTexts({ path, list }, task) : [];
  const prompt = task ? taskPrompt({ list, task, requirements, failures: null }) : null;
  const tasks = order.map(({ number, title }) => ({ number, title }));
  const lines = tasks.map(({ number, title }, index) => `${index + 1}. ${number}  ${title}`);
  const plan = lines.join("\n") || whyNothingIsReady(list) || "Nothing left to do.";
  const text = prompt === null ? plan : `${plan}\n\n${prompt.trimEnd()}`;
  return aboutList(path, { json: { tasks, prompt }, text });
}

/** The tasks that a run would take, in order, if it completes each of them. */
function planRun(list: TaskList, owner: string, most: number): readonly Task[] {
  const complete = new Set(completeNumbers(list));
  const open = list.tasks.filter(
    (task) =>
      task.status.value === "Not Started" &&
      task.status.understood &&
      task.dependencies.unknown.length === 0 &&
      !belongsToAnother(task, owner),
  );
  const isFree = ({ number, dependencies }: Task): boolean =>
    !complete.has(number) && dependencies.resolved.every((name) => complete.has(name));
  const order: Task[] = [];
  for (let next = open.find(isFree); next && order.length < most; next = open.find(isFree)) {
    order.push(next);
    complete.add(next.number);
  }
  return order;
}
