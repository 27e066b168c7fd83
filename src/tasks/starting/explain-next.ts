import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, findTask, isReady, unmetDependencies } from "../document/task-queries.ts";
import type { Report } from "../reporting/report.ts";
import { paint } from "../terminal/paint.ts";

interface Explanation {
  /** Why this task and no other. */
  readonly why: string;
  /** The tasks that could start once it is Complete. */
  readonly unblocks: readonly string[];
  /** For each task that waits, the shortest chain of unfinished ones that holds it, from itself to what can be worked on. */
  readonly waiting: readonly { readonly number: string; readonly chain: readonly string[] }[];
}

/** Adds to the answer of `next` why it is the answer, what it unblocks, and what holds the others. */
export function explainNext(list: TaskList, task: Task | undefined, report: Report): Report {
  const explanation: Explanation = {
    why: task ? whyThis(list, task) : "There is no task to work on.",
    unblocks: task ? unblockedBy(list, task) : [],
    waiting: waitingTasks(list).map((waiting) => ({
      number: waiting.number,
      chain: shortestChain(list, waiting),
    })),
  };
  const json = { ...(report.json as Record<string, unknown>), explanation };
  return { ...report, json, text: [report.text, inWords(explanation)].filter(Boolean).join("\n\n") };
}

function whyThis(list: TaskList, task: Task): string {
  if (task.status.value === "In Progress") {
    return `Task ${task.number} is in progress: what is begun comes before what is new.`;
  }
  const earlier = list.tasks.slice(0, list.tasks.indexOf(task));
  const done = earlier.filter(({ status }) => status.value === "Complete").length;
  const passed = earlier.length - done;
  const before =
    passed === 0 ? "all before it are done" : `of those before it, ${done} done and ${passed} not ready`;
  const { resolved } = task.dependencies;
  const dependencies = resolved.length > 0 ? `${resolved.join(", ")} Complete` : "no dependencies";
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

/** Breadth first, so that the first end reached is the nearest one; a cycle has no end and stops where it closes. */
function shortestChain(list: TaskList, from: Task): readonly string[] {
  const seen = new Set([from.number]);
  let chains: readonly (readonly string[])[] = [[from.number]];
  let longest: readonly string[] = [from.number];
  while (chains.length > 0) {
    const end = chains.find((chain) => isEnd(list, chain));
    if (end) return end;
    longest = chains[0] ?? longest;
    chains = chains.flatMap((chain) =>
      nextLinks(list, chain)
        .filter((name) => !seen.has(name))
        .map((name) => {
          seen.add(name);
          return [...chain, name];
        }),
    );
  }
  return longest;
}

/** A chain ends at a task that holds the others without waiting for any itself, or at what is no task of the list. */
const isEnd = (list: TaskList, chain: readonly string[]): boolean => nextLinks(list, chain).length === 0;

function nextLinks(list: TaskList, chain: readonly string[]): readonly string[] {
  const task = findTask(list, chain.at(-1) ?? "");
  return task && task.status.value !== "Complete" ? unmetDependencies(list, task) : [];
}

function inWords({ why, unblocks, waiting }: Explanation): string {
  const chains = waiting.map(({ chain }) => `  ${chain.join(paint("dim", " ← "))}`);
  return [
    `${paint("bold", "Why this one")}  ${why}`,
    `${paint("bold", "Unblocks")}      ${unblocks.join(", ") || "nothing yet"}`,
    ...(chains.length > 0 ? [`${paint("bold", "What waits, and for what")}`, ...chains] : []),
  ].join("\n");
}
