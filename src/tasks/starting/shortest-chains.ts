import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";

/** What holds a task, link by link: each waits for the one after it. */
export interface WaitingChain {
  readonly number: string;
  /** From the task itself to what can be worked on; of a chain that is too long to be read, its two ends. */
  readonly chain: readonly string[];
  /** How many links are left out between those ends. */
  readonly omitted: number;
  /** Whether there is no end, because the links lead back to where they were. */
  readonly cyclic: boolean;
}

const LONGEST_CHAIN = 12;
const END = LONGEST_CHAIN / 2;

/** The way from what waits to the nearest end. */
interface Way {
  readonly name: string;
  readonly length: number;
  readonly next: Way | undefined;
  /** Its last links. */
  readonly end: readonly string[];
}

type Links = ReadonlyMap<string, readonly string[]>;

/**
 * For each task that waits the shortest chain of unfinished ones that holds it. A chain ends at a task that waits
 * for none, or at something that is not a task of the list.
 */
export function shortestChains(list: TaskList, waiting: readonly Task[]): readonly WaitingChain[] {
  const links = linksOf(list);
  const ways = waysToEnds(links);
  return waiting.map(({ number }) => {
    const way = ways.get(number);
    return way ? chainAlong(way) : chainInCycle(number, links);
  });
}

/** What each unfinished task waits for. */
function linksOf(list: TaskList): Links {
  const unfinished = list.tasks.filter(({ status }) => status.value !== "Complete");
  return new Map(unfinished.map((task) => [task.number, unmetDependencies(list, task)]));
}

/** One walk for all: from the ends back to those that wait, so that each is reached by a shortest way first. */
function waysToEnds(links: Links): ReadonlyMap<string, Way> {
  const holders = new Map<string, string[]>();
  for (const [name, others] of links) {
    for (const other of others) {
      const known = holders.get(other);
      if (known) known.push(name);
      else holders.set(other, [name]);
    }
  }
  const ends = [...new Set([...links.keys(), ...holders.keys()])].filter((name) => !links.get(name)?.length);
  const ways = new Map(ends.map((name) => [name, wayFrom(name, undefined)]));
  const reached = [...ends];
  for (const name of reached) {
    for (const holder of holders.get(name) ?? []) {
      if (ways.has(holder)) continue;
      // Of several that are as near, the one that is written first.
      const nearest = links.get(holder)?.find((link) => ways.get(link)?.length === ways.get(name)?.length);
      ways.set(holder, wayFrom(holder, ways.get(nearest ?? name)));
      reached.push(holder);
    }
  }
  return ways;
}

function wayFrom(name: string, next: Way | undefined): Way {
  const length = (next?.length ?? 0) + 1;
  const end = length > END ? (next?.end ?? []) : [name, ...(next?.end ?? [])];
  return { name, length, next, end };
}

function chainAlong(way: Way): WaitingChain {
  const beginning: string[] = [];
  const most = way.length > LONGEST_CHAIN ? LONGEST_CHAIN - END : way.length - way.end.length;
  for (let link: Way | undefined = way; link && beginning.length < most; link = link.next) {
    beginning.push(link.name);
  }
  const chain = [...beginning, ...way.end];
  return { number: way.name, chain, omitted: way.length - chain.length, cyclic: false };
}

/** Along the first thing that each waits for, to where that leads back, or as far as it can be read. */
function chainInCycle(number: string, links: Links): WaitingChain {
  const chain = new Set([number]);
  let [name] = links.get(number) ?? [];
  while (name !== undefined && !chain.has(name) && chain.size < LONGEST_CHAIN) {
    chain.add(name);
    [name] = links.get(name) ?? [];
  }
  return { number, chain: [...chain], omitted: 0, cyclic: true };
}
