import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, isReady, unmetDependencies } from "../document/task-queries.ts";
import type { Answer } from "../reporting/answers.ts";
import { statusInWords } from "../reporting/describe-task.ts";
import type { Report } from "../reporting/report.ts";
import { paint } from "../terminal/paint.ts";

type Explanation = NonNullable<Answer<"next">["explanation"]>;
type WaitingChain = Explanation["waiting"][number];

/** Adds to the answer of `next` the reason, the tasks that it unblocks, and what blocks the others. */
export function explainNext(list: TaskList, task: Task | undefined, report: Report, owner?: string): Report {
  const explanation: Explanation = {
    why: task ? whyThis(list, task, owner) : "There is no task to work on.",
    unblocks: task ? unblockedBy(list, task) : [],
    waiting: shortestChains(list, waitingTasks(list)),
  };
  const json = { ...report.json, explanation };
  return { ...report, json, text: [report.text, inWords(list, explanation)].filter(Boolean).join("\n\n") };
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

/** The tasks for which it is the last unfinished dependency. */
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

/** Longer output would scroll past unread. */
const mostChains = 20;

function inWords(list: TaskList, { why, unblocks, waiting }: Explanation): string {
  const chains = waiting.slice(0, mostChains).map((chain) => `  ${chainInWords(list, chain)}`);
  const rest = waiting.length - chains.length;
  return [
    `${paint("bold", "Why this one")}  ${why}`,
    `${paint("bold", "Unblocks")}      ${unblocks.join(", ") || "nothing yet"}`,
    ...(chains.length > 0 ? [`${paint("bold", "What waits, and for what")}`, ...chains] : []),
    ...(rest > 0 ? [paint("dim", `  … and ${rest} more: --json has them all`)] : []),
  ].join("\n");
}

/** `1.3 ← 1.2 (Blocked - reason)`. */
function chainInWords(list: TaskList, { chain, omitted, cyclic }: WaitingChain): string {
  const named = chain.map((name) => {
    const status = list.tasks.find(({ number }) => number === name)?.status;
    return status?.value === "Blocked" ? `${name} (${statusInWords(status)})` : name;
  });
  const half = Math.ceil(chain.length / 2);
  const links = omitted > 0 ? named.toSpliced(half, 0, `… ${omitted} more …`) : named;
  return `${links.join(paint("dim", " ← "))}${cyclic ? paint("dim", " ← … (a cycle)") : ""}`;
}

/** The path from a waiting task to the nearest end. */
interface Way {
  readonly name: string;
  readonly length: number;
  readonly next: Way | undefined;
}

type Links = ReadonlyMap<string, readonly string[]>;

/**
 * For each waiting task, the shortest chain of unfinished tasks that blocks it. A chain ends at a task without open
 * dependencies, or at a reference that is not a task in the list.
 */
function shortestChains(list: TaskList, waiting: readonly Task[]): readonly WaitingChain[] {
  const unfinished = list.tasks.filter(({ status }) => status.value !== "Complete");
  const links = new Map(unfinished.map((task) => [task.number, unmetDependencies(list, task)]));
  const ways = waysToEnds(links);
  return waiting.map(({ number }) => {
    const way = ways.get(number);
    return way ? chainAlong(way) : chainInCycle(number, links);
  });
}

/**
 * One breadth-first search from the ends back to the waiting tasks, so that each is reached by a shortest path first.
 */
function waysToEnds(links: Links): ReadonlyMap<string, Way> {
  const waits = [...links].flatMap(([name, others]) => others.map((other) => ({ name, other })));
  const waitsFor = Map.groupBy(waits, ({ other }) => other);
  const ends = [...new Set([...links.keys(), ...waitsFor.keys()])].filter((name) => !links.get(name)?.length);
  const ways = new Map<string, Way>(ends.map((name) => [name, { name, length: 1, next: undefined }]));
  for (const [reached, { length }] of ways) {
    for (const { name } of waitsFor.get(reached) ?? []) {
      if (ways.has(name)) continue;
      // Of several at the same distance, takes the one that is written first.
      const nearest = links.get(name)?.find((link) => ways.get(link)?.length === length);
      ways.set(name, { name, length: length + 1, next: ways.get(nearest ?? reached) });
    }
  }
  return ways;
}

const longestChain = 12;
const chainEnd = longestChain / 2;

/** Of a long chain, only both ends: the other links would be most of a long answer. */
function chainAlong(way: Way): WaitingChain {
  const links: string[] = [];
  for (let link: Way | undefined = way; link; link = link.next) links.push(link.name);
  const omitted = Math.max(0, links.length - longestChain);
  return { number: way.name, chain: links.toSpliced(chainEnd, omitted), omitted, cyclic: false };
}

/** Follows the first dependency of each task until the chain repeats or becomes too long to read. */
function chainInCycle(number: string, links: Links): WaitingChain {
  const chain = new Set([number]);
  let [name] = links.get(number) ?? [];
  while (name !== undefined && !chain.has(name) && chain.size < longestChain) {
    chain.add(name);
    [name] = links.get(name) ?? [];
  }
  return { number, chain: [...chain], omitted: 0, cyclic: true };
}
