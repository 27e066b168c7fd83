import type { Task, TaskList } from "../../document/task-list.ts";
import { inputRefusal, Refusal } from "../../refusal.ts";
import type { Claim } from "./claim.ts";
import { isAbout } from "./claim.ts";
import { ClaimExaminer } from "./claim-elsewhere.ts";
import type { ClaimsFile } from "./claims-file.ts";
import { claimsFileOf } from "./claims-file.ts";
import type { LockedClaims } from "./claims-lock.ts";
import { lockClaims } from "./claims-lock.ts";
import { claimOn, readClaims, stateFor } from "./read-claims.ts";
import { branchOf } from "./worktree.ts";

/** A list before and after an edit. */
export interface Edited {
  readonly before: TaskList;
  readonly after: TaskList;
  /** The number of the task that the edit claims. The edit is refused if no claim can be made. */
  readonly takes?: string | undefined;
}

export interface Following<T extends Edited> {
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
  const withoutClaims = () => ({ edited, notes: write(edited) });
  if (edited.takes === undefined && changesOf(edited).length === 0) return withoutClaims();
  const file = claimsFileOf(listFile);
  if (file === undefined || branchOf(file.worktree) === undefined) return withoutClaims();
  let locked: LockedClaims;
  try {
    locked = await lockClaims(file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (edited.takes !== undefined) throw noClaim(error);
    return { edited, notes: [...write(edited), otherWorktreesNote(error)] };
  }
  try {
    const current = edited.takes === undefined ? edited : again();
    const notes = saveClaims(file, locked, current);
    return { edited: current, notes: [...notes, ...write(current)] };
  } finally {
    locked.release();
  }
}

function saveClaims(file: ClaimsFile, locked: LockedClaims, edited: Edited): readonly string[] {
  const changes = changesOf(edited);
  if (changes.length === 0) return [];
  try {
    locked.write(claimsAfter(file, readClaims(file), changes));
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (edited.takes !== undefined) throw noClaim(error);
    return [otherWorktreesNote(error)];
  }
}

const noClaim = ({ message }: Refusal): Refusal =>
  inputRefusal("unwritable-claims", `Nothing was started, because no claim can be recorded. ${message}`);

const otherWorktreesNote = ({ message }: Refusal): string =>
  `The claim that other worktrees see was left as it was. ${message}`;

/** The tasks, as they are now, whose claim an edit affects; null for a removed task. */
function changesOf({
  before,
  after,
  takes,
}: Edited): readonly { readonly was: Task | null; readonly is: Task | null }[] {
  const keyOf = ({ number, title }: Task): string => `${number} ${title}`;
  const [old, now] = [before, after].map(({ tasks }) => new Map(tasks.map((task) => [keyOf(task), task])));
  const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...keys]
    .map((key) => ({ was: old?.get(key) ?? null, is: now?.get(key) ?? null }))
    .filter(({ was, is }) => {
      const state = (task: Task | null) => (task ? stateFor(task.status.value) : null);
      if (is !== null && is.number === takes) return true;
      return state(was) !== state(is) || (state(is) !== null && was?.owner !== is?.owner);
    });
}

/** A started or completed task is claimed for this working tree. Any other change ends this working tree's claim. */
function claimsAfter(
  file: ClaimsFile,
  claims: readonly Claim[],
  changes: ReturnType<typeof changesOf>,
): readonly Claim[] {
  const { worktree } = file;
  const now = new Date();
  const made = changes.flatMap(({ is }) => {
    const state = is && stateFor(is.status.value);
    return is && state ? [claimOn(is, state, worktree, now)] : [];
  });
  const isEnded = (claim: Claim): boolean =>
    changes.some(({ was, is }) => {
      const task = is ?? was;
      if (!task || !isAbout(claim, task)) return false;
      return claim.worktree === worktree.id || (is !== null && stateFor(is.status.value) !== null);
    });
  const examiner = new ClaimExaminer(file);
  return [...claims.filter((claim) => !isEnded(claim) && examiner.mayHold(claim)), ...made];
}
