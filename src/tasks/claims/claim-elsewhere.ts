import { existsSync } from "node:fs";
import { join } from "node:path";
import { readTaskList } from "../document/read-task-list.ts";
import { ReadingCache } from "../document/reading-cache.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { isReady } from "../document/task-queries.ts";
import { readListText } from "../file/list-text.ts";
import { Refusal } from "../refusal.ts";
import type { Claim, ClaimState } from "./claim.ts";
import { isAbout } from "./claim.ts";
import type { ClaimsFile } from "./claims-file.ts";
import { claimsFileOf } from "./claims-file.ts";
import { readClaims, stateFor } from "./read-claims.ts";
import { branchOf, hasBranch, linkedRoot, linkedSince, worktreeAt } from "./worktree.ts";

/** Who has a task in another working tree, or on another branch, of the repository. */
export interface ClaimElsewhere {
  readonly state: ClaimState;
  readonly owner: string | null;
  /** The root of that working tree; null where it is gone, or is on another branch by now. */
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly since: string;
}

/** The claims on the tasks of one list, each examined when it is first asked for. */
class Claims {
  readonly #file: ClaimsFile;
  readonly #claims: readonly Claim[];
  readonly #known = new Map<Task, ClaimElsewhere | null>();

  constructor(file: ClaimsFile) {
    this.#file = file;
    this.#claims = readClaims(file);
  }

  on(list: TaskList, task: Task): ClaimElsewhere | null {
    // The list at hand has the last word on what is done.
    if (this.#claims.length === 0 || task.status.value === "Complete") return null;
    const known = this.#known.get(task);
    if (known !== undefined) return known;
    const claim = claimAbout(this.#claims, list, task);
    const elsewhere = claim ? examine(claim, this.#file) : null;
    this.#known.set(task, elsewhere);
    return elsewhere;
  }
}

const files = new WeakMap<TaskList, string>();
const claimsByList = new WeakMap<TaskList, Claims | null>();

/** Says which file a list was read from, so that its claims can be asked for. */
export function readFrom(file: string, list: TaskList): TaskList {
  files.set(list, file);
  return list;
}

/** Who has the task elsewhere in the repository; null where nobody has, and outside of git. */
export function claimElsewhere(list: TaskList, task: Task): ClaimElsewhere | null {
  const known = claimsByList.get(list);
  if (known !== undefined) return known?.on(list, task) ?? null;
  const path = files.get(list);
  const file = path === undefined ? undefined : claimsFileOf(path);
  const claims = file ? new Claims(file) : null;
  claimsByList.set(list, claims);
  return claims?.on(list, task) ?? null;
}

/** Whether `start` would take it: it is ready, and nobody has it elsewhere. */
export const isFree = (list: TaskList, task: Task): boolean =>
  isReady(list, task) && claimElsewhere(list, task) === null;

/** The claim about a task; one that was renumbered is known by its title, where no other task has that. */
function claimAbout(claims: readonly Claim[], list: TaskList, task: Task): Claim | undefined {
  const claim = claims.findLast((candidate) => isAbout(candidate, task));
  if (claim) return claim;
  const moved = claims.findLast(({ title }) => title === task.title);
  if (!moved || list.tasks.some((other) => isAbout(moved, other))) return undefined;
  return list.tasks.filter(({ title }) => title === task.title).length === 1 ? moved : undefined;
}

/** What has become of a claim: the list of its working tree says it, as long as that is on the claim's branch. */
export function examine(claim: Claim, { worktree: here, list }: ClaimsFile): ClaimElsewhere | null {
  const root = rootOf(claim, here.commonFolder);
  const there = root === undefined ? undefined : worktreeAt(root);
  const { state: recorded, owner, branch, since } = claim;
  if (claim.worktree !== here.id && there && branchOf(there) === branch) {
    const status = statusIn(join(there.root, list), claim);
    const state = status === null ? recorded : stateFor(status);
    return state === null ? null : { state, owner, worktree: there.root, branch, since };
  }
  const isOver = recorded === "in progress" && (there === undefined || claim.worktree === here.id);
  if (isOver || branch === null || branch === branchOf(here)) return null;
  if (!hasBranch(here.commonFolder, branch)) return null;
  return { state: recorded, owner, worktree: null, branch, since };
}

/** Where the claim's working tree is now; undefined where it is gone, or another one has its name. */
function rootOf({ worktree: id, root, since }: Claim, commonFolder: string): string | undefined {
  if (id === "") return existsSync(join(root, ".git")) ? root : undefined;
  return linkedSince(commonFolder, id) > Date.parse(since) ? undefined : linkedRoot(commonFolder, id);
}

/** The status of the claim's task in another list; null where it can't be told. */
function statusIn(path: string, claim: Claim): Status | null {
  try {
    const text = readListText(path);
    // Mostly the task's own lines say it, and a whole list takes much longer to read.
    return statusInLines(linesAbout(text, claim), claim) ?? readStatus(text, claim);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function readStatus(source: string, claim: Claim): Status | null {
  // Read without the cache: that is for lists, and would be as long as there are working trees.
  const { tasks } = readTaskList(source, new ReadingCache(null));
  return tasks.find((task) => isAbout(claim, task))?.status.value ?? null;
}

/** An edit asks after each claim several times, and a server of the list with every edit. */
const knownStatuses = new Map<string, Status | null>();
const mostKnown = 1000;

function statusInLines(lines: string, claim: Claim): Status | null {
  const key = `${claim.number} ${claim.title}\n${lines}`;
  const known = knownStatuses.get(key);
  if (known !== undefined) return known;
  const status = readStatus(lines, claim);
  if (knownStatuses.size >= mostKnown) knownStatuses.clear();
  knownStatuses.set(key, status);
  return status;
}

/** The lines from the first heading that has the task's number and title to the next heading. */
function linesAbout(text: string, { number, title }: Claim): string {
  for (const { index, 0: heading } of text.matchAll(/^#{1,6}\s.*$/gm)) {
    if (!heading.includes(number) || !heading.includes(title)) continue;
    const below = text.slice(index + heading.length);
    const end = below.search(/^#{1,6}\s/m);
    return heading + (end < 0 ? below : below.slice(0, end));
  }
  return "";
}
