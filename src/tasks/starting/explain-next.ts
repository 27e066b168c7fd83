import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, isReady, unmetDependencies } from "../document/task-queries.ts";
import type { Report } from "../reporting/report.ts";
import { paint } from "../terminal/paint.ts";
import type { WaitingChain } from "./shortest-chains.ts";
import { shortestChains } from "./shortest-chains.ts";

interface Explanation {
  /** Why this task and no other. */
  readonly why: string;
  /** The tasks that could start once it is Complete. */
  readonly unblocks: readonly string[];
  /** For each task that waits, the shortest chain of unfinished ones that holds it, from itself to what can be worked on. */
  readonly waiting: readonly WaitingChain[];
}

/** Adds to the answer of `next` why it is the answer, what it unblocks, and what holds the others. */
export function explainNext(list: TaskList, task: Task | undefined, report: Report, owner?: string): Report {
  const explanation: Explanation = {
    why: task ? whyThis(list, task, owner) : "There is no task to work on.",
    unblocks: task ? unblockedBy(list, task) : [],
    waiting: shortestChains(list, waitingTasks(list)),
  };
  const json = { ...(report.json as Record<string, unknown>), explanation };
  return { ...report, json, text: [report.text, inWords(explanation)].filter(Boolean).join("\n\n") };
}

function whyThis(list: TaskList, task: Task, owner: string | undefined): string {
  const isOwn = owner !== undefined && task.owner === owner;
  if (task.status.value === "In Progress") {
    const whose = isOwn ? ` with ${owner}` : "";
    return `Task ${task.number} is in progress${whose}: a task in progress comes before a new one.`;
  }
  const { resolved } = task.dependencies;
  const dependencies = resolved.length > 0 ? `${resolved.join(", ")} Complete` : "no dependencies";
  if (isOwn) {
    return `Task ${task.number} is ${owner}'s and ready (${dependencies}): your own tasks come before free ones.`;
  }
  const earlier = list.tasks.slice(0, list.tasks.indexOf(task));
  const done = earlier.filter(({ status }) => status.value === "Complete").length;
  const passed = earlier.length - done;
  const before =
    passed === 0
      ? "every task before it is done"
      : `of the tasks before it, ${done} done, ${passed} waiting, blocked or taken`;
  return `Task ${task.number} is the first Not Started one that is ready (${dependencies}); ${before}.`;
}

/** Those for which it is the last dependency that is missing. */
function unblockedBy(list: TaskList, task: Task): readonly string[] {
  return dependentsOf(list, task.number)
    .filter((dependent) => dependent.status.value === "Not Started")
    .filter((dependent) => unmetDependencies(list, dependent).every((name) => name === task.number))
    .map(({ number }) => number);
}

const waitingTasks = (list: TaskList): readonly Task[] =>
  list.tasks.filter(
    (task) =>
      task.status.value === "Blocked" || (task.status.value === "Not Started" && !isReady(list, task)),
  );

/** More would scroll by unread. */
const MOST_CHAINS = 20;

function inWords({ why, unblocks, waiting }: Explanation): string {
  const chains = waiting.slice(0, MOST_CHAINS).map((chain) => `  ${chainInWords(chain)}`);
  const rest = waiting.length - chains.length;
  return [
    `${paint("bold", "Why this one")}  ${why}`,
    `${paint("bold", "Unblocks")}      ${unblocks.join(", ") || "nothing yet"}`,
    ...(chains.length > 0 ? [`${paint("bold", "What waits, and for what")}`, ...chains] : []),
    ...(rest > 0 ? [paint("dim", `  … and ${rest} more: --json has them all`)] : []),
  ].join("\n");
}

function chainInWords({ chain, omitted, cyclic }: WaitingChain): string {
  const half = Math.ceil(chain.length / 2);
  const links = omitted > 0 ? [...chain.slice(0, half), `… ${omitted} more …`, ...chain.slice(half)] : chain;
  return `${links.join(paint("dim", " ← "))}${cyclic ? paint("dim", " ← … (a cycle)") : ""}`;
}
