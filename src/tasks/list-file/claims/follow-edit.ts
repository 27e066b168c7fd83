import type { Task, TaskList } from "../../document/task-list.ts";
import { matchTasks, nameOf } from "../../document/task-queries.ts";
import { inputRefusal, isRefusal, ruleRefusal } from "../../refusal.ts";
import { ClaimExaminer, claimInWords } from "./claim-elsewhere.ts";
import type { Claim, ClaimsFile, LockedClaims } from "./claims-file.ts";
import {
  claimsFileOf,
  claimsOn,
  isAbout,
  lockClaims,
  readClaims,
  stateFor,
  titlesIn,
} from "./claims-file.ts";
import { branchOf } from "./worktree.ts";

/** A list before and after an edit. */
export interface Edited {
  readonly before: TaskList;
  readonly after: TaskList;
  /** The number of the task that the edit claims. The edit is refused if no claim can be made. */
  readonly takes?: string | undefined;
}

interface Following<T extends Edited> {
  /** The edit, based on the claims when the list was read. */
  readonly edited: T;
  /** Plans the edit again, based on the current claims. */
  readonly again: () => T;
  readonly write: (edited: T) => readonly string[];
}

/**
 * Writes an edit of a list under the lock of the claims, and updates the claims. The claims are written first: a claim
 * that its list does not confirm yet has no effect, but other working trees could not see a status without a claim.
 * @returns the edit as written, and notes for people
 * @throws Refusal if a claim is needed and can't be made.
 */
export async function writeWithClaims<T extends Edited>(
  listFile: string,
  { edited, again, write }: Following<T>,
): Promise<{ edited: T; notes: readonly string[] }> {
  const isClaiming = edited.takes !== undefined || changesOf(edited).length > 0;
  const renamed = [...renamedIn(edited).keys()];
  const file = isClaiming || renamed.length > 0 ? claimsFileOf(listFile) : undefined;
  const isFollowed = (claims: ClaimsFile) =>
    isClaiming || readClaims(claims).some((claim) => renamed.some((task) => isAbout(claim, task)));
  if (file === undefined || branchOf(file.worktree) === undefined || !isFollowed(file))
    return { edited, notes: write(edited) };
  const locked = await lockClaims(file).catch((error: unknown) => noteOn(error, edited));
  if (typeof locked === "string") return { edited, notes: [locked, ...write(edited)] };
  try {
    const current = edited.takes === undefined ? edited : again();
    refuseClaimed(listFile, current);
    return { edited: current, notes: [...saveClaims(file, locked, current), ...write(current)] };
  } finally {
    locked.release();
  }
}

/**
 * Only `start` takes a task that is in progress in another working tree: an edit that would make this one's claim on it
 * is refused, because that ends the other claim.
 * @throws Refusal that names who has the task.
 */
export function refuseClaimed(listFile: string, edited: Edited): void {
  const made = changesOf(edited).filter(({ is }) => is?.number !== edited.takes && claimedState(is) !== null);
  const file = made.length > 0 ? claimsFileOf(listFile) : undefined;
  if (file === undefined) return;
  const [examiner, claims] = [new ClaimExaminer(file), readClaims(file)];
  for (const { was, is } of made) {
    const found = is && examiner.findElsewhere(claims, edited.before, was ?? is);
    if (!is || found?.state !== "in progress") continue;
    throw ruleRefusal(
      "claimed-elsewhere",
      `Task ${is.number} is ${claimInWords(found)}. Take it with tasks start ${is.number} --force.`,
    );
  }
}

function saveClaims(file: ClaimsFile, locked: LockedClaims, edited: Edited): readonly string[] {
  try {
    const [changes, renamed] = [changesOf(edited), renamedIn(edited)];
    if (changes.length > 0 || renamed.size > 0) locked.write(claimsAfter(file, changes, renamed));
    return [];
  } catch (error) {
    return [noteOn(error, edited)];
  }
}

/** @throws Refusal if the edit needs the claim that could not be written, or if the claims were locked for too long. */
function noteOn(error: unknown, { takes }: Edited): string {
  // The wait for a lock can't be taken back, so the command would not end after the edit.
  if (!isRefusal(error) || error.exitCode === 3) throw error;
  const { message } = error;
  if (takes === undefined) return `The claim that other worktrees see was left as it was. ${message}`;
  throw inputRefusal(
    "unwritable-claims",
    `Nothing was started, because no claim can be recorded. ${message}`,
  );
}

/** A task before and after an edit; null if the task was added or removed. */
interface Change {
  readonly was: Task | null;
  readonly is: Task | null;
}

/** The tasks whose claims an edit makes or ends. */
function changesOf({ before, after, takes }: Edited): readonly Change[] {
  const matches = matchTasks(after.tasks, before.tasks);
  const kept = new Set(matches.values());
  const removed = before.tasks.filter((task) => !kept.has(task)).map((was) => ({ was, is: null }));
  return [...after.tasks.map((is) => ({ was: matches.get(is) ?? null, is })), ...removed].filter(
    ({ was, is }) => {
      const state = claimedState(is);
      if (is !== null && is.number === takes) return true;
      return state !== claimedState(was) || (state !== null && was?.owner !== is?.owner);
    },
  );
}

/** The tasks that an edit gave another number or title, each with what it is now. */
const renamedIn = ({ before, after }: Edited): ReadonlyMap<Task, Task> =>
  new Map([...matchTasks(before.tasks, after.tasks)].filter(([was, is]) => nameOf(was) !== nameOf(is)));

const claimedState = (task: Task | null) => task && stateFor(task.status.value);

/**
 * A started or completed task is claimed for this working tree, whatever its number is in others. Any other change of its
 * status ends this working tree's claim.
 */
function claimsAfter(
  file: ClaimsFile,
  changes: readonly Change[],
  renamed: ReadonlyMap<Task, Task>,
): readonly Claim[] {
  const { worktree } = file;
  const now = new Date();
  const isOwn = (claim: Claim): boolean => claim.worktree === worktree.id;
  const known = readClaims(file).map((claim) => {
    const [, is] = [...renamed].find(([was]) => isAbout(claim, was)) ?? [];
    if (is === undefined) return claim;
    // The lists of other working trees keep the number and the title.
    return isOwn(claim)
      ? withTitles({ ...claim, number: is.number, title: is.title }, titlesIn(claim))
      : withTitles(claim, [is.title]);
  });
  const made = changes.flatMap(({ is }) => {
    const titles = known.filter((claim) => is && isAbout(claim, is)).flatMap(titlesIn);
    return is ? claimsOn(is, worktree, now).map((claim) => withTitles(claim, titles)) : [];
  });
  const isEnded = (claim: Claim): boolean =>
    changes.some(({ was, is }) => {
      const task = is ?? was;
      return task !== null && isAbout(claim, task);
    });
  const examiner = new ClaimExaminer(file);
  const kept = known.filter((claim) => !(isOwn(claim) && isEnded(claim)) && examiner.mayHold(claim));
  return [...kept, ...made];
}

/** The claim with further titles that its task has in some list. */
function withTitles(claim: Claim, titles: readonly string[]): Claim {
  const all = new Set([...(claim.otherTitles ?? []), ...titles]);
  all.delete(claim.title);
  return all.size > 0 ? { ...claim, otherTitles: [...all] } : claim;
}
