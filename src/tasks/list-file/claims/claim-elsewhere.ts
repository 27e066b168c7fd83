import { join, relative } from "node:path";
import { readTaskList } from "../../document/read-task-list.ts";
import { ReadingCache } from "../../document/reading-cache.ts";
import type { Status, Task, TaskList } from "../../document/task-list.ts";
import { isReady } from "../../document/task-queries.ts";
import { unlessRefused } from "../../refusal.ts";
import { readListText } from "../list-text.ts";
import type { Claim, ClaimState, ClaimsFile } from "./claims-file.ts";
import { claimsFileOf, isAbout, readClaims, stateFor, titlesIn } from "./claims-file.ts";
import type { Worktree } from "./worktree.ts";
import { branchOf, hasBranch, linkedRoot, linkedSince, mainRoot, worktreeAt } from "./worktree.ts";

/** A claim on a task from another working tree, or another branch, of the repository. */
export interface ClaimElsewhere {
  readonly state: ClaimState;
  readonly owner: string | null;
  /** The root of that working tree; null if it is gone, or is on another branch by now. */
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly since: string;
}

/** `in progress with ann in ../site-2 (branch pages)`, `done on pages by ann`. */
export function claimInWords({ state, owner, worktree, branch }: ClaimElsewhere): string {
  if (state === "done" && branch !== null) return `done on ${branch}${owner === null ? "" : ` by ${owner}`}`;
  const who = owner === null ? "" : ` ${state === "done" ? "by" : "with"} ${owner}`;
  const place = worktree === null ? "" : ` in ${shortPath(worktree)}`;
  const on = worktree === null ? ` on ${branch}` : ` (branch ${branch})`;
  return `${state}${who}${place}${branch === null ? "" : on}`;
}

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path) || ".";
  return fromHere.length < path.length ? fromHere : path;
}

const lookUps = new WeakMap<TaskList, (task: Task) => ClaimElsewhere | null>();

/** Records which file a list was read from, so that its claims can be looked up. Reads them on the first look-up. */
export function readFrom(path: string, list: TaskList): TaskList {
  const claimsAt = once(openClaims);
  const lookUp = (task: Task): ClaimElsewhere | null => {
    const opened = claimsAt(path);
    return opened ? opened.examiner.findElsewhere(opened.claims, list, task) : null;
  };
  lookUps.set(list, once(lookUp));
  return list;
}

function openClaims(path: string) {
  const file = claimsFileOf(path);
  return file && { claims: readClaims(file), examiner: new ClaimExaminer(file) };
}

/** The claim on the task elsewhere in the repository; null without one, and outside of git. */
export const claimElsewhere = (list: TaskList, task: Task): ClaimElsewhere | null =>
  // The current list decides what is done.
  task.status.value === "Complete" ? null : (lookUps.get(list)?.(task) ?? null);

/** Whether `start` would take the task: it is ready and not claimed elsewhere. */
export const isFree = (list: TaskList, task: Task): boolean =>
  isReady(list, task) && claimElsewhere(list, task) === null;

/** Whether a claim is about a task. A renumbered task is found by its title, if no other task has or had that title. */
function concerns(claim: Claim, list: TaskList, task: Task): boolean {
  if (isAbout(claim, task)) return true;
  if (!titlesIn(claim).includes(task.title) || list.tasks.some((other) => isAbout(claim, other)))
    return false;
  const changes = list.changes ? list.source.slice(list.changes.heading.end) : "";
  if (changes.includes(`: removed Task ${claim.number} "${claim.title}"`)) return false;
  return list.tasks.filter(({ title }) => title === task.title).length === 1;
}

/** Checks whether the claims on a list still hold. Each worktree, its list and each branch are looked up once. */
export class ClaimExaminer {
  readonly #here: Worktree;
  readonly #worktreeAt = once(worktreeAt);
  readonly #branchOf = once(branchOf);
  readonly #hasBranch: (branch: string) => boolean;
  readonly #textIn: (root: string) => string | null;

  constructor({ worktree, list }: ClaimsFile) {
    this.#here = worktree;
    this.#hasBranch = once((branch) => hasBranch(worktree.commonFolder, branch));
    this.#textIn = once((root) => unlessRefused(() => readListText(join(root, list)), null));
  }

  /**
   * Who else has the task: the newest claim that holds decides, because a task can be taken from another worktree. The
   * older claim stays, and counts again when the newer one has ended.
   */
  findElsewhere(claims: readonly Claim[], list: TaskList, task: Task): ClaimElsewhere | null {
    for (const claim of claims.toReversed()) {
      if (!concerns(claim, list, task)) continue;
      if (claim.worktree === this.#here.id && claim.state === stateFor(task.status.value)) return null;
      const found = this.examine(claim);
      if (found) return found;
    }
    return null;
  }

  /**
   * The list of the claim's worktree decides, as long as that worktree is on the claim's branch. The branch may have been
   * renamed, or another one made: a task that is in progress in that list is claimed, whatever the branch is.
   */
  examine(claim: Claim): ClaimElsewhere | null {
    const { state: recorded, owner, branch, since } = claim;
    const isOwn = claim.worktree === this.#here.id;
    const there = this.#worktreeOf(claim);
    if (there && !isOwn) {
      const branchThere = this.#branchOf(there) ?? null;
      const status = statusIn(this.#textIn(there.root), claim);
      const state = status === null ? recorded : stateFor(status);
      const isDecisive = branchThere === branch || (status !== null && state === "in progress");
      if (isDecisive) return state && { state, owner, worktree: there.root, branch: branchThere, since };
    }
    const isOver = recorded === "in progress" && (there === undefined || isOwn);
    if (isOver || branch === this.#branchOf(this.#here) || !this.#isThere(branch)) return null;
    return { state: recorded, owner, worktree: null, branch, since };
  }

  /** Whether a claim can still matter, to this worktree or to another. Reads no list. */
  mayHold(claim: Claim): boolean {
    const isOwn = claim.worktree === this.#here.id;
    const there = isOwn ? this.#here : this.#worktreeOf(claim);
    if (there && this.#branchOf(there) === claim.branch) return true;
    if (!isOwn) return this.examine(claim) !== null;
    // Whether a task is still in progress here is for the list to say when another worktree asks.
    return claim.state === "in progress" || this.#isThere(claim.branch);
  }

  /** The current root of the claim's worktree; undefined if it is gone, or its name was reused. */
  #worktreeOf({ worktree: id, root, since }: Claim): Worktree | undefined {
    const { commonFolder } = this.#here;
    // The repository may have been moved, or this program may see it in another place than the claim's.
    if (id === "") return this.#worktreeAt(root) ?? this.#worktreeAt(mainRoot(commonFolder) ?? root);
    const isYounger = linkedSince(commonFolder, id) > Date.parse(since);
    const now = isYounger ? undefined : linkedRoot(commonFolder, id);
    return now === undefined ? undefined : this.#worktreeAt(now);
  }

  #isThere(branch: string | null): boolean {
    return branch !== null && this.#hasBranch(branch);
  }
}

/** The same function, called once for each value. */
function once<K, V>(ask: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, ask(key));
    return known.get(key) as V;
  };
}

/** The status of the claim's task in another list; null if it is unknown. */
function statusIn(text: string | null, claim: Claim): Status | null {
  if (text === null) return null;
  // Usually the task's own lines are enough, and reading a whole list takes much longer.
  return statusOfTask(linesAbout(text, claim), claim) ?? statusOfTask(text, claim);
}

function statusOfTask(source: string, claim: Claim): Status | null {
  // Read without the cache, which would grow with the number of working trees.
  const { tasks } = readTaskList(source, new ReadingCache(null));
  return tasks.find((task) => isAbout(claim, task))?.status.value ?? null;
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
